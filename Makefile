# Everything a developer or an operator runs, by name: `make help`.
# Needs Python 3.11 or newer and make; whatever else is missing is installed into .venv.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The newest Python here that has venv; `make PYTHON=/path/to/python3.12 ...` decides otherwise.
CANDIDATES := python3.13 python3.12 python3.11 python3
USABLE := import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for name in $(CANDIDATES); do \
	if $$name -c '$(USABLE)' 2>/dev/null; then echo $$name; break; fi; done)

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
SITE := $(VENV)/.site-installed
DEV := $(VENV)/.dev-installed

SOURCES := config mcp_gateway projects_app tests manage.py
TEMPLATES := $(wildcard mcp_gateway/templates projects_app/templates)

# `make test ARGS="-k audit -x"` passes more to pytest.
ARGS ?=
PYTEST := $(BIN)/python -m pytest -q

NPM := $(shell command -v npm)
NODE_MODULES := tests/conformance/node_modules
NODE_STAMP := $(NODE_MODULES)/.installed

# What `make test-services` talks to; the database and its test copy are made as needed.
SERVICES_DATABASE_URL ?= postgres://postgres:postgres@127.0.0.1:5432/mcp_gateway
SERVICES_REDIS_URL ?= redis://127.0.0.1:6379/15

# A site as it stands in production, for `check --deploy`.
PRODUCTION := DEBUG=false BASE_URL=https://gateway.example.com ALLOWED_HOSTS=gateway.example.com \
	PROXY_COUNT=1 SECRET_KEY=check-only-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQ

NEWEST_VENV := build/venv-newest
NEWEST_PYTHON ?= $(shell for name in python3.13 $$HOME/.pyenv/versions/3.13.*/bin/python; do \
	if $$name -c '$(USABLE)' 2>/dev/null; then echo $$name; break; fi; done)

##@ Run
.PHONY: demo
demo: $(SITE) ## A site with demo data, a token and the connection snippet, served
	@$(BIN)/python manage.py quickstart $(ARGS)

##@ Test
.PHONY: test coverage test-services test-newest conformance bench
test: $(DEV) ## Everything that needs no outside service; names what it skips
	@$(PYTEST) -n auto $(ARGS)

coverage: $(DEV) ## The same, measured, with the floors that the house style sets
	@$(PYTEST) -n auto --cov --cov-report= $(ARGS)
	@$(BIN)/coverage report --include='mcp_gateway/*' --fail-under=95
	@$(BIN)/coverage report --include='mcp_gateway/protocol/*,mcp_gateway/registry/*' --fail-under=100

test-services: $(DEV) ## The whole suite on PostgreSQL and Redis, with a worker
	@DATABASE_URL=$(SERVICES_DATABASE_URL) REDIS_URL=$(SERVICES_REDIS_URL) \
		$(PYTEST) --with services $(ARGS)

test-newest: ## The suite on Python 3.13 and the newest Django, where there is a 3.13
ifeq ($(NEWEST_PYTHON),)
	@echo "test-newest: skipped, no python3.13 on this machine"
else
	@test -x $(NEWEST_VENV)/bin/python || $(NEWEST_PYTHON) -m venv $(NEWEST_VENV)
	@$(NEWEST_VENV)/bin/python -m pip --quiet --quiet --disable-pip-version-check install \
		-r requirements-dev.txt -c constraints.txt
	@$(NEWEST_VENV)/bin/python -m pip --quiet --quiet --disable-pip-version-check install --upgrade Django
	@$(NEWEST_VENV)/bin/python -c 'import sys, django; \
		print("Python", sys.version.split()[0], "Django", django.__version__)'
	@$(NEWEST_VENV)/bin/python -m pytest -q -n auto $(ARGS)
endif

conformance: $(DEV) $(if $(NPM),$(NODE_STAMP)) ## The official conformance suite and clients against a served site
	@$(if $(NPM),,echo "conformance: no npm here, so the official suite and the Inspector are skipped")
	@$(PYTEST) tests/conformance tests/clients --with conformance $(ARGS)

bench: $(DEV) ## The benchmarks, as ratios against a bare view; also written as JSON
	@$(BIN)/python -m tests.benchmarks $(ARGS)

##@ Check
.PHONY: check lint types layers templates django fmt
check: lint types layers templates django test ## All of the checks below, then the tests

lint: $(DEV) ## ruff: mistakes, order, form
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/ruff format --check $(SOURCES)

types: $(DEV) ## mypy, strict
	@$(BIN)/mypy $(SOURCES)

layers: $(DEV) ## import-linter: imports run one way
	@$(BIN)/lint-imports

templates: $(DEV) ## djlint
ifneq ($(TEMPLATES),)
	@$(BIN)/djlint --check --lint $(TEMPLATES)
else
	@echo "templates: there are none"
endif

django: $(DEV) ## check --deploy as in production; no migration is missing
	@$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	@$(BIN)/python manage.py makemigrations --check --dry-run

fmt: $(DEV) ## Rewrite what a machine can put right
	@$(BIN)/ruff check --fix $(SOURCES)
	@$(BIN)/ruff format $(SOURCES)
ifneq ($(TEMPLATES),)
	@$(BIN)/djlint --quiet --reformat $(TEMPLATES)
endif

##@ Upkeep
.PHONY: constraints help
constraints: ## Write constraints.txt from a clean environment
	@rm -rf build/venv-constraints
	@$(PYTHON) -m venv build/venv-constraints
	@build/venv-constraints/bin/python -m pip --quiet --quiet --disable-pip-version-check install \
		--upgrade pip -r requirements-dev.txt
	@{ echo '# Every package at its exact version. Generated by `make constraints`: do not edit.'; \
		build/venv-constraints/bin/python -m pip freeze; } > constraints.txt
	@echo "constraints.txt: $$(grep -c == constraints.txt) packages"

help: ## This list
	@awk 'BEGIN { FS = ":.*## " } \
		/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with venv is needed" \
		"(Debian: apt-get install python3-venv)." >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

$(SITE): requirements.txt constraints.txt | $(BIN)/python
	@echo "Installing what the site needs"
	@$(PIP) install -r requirements.txt -c constraints.txt
	@touch $@

$(DEV): requirements.txt requirements-dev.txt constraints.txt | $(BIN)/python
	@echo "Installing what the checks and tests need"
	@$(PIP) install -r requirements-dev.txt -c constraints.txt
	@touch $@ $(SITE)

$(NODE_STAMP): tests/conformance/package.json tests/conformance/package-lock.json
	@echo "Installing the official suite"
	@npm ci --prefix tests/conformance --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
