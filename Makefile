# Backroom: every target does all its own set-up and asks no question.
#   make run     start it; prints the address and a QR code
#   make test    all tests            make check   all that can be seen without running much
#   make bench   the figures          make soak    the big numbers (long)
#   make core    every branch of the rules    make coverage   how much the tests run (25 min)
#   make mutation   how many changed rules the tests notice (10 min)
#   make bench-scan   300 simulated photos of piles, read and counted
# Arguments go in ARGS:  make run ARGS="--port 9000"   make test ARGS="tests/core -x"

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
READY = @test -n "$(PYTHON)" || { echo "Backroom needs Python 3.11 or newer."; exit 1; }; \
  exec "$(PYTHON)" -m companion.serve.bootstrap

# What `make check` runs of the tests: imports, templates, documents, dead code, the games' contract.
GATES := tests/test_import_rule.py tests/security/test_templates.py tests/test_dead_code.py \
  tests/test_settings_documented.py tests/test_faults_documented.py tests/test_api_documented.py \
  tests/test_where_documented.py tests/test_names_in_comments.py \
  tests/core/test_contract.py tests/web/test_game_contract.py
# What `make core` runs.
CORE := tests/core tests/test_transcripts.py
# What `make coverage` leaves out: figures, and tests that change a copy of the code.
UNMEASURED := tests/bench tests/mutants
MANY := --numprocesses auto --maxprocesses 4 --dist loadfile

.PHONY: run test check core coverage mutation bench bench-scan soak

run:
	$(READY) run -- app.py $(ARGS)

# Without ARGS everything, each test once; with ARGS only what they name.
test: $(if $(ARGS),,check core)
	$(READY) test -- -m pytest $(MANY) $(or $(ARGS),$(addprefix --ignore=,$(GATES) $(CORE)))

check:
	$(READY) test -- -m ruff format --check .
	$(READY) test -- -m ruff check .
	$(READY) test -- -m mypy
	$(READY) test -- -m pytest $(MANY) $(GATES)

core:
	$(READY) test -- -m tests.measure.coverage companion/core 100 $(CORE) --ignore=tests/core/test_contract.py

coverage:
	$(READY) test -- -m tests.measure.coverage companion 95 tests $(addprefix --ignore=,$(UNMEASURED))

mutation:
	$(READY) test -- -m tests.measure.mutation $(ARGS)

bench:
	$(READY) test -- app.py bench $(ARGS)

bench-scan:
	$(READY) test -- -m tests.scan $(ARGS)

soak:
	$(READY) test -- -m pytest -m soak $(ARGS)
