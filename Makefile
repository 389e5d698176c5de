# Every target does its own set-up: Python 3.11 or newer, git and make are all it needs.
#   make site PYTHON=python3.12    picks the Python that .venv is made with
#   make test FAST=1               leaves out the browser and all whole sites
#   make test TESTS="-k streaks"   hands options to pytest; WORKERS=0 runs it in one process
#   make test ENGINE=properdocs    builds with another engine: properdocs or materialx

PYTHON ?= python3
FAST ?=
TESTS ?=
ENGINE ?=
WORKERS ?= auto
ONLY ?=
DIR ?=
SECONDS ?= 600
COVERAGE_FLOOR := 97
UV_VERSION := 0.13.8

BIN := .venv/bin
VENVS := .venv .venv-audit .venv-materialx .venv-mutation .venv-oldest .venv-plugins .venv-properdocs .venv-zensical
# `--no-deps`: a lock is complete, so there is nothing to resolve.
PIP_INSTALL := -m pip install -qq --disable-pip-version-check --no-deps
PIP := $(BIN)/python $(PIP_INSTALL)
# Each process begins with tests that follow each other, since those of a module share what they build.
PYTEST := -m pytest -p tests.report --quiet --tb=short -rN -n $(WORKERS) --dist worksteal
UNIT := "not site and not browser"
ENGINE_TESTS := $(addprefix tests/,cli/test_build_and_serve.py $(addprefix site/test_,crawl.py demo.py mistakes.py page_cache.py same_bytes.py))
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help site serve journal test test-properdocs test-materialx test-oldest compatibility wheel coverage mutation \
	fuzz lint audit translations vulnerabilities bench lock clean FORCE

help:
	@echo "make site    build the site into site/"
	@echo "make serve   serve the site and rebuild it on every change"
	@echo "make journal DIR=../my-log  start a journal of your own in a new folder"
	@echo "make test    run all checks and tests (FAST=1: without the browser and whole sites, in a minute)"
	@echo "make lint    run only the checks: ruff, mypy, import-linter"
	@echo "make coverage     report which lines the tests do not reach"
	@echo "make test ENGINE=properdocs  run the tests of whole sites with another engine (properdocs, materialx)"
	@echo "make compatibility  build with each engine and each plugin, for the tables in the manual (ONLY='rss tags': print these)"
	@echo "make test-oldest  run the tests with the oldest dependencies that pyproject.toml allows"
	@echo "make mutation     change the code and report what no test notices (ONLY='daytrail.facts.*'); takes hours"
	@echo "make fuzz    try random projects, documents and settings (SECONDS=600)"
	@echo "make audit   measure the built demo with Lighthouse and axe-core (ONLY=home,log: these pages); takes ten minutes"
	@echo "make wheel   build the package with everything it needs into dist/; needs npm"
	@echo "make translations  collect the words of the site for its languages, and say which are not translated"
	@echo "make vulnerabilities  ask PyPI and npm for known vulnerabilities of the locked versions"
	@echo "make bench   measure time and memory, and compare with other site generators"
	@echo "make lock    update requirements/ and package-lock.json (UPGRADE=1: to the newest versions)"
	@echo "make clean   remove all generated files, including .venv"

site: .venv/.site
	@$(BIN)/python tools/vendor.py mermaid
	$(BIN)/daytrail build --strict

serve: .venv/.site
	@$(BIN)/python tools/vendor.py mermaid
	$(BIN)/daytrail serve

journal: .venv/.site
	@test -n "$(DIR)" || { echo "name a folder for the journal: make journal DIR=../my-log" >&2; exit 2; }
	@$(BIN)/python tools/vendor.py mermaid
	@$(BIN)/daytrail init "$(DIR)"

ifneq ($(ENGINE),)
test: test-$(ENGINE)
else
test: lint
ifeq ($(FAST),)
	@$(BIN)/python tools/vendor.py mermaid axe-core
	@$(BIN)/python tools/browser.py
	@echo "tests: pytest, all tests"
	@$(BIN)/python $(PYTEST) $(TESTS)
else
	@echo "tests: pytest, without the browser and whole sites"
	@$(BIN)/python $(PYTEST) -m $(UNIT) $(TESTS)
endif
endif

# Each in an environment of its own: ProperDocs takes the place of MkDocs, and MaterialX that of Material.
test-properdocs test-materialx: test-%: .venv-%/.test
	@.venv-$*/bin/python tools/vendor.py mermaid axe-core
	@.venv-$*/bin/python tools/browser.py
	@echo "tests: pytest, whole sites built with $*"
	@.venv-$*/bin/python $(PYTEST) $(TESTS) $(ENGINE_TESTS)
	@.venv-$*/bin/python $(PYTEST) $(TESTS) tests/browser/test_site.py tests/browser/test_not_found.py

