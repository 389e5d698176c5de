# Every target does its own set-up: Python 3.11 or newer, git and make are all it needs.
#   make site PYTHON=python3.12    picks the Python that .venv is made with
#   make test FAST=1               leaves out the browser and all whole sites
#   make test TESTS="-k streaks"   hands options to pytest; WORKERS=0 runs it in one process
# tools/README.md has what is needed more rarely: other engines, coverage, known vulnerabilities and the like.

PYTHON ?= python3
FAST ?=
TESTS ?=
WORKERS ?= auto
ONLY ?=
SECONDS ?= 600
UV_VERSION := 0.13.8

BIN := .venv/bin
# `--no-deps`: a lock is complete, so there is nothing to resolve.
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps
# Each process begins with tests that follow each other, since those of a module share what they build.
PYTEST := -m pytest -p tests.report --quiet --tb=short -rN -n $(WORKERS) --dist worksteal
UNIT := "not site and not browser"
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: site serve test lint translations bench audit fuzz wheel lock clean help

help:
	@echo "make site    build the site into site/"
	@echo "make serve   serve the site and rebuild it on every change"
	@echo "make test    run all checks and tests (FAST=1: without the browser and whole sites, in a minute)"
	@echo "make lint    run only the checks: ruff, mypy, import-linter"
	@echo "make translations  collect the words of the site for its languages, and say which are not translated"
	@echo "make bench   measure time and memory, and compare with other site generators"
	@echo "make audit   measure the built demo with Lighthouse and axe-core (ONLY=home,log: these pages); takes ten minutes"
	@echo "make fuzz    try random projects, documents and settings (SECONDS=600)"
	@echo "make wheel   build the package with everything it needs into dist/; needs npm"
	@echo "make lock    update requirements/ and package-lock.json (UPGRADE=1: to the newest versions)"
	@echo "make clean   remove all generated files, including .venv"

site: .venv/.site
	@$(BIN)/python tools/vendor.py mermaid
	$(BIN)/daytrail build --strict

serve: .venv/.site
	@$(BIN)/python tools/vendor.py mermaid
	$(BIN)/daytrail serve

test: lint
ifeq ($(FAST),)
	@$(BIN)/python tools/vendor.py mermaid axe-core vnu-jar
	@$(BIN)/python tools/browser.py
	@echo "tests: pytest, all tests"
	@$(BIN)/python $(PYTEST) $(TESTS)
else
	@echo "tests: pytest, without the browser and whole sites"
	@$(BIN)/python $(PYTEST) -m $(UNIT) $(TESTS)
endif

fuzz: .venv/.test
	@echo "fuzz: Hypothesis, $(SECONDS) seconds"
	@WORKERS=$(WORKERS) $(BIN)/python tools/fuzz.py $(SECONDS)

# With Mermaid, for which it needs npm. The same sources give the same bytes.
wheel: .venv/.site
	@$(BIN)/python tools/vendor.py --required mermaid
	@rm -rf dist && mkdir dist
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} PYTHONPATH=tools $(BIN)/python -c \
		'import build_backend as backend; print(backend.build_wheel("dist"), backend.build_sdist("dist"), sep="\n")'

lint: .venv/.test
	@echo "lint: ruff, rules and format"
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "run $(BIN)/ruff format" >&2; exit 1; }
	@echo "types: mypy"
	@$(BIN)/mypy --no-error-summary
	@echo "imports: import-linter"
	@said=$$($(BIN)/lint-imports --no-logo 2>&1) || { echo "$$said" >&2; exit 1; }

# Not part of `make test`: it needs npm, and what it measures depends on the machine.
audit: .venv/.test
	@$(BIN)/python tools/vendor.py mermaid axe-core
	@$(BIN)/python tools/browser.py
	@$(BIN)/python -m tools.audit --only "$(ONLY)"

translations: .venv/.test
	@$(BIN)/python tools/translations.py

# The other generators are in environments of their own, made by tools/run.py.
bench: .venv/.test
	@$(BIN)/python tools/run.py peers
	@$(BIN)/python benchmarks/plan.py
	@$(BIN)/python benchmarks/reading.py
	@$(BIN)/python benchmarks/imports.py
	@PATH="$(CURDIR)/.venv-zensical/bin:$$PATH" $(BIN)/python benchmarks/builds.py
	@$(BIN)/python benchmarks/search.py

lock: .venv/.made
	@$(PIP) uv==$(UV_VERSION)
	@$(LOCK) pyproject.toml --group build --output-file requirements/site.txt
	@$(LOCK) pyproject.toml --group build --group test --group lint \
		--constraints requirements/site.txt --output-file requirements/test.txt
	@$(LOCK) pyproject.toml --group build --group test --resolution lowest-direct --output-file requirements/oldest.txt
	@$(LOCK) pyproject.toml --group build --group test --group mutation \
		--constraints requirements/test.txt --output-file requirements/mutation.txt
	@$(LOCK) pyproject.toml --group build --group test --group properdocs \
		--constraints requirements/test.txt --output-file requirements/properdocs.txt
	@echo mkdocs-material | $(LOCK) pyproject.toml --group build --group test --group materialx --excludes - \
		--constraints requirements/test.txt --output-file requirements/materialx.txt
	@$(LOCK) --group zensical --constraints requirements/test.txt --output-file requirements/zensical.txt
	@$(LOCK) pyproject.toml --group build --group plugins --constraints requirements/site.txt \
		--output-file requirements/plugins.txt
	@$(LOCK) --group audit --output-file requirements/audit.txt
	@if command -v npm >/dev/null; then for folder in . tools/lighthouse; do \
		(cd $$folder && npm install --package-lock-only --ignore-scripts --no-audit --no-fund); done; \
	else echo "package-lock.json stays as it is: npm is missing" >&2; fi

# One version of each package for every Python and system, so that all build the same site.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
	$(if $(UPGRADE),--upgrade)

clean:
	rm -rf .venv .venv-* build dist mutants site .cache .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache .coverage .coverage.* \
		src/daytrail/assets/mermaid src/daytrail/assets/repository
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Daytrail needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
		echo "Name another one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "setting up $(@D) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(@D) || { \
		echo "python's venv module is not complete; on Debian and Ubuntu: apt-get install python3-venv" >&2; \
		rm -rf $(@D); exit 1; }
	@touch $@

.venv/.site: .venv/.made requirements/site.txt pyproject.toml
	@$(BIN)/python tools/install.py requirements/site.txt
	@$(PIP) --no-build-isolation --editable .
	@touch $@

# Holds all of site.txt, hence the second stamp.
.venv/.test: .venv/.made requirements/test.txt pyproject.toml
	@$(BIN)/python tools/install.py requirements/test.txt
	@$(PIP) --no-build-isolation --editable .
	@touch .venv/.site $@
