# One node of Backroom. `docker compose up` starts two of them, PostgreSQL and a proxy.
FROM python:3.13-slim

# For printing: the same that companion/system_packages.py brings to a plain computer.
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
       libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY . .
RUN useradd --system --create-home backroom && mkdir /data && chown backroom /data

USER backroom
ENV BACKROOM_DATA=/data PORT=8000
VOLUME /data
EXPOSE 8000
CMD ["python", "app.py", "serve"]