# Not part of `make test`: the plugins, in an environment of their own, are no part of Daytrail.
compatibility: .venv/.site .venv-properdocs/.test .venv-materialx/.test .venv-plugins/.plugins
	@$(BIN)/python tools/vendor.py mermaid
	@$(BIN)/python tools/compatibility.py $(ONLY)

test-oldest: .venv-oldest/.test
	@echo "tests: pytest with the oldest allowed dependencies, without the browser"
	@.venv-oldest/bin/python $(PYTEST) -m "not browser" --ignore tests/test_checks.py $(TESTS)

# Child processes, pytest's workers among them, are measured too.
coverage: .venv/.test
	@echo "coverage: pytest, without the browser"
	@rm -f .coverage .coverage.*
	@$(BIN)/coverage run $(PYTEST) -m "not browser" $(TESTS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --fail-under=$(COVERAGE_FLOOR)

# In an environment of its own, since mutmut brings packages that no test needs.
mutation: .venv-mutation/.test
	@echo "mutation: mutmut, facts, source and sanitise"
	@.venv-mutation/bin/python tools/mutation.py $(ONLY)

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

# Not part of `make test`: it needs the network, and its result changes without a commit. requirements/oldest.txt is old
# on purpose, and nobody installs it but for tests. Lighthouse looks at our own pages only.
vulnerabilities: .venv-audit/.audit
	.venv-audit/bin/pip-audit --strict --disable-pip --require-hashes --requirement requirements/site.txt \
		--requirement requirements/test.txt --requirement requirements/mutation.txt --requirement requirements/audit.txt \
		--requirement requirements/properdocs.txt --requirement requirements/materialx.txt --requirement requirements/zensical.txt \
		--requirement requirements/plugins.txt
	@if command -v npm >/dev/null; then npm audit; else echo "package-lock.json is not checked: npm is missing" >&2; fi

bench: .venv/.test .venv-materialx/.test .venv-zensical/.test
	@$(BIN)/python benchmarks/plan.py
	@$(BIN)/python benchmarks/reading.py
	@$(BIN)/python benchmarks/imports.py
	@PATH="$(CURDIR)/.venv-zensical/bin:$$PATH" $(BIN)/python benchmarks/builds.py
	@$(BIN)/python benchmarks/search.py

# Made anew each time: no rule knows what all the files are.
build/links.txt: .venv/.site FORCE
	@mkdir -p build
	@$(BIN)/daytrail reading --links > build/links.tsv
	@cut -f1 build/links.tsv | sort -u > $@

FORCE:

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
	rm -rf $(VENVS) build dist mutants site .cache .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache .coverage .coverage.* \
		src/daytrail/assets/mermaid src/daytrail/assets/repository
	find src tests tools benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENVS:%=%/.made):
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

.venv-audit/.audit: .venv-audit/.made requirements/audit.txt
	@.venv-audit/bin/python tools/install.py requirements/audit.txt
	@touch $@

.venv-plugins/.plugins: .venv-plugins/.made requirements/plugins.txt pyproject.toml
	@.venv-plugins/bin/python tools/install.py requirements/plugins.txt
	@.venv-plugins/bin/python $(PIP_INSTALL) --no-build-isolation --editable .
	@touch $@

.venv-mutation/.test: .venv-mutation/.made requirements/mutation.txt pyproject.toml
	@.venv-mutation/bin/python tools/install.py requirements/mutation.txt
	@.venv-mutation/bin/python $(PIP_INSTALL) --no-build-isolation --editable .
	@touch $@

.venv-zensical/.test: .venv-zensical/.made requirements/zensical.txt
	@.venv-zensical/bin/python tools/install.py requirements/zensical.txt
	@touch $@

.venv-properdocs/.test .venv-materialx/.test: .venv-%/.test: .venv-%/.made requirements/%.txt pyproject.toml
	@$(@D)/bin/python tools/install.py requirements/$*.txt
	@$(@D)/bin/python $(PIP_INSTALL) --no-build-isolation --editable .
	@touch $@

.venv-oldest/.test: .venv-oldest/.made requirements/oldest.txt pyproject.toml
	@.venv-oldest/bin/python tools/install.py requirements/oldest.txt
	@.venv-oldest/bin/python $(PIP_INSTALL) --no-build-isolation --editable .
	@touch $@
