# Every target does its own set-up: Python 3.11 or newer, git and make are all it needs.
#   make site PYTHON=python3.12    picks the Python that .venv is made with
#   make test TESTS="-k streaks"   hands options to pytest; WORKERS=0 runs it in one process

PYTHON ?= python3
TESTS ?=
WORKERS ?= auto
UV_VERSION := 0.13.8

BIN := .venv/bin
# `--no-deps`: a lock is complete, so there is nothing to resolve.
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help site serve test lint bench lock clean FORCE

help:
	@echo "make site    build the site into site/"
	@echo "make serve   serve the site and rebuild it on every change"
	@echo "make test    run all checks and tests"
	@echo "make lint    run only the checks: ruff, mypy, import-linter"
	@echo "make bench   measure time and memory, and compare with other site generators"
	@echo "make lock    update requirements/ and package-lock.json (UPGRADE=1: to the newest versions)"
	@echo "make clean   remove all generated files, including .venv"

site: .venv/.site
	@$(BIN)/python tools/vendor.py mermaid
	$(BIN)/daytrail build --strict

serve: .venv/.site
	@$(BIN)/python tools/vendor.py mermaid
	$(BIN)/daytrail serve

test: lint
	@$(BIN)/python tools/vendor.py mermaid axe-core
	@$(BIN)/python tools/browser.py
	@$(BIN)/pytest --quiet -n $(WORKERS) $(TESTS)

lint: .venv/.test
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "run $(BIN)/ruff format" >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@said=$$($(BIN)/lint-imports --no-logo 2>&1) || { echo "$$said" >&2; exit 1; }

bench: .venv/.test
	@$(BIN)/python benchmarks/plan.py
	@$(BIN)/python benchmarks/reading.py
	@$(BIN)/python benchmarks/imports.py
	@$(BIN)/python benchmarks/builds.py

# Made anew each time: no rule knows what all the files are.
build/links.txt: .venv/.site FORCE
	@mkdir -p build
	@$(BIN)/daytrail links > build/links.tsv
	@cut -f1 build/links.tsv | sort -u > $@

FORCE:

lock: .venv/.made
	@$(PIP) uv==$(UV_VERSION)
	@$(LOCK) --group build --output-file requirements/site.txt
	@$(LOCK) --group build --group test --group lint \
		--constraints requirements/site.txt --output-file requirements/test.txt
	@$(LOCK) --group build --group test --resolution lowest-direct --output-file requirements/oldest.txt
	@if command -v npm >/dev/null; then npm install --package-lock-only --ignore-scripts --no-audit --no-fund; \
	else echo "package-lock.json stays as it is: npm is missing" >&2; fi

# One version of each package for every Python and system, so that all build the same site.
LOCK = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
	$(if $(UPGRADE),--upgrade)

clean:
	rm -rf .venv build dist site .cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Daytrail needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "Name another one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "setting up .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv .venv || { \
		echo "python's venv module is not complete; on Debian and Ubuntu: apt-get install python3-venv" >&2; \
		rm -rf .venv; exit 1; }
	@touch $@

.venv/.site: .venv/.made requirements/site.txt pyproject.toml
	@$(PIP) --require-hashes --requirement requirements/site.txt
	@$(PIP) --no-build-isolation --editable .
	@touch $@

# Holds all of site.txt, hence the second stamp.
.venv/.test: .venv/.made requirements/test.txt pyproject.toml
	@$(PIP) --require-hashes --requirement requirements/test.txt
	@$(PIP) --no-build-isolation --editable .
	@touch .venv/.site $@
