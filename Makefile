# make tour  and  make test  are all a newcomer needs; make help lists the rest.
#
# Everything lives in .venv: a Python from 3.11 on, a C++20 compiler and make are all that is asked of the machine.
# The package is installed as its users have it, and again whenever one of its files has changed.

PYTHON ?= $(firstword $(foreach python,python3 python3.11 python3.12 python3.13 python3.14,\
	$(shell $(python) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(python))))
JOBS ?= 2
PYTEST_ARGS ?=

VENV := .venv
PACKAGE_BUILD := build/package
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CMAKE := $(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -S .
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)

# Folders are listed too: a file that was taken away changes nothing but its folder.
NATIVE := CMakeLists.txt $(shell find engine bindings -not -name '.*' 2>/dev/null)
PACKAGE := pyproject.toml $(NATIVE) $(shell find src -not -path '*__pycache__*' 2>/dev/null)
CXX_FILES = $(shell find engine bindings -name '*.cpp' -o -name '*.hpp')

.DEFAULT_GOAL := help
.PHONY: help tour test test-slow engine-test docs bench bench-signature lint format sanitize stub clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

tour: $(VENV)/.package  ## solve one puzzle of every family, show the pictures, write tour.html
	$(BIN)/shapewright tour

test: engine-test $(VENV)/.package $(VENV)/.group-test  ## every test that is not marked slow
	$(BIN)/python -m pytest -m "not slow" -n $(JOBS) $(PYTEST_ARGS)

test-slow: $(VENV)/.package $(VENV)/.group-test  ## the tests marked slow
	$(BIN)/python -m pytest -m slow $(PYTEST_ARGS)

engine-test: $(PACKAGE_BUILD)/engine_tests  ## the engine's own tests
	$(PACKAGE_BUILD)/engine_tests

docs: $(VENV)/.package $(VENV)/.group-docs  ## the documentation, into build/docs/index.html
	$(BIN)/python -m sphinx -q -W --keep-going -d build/docs-doctrees docs build/docs

bench: $(VENV)/.package $(VENV)/.group-bench  ## measure side by side with the peers
	@for script in $(filter-out benchmarks/random_commands.py,$(wildcard benchmarks/[a-z]*.py)); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

bench-signature: $(VENV)/.package  ## write benchmarks/signature.txt anew: how much work fixed searches take, and their answers
	$(BIN)/python -m benchmarks._signature

lint: $(VENV)/.group-dev $(VENV)/.package  ## ruff, mypy (it reads what the package needs), import contracts, clang-format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports --no-cache
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)

format: $(VENV)/.group-dev  ## put every file into the shape lint asks for
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

sanitize: build/asan/passed build/tsan/passed  ## the engine's tests under ASan + UBSan, those with threads under TSan

stub: $(VENV)/.package  ## write src/shapewright/_core.pyi anew from the built module
	$(BIN)/python -m nanobind.stubgen -q -m shapewright._core -o src/shapewright/_core.pyi

clean:  ## take away everything that was built, .venv too
	rm -rf $(VENV) build dist docs/_pictures docs/_notebooks docs/_generated tour.html .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests docs benchmarks examples -name __pycache__ -prune -exec rm -rf {} +

# --- The environment ------------------------------------------------------------------------------------------------

$(VENV)/.pip:
	@test -n "$(PYTHON)" || { echo "error: no Python >= 3.11 found; name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@test -x $(BIN)/python || { echo "creating $(VENV)"; $(PYTHON) -m venv $(VENV); }
	$(PIP) install --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.group-%: $(VENV)/.pip pyproject.toml
	$(PIP) install --group $*
	@touch $@

# Without build isolation, so that the build folder stays valid from one install to the next and unchanged objects stay.
$(VENV)/.package: $(VENV)/.group-build $(PACKAGE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --no-build-isolation -C build-dir=$(PACKAGE_BUILD) \
		-C cmake.define.SHAPEWRIGHT_TESTS=ON .
	@touch $@

# --- The engine on its own ------------------------------------------------------------------------------------------

# The engine that was compiled for the package, with its tests.
$(PACKAGE_BUILD)/engine_tests: $(VENV)/.package
	$(BIN)/cmake --build $(PACKAGE_BUILD) --target engine_tests
	@touch $@

build/asan/passed: SANITIZE := address
build/tsan/passed: SANITIZE := thread
build/asan/passed build/tsan/passed: build/%/passed: $(VENV)/.group-build $(NATIVE)
	$(CMAKE) -B build/$* -DSHAPEWRIGHT_PYTHON=OFF -DSHAPEWRIGHT_TESTS=ON -DSHAPEWRIGHT_SANITIZE=$(SANITIZE)
	$(BIN)/cmake --build build/$* --target engine_tests
	build/$*/engine_tests
	@touch $@
