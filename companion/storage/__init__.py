"""The stores behind the services' ports: one SQLite file, or a PostgreSQL database."""
