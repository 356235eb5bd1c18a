# Backroom: every target does all its own set-up and asks no question.
#   make run     start it; prints the address and a QR code
#   make test    all tests            make check   format, lint, types
#   make bench   the figures          make soak    the big numbers (long)
#   make bench-scan   300 simulated photos of piles, read and counted
# Arguments go in ARGS:  make run ARGS="--port 9000"   make test ARGS="tests/core -x"

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
READY = @test -n "$(PYTHON)" || { echo "Backroom needs Python 3.11 or newer."; exit 1; }; \
  exec "$(PYTHON)" -m companion.serve.bootstrap

.PHONY: run test check bench bench-scan soak

run:
	$(READY) run -- app.py $(ARGS)

test:
	$(READY) test -- -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile $(ARGS)

check:
	$(READY) test -- -m ruff format --check .
	$(READY) test -- -m ruff check .
	$(READY) test -- -m mypy

bench:
	$(READY) test -- app.py bench $(ARGS)

bench-scan:
	$(READY) test -- -m tests.scan $(ARGS)

soak:
	$(READY) test -- -m pytest -m soak $(ARGS)
