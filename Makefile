# `make` runs the main job, `make test` the tests. Both make their own virtual environment first.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: run test test-slow lint check clean

run: $(VENV)/.requirements
	$(BIN)/python runner.py

test: $(VENV)/.requirements-dev
	$(BIN)/python -m pytest

test-slow: $(VENV)/.requirements-dev
	$(BIN)/python -m pytest -m slow

lint: $(VENV)/.requirements-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# What CI runs, word for word.
check: test lint test-slow

$(VENV)/.%: %.txt requirements-min.txt requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $<
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .pytest_cache
