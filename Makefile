# make tour  and  make test  are all a newcomer needs; make help lists the rest.
#
# Everything lives in .venv: a Python from 3.11 on, a C++20 compiler and make are all that is asked of the machine.
# The package is installed as its users have it, and again whenever one of its files has changed.

PYTHON ?= $(firstword $(foreach python,python3 python3.11 python3.12 python3.13 python3.14,\
	$(shell $(python) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(python))))
JOBS ?= 2
CLANG ?= clang++
AARCH64 ?= aarch64-linux-gnu-g++
AARCH64_LIBRARIES ?= /usr/aarch64-linux-gnu
PYTEST_ARGS ?=
MUTANTS_ARGS ?=

VENV := .venv
PACKAGE_BUILD := build/package
NODE_MODULES := release/pages/node_modules
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
EXE := $(if $(filter Windows_NT,$(OS)),.exe)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
CMAKE := $(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -S .
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)

# Folders are listed too: a file that was taken away changes nothing but its folder.
NATIVE := CMakeLists.txt $(shell find engine bindings -not -name '.*' 2>/dev/null)
PACKAGE := pyproject.toml $(NATIVE) $(shell find src -not -path '*__pycache__*' 2>/dev/null)
CXX_FILES = $(shell find engine bindings -name '*.cpp' -o -name '*.hpp')

.DEFAULT_GOAL := help
.PHONY: help build-times environment lowest-test tour test test-all test-slow engine-test engine-test-clang engine-test-aarch64 wire wasm wasm-test docs bench bench-signature lint lint-engine lint-pages \
	test-pages explore mutants mutants-engine coverage coverage-engine coverage-python format sanitize site site-test wheel wheel-test sdist stub clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

tour: $(VENV)/.package  ## solve puzzles of every family, show the pictures, write tour.html
	@$(BIN)/shapewright tour

test: engine-test $(VENV)/.package $(VENV)/.group-test  ## the tests to run before a commit; they say at the end what they leave out
	@echo "Running the tests of the package"
	@$(BIN)/python -m pytest -m "not slow and not thorough" -n $(JOBS) --ignore tests/site $(PYTEST_ARGS)

test-all: engine-test $(VENV)/.package $(VENV)/.group-test  ## every test that is not marked slow, but those of the folder (make site-test)
	@echo "Running all tests of the package"
	@$(BIN)/python -m pytest -m "not slow" --everything -n $(JOBS) --ignore tests/site $(PYTEST_ARGS)

test-slow: $(VENV)/.package $(VENV)/.group-test  ## the tests marked slow
	$(BIN)/python -m pytest -m slow $(PYTEST_ARGS)

test-pages: $(VENV)/.package $(VENV)/.group-test  ## the modules of the pages, under node and without a browser; make test runs them, too
	$(BIN)/python -m pytest tests/web/modules $(PYTEST_ARGS)

SECONDS ?= 600
explore: $(VENV)/.package $(VENV)/.group-test  ## look for faults with inputs that no test has drawn, for some time (SECONDS=600)
	$(BIN)/python -m tests.explore $(SECONDS) $(SEED)

engine-test: $(PACKAGE_BUILD)/engine_tests$(EXE)  ## the engine's own tests
	@echo "Running the engine's own tests"
	@$(PACKAGE_BUILD)/engine_tests$(EXE)

engine-test-clang: build/clang/passed  ## the same compiled by clang, with assertions (CLANG=clang++-19: by that one)

engine-test-aarch64: build/aarch64/passed  ## the same for 64-bit ARM, run by an emulator; needs qemu-user and $(AARCH64)

wire: $(PACKAGE_BUILD)/libshapewright_wire.so  ## the engine behind the browser's interface, for tests/bindings to compare

wasm: build/wasm/simd/built build/wasm/plain/built  ## the engine for browsers, with SIMD and without; needs emscripten

wasm-test: build/wasm/simd/passed build/wasm/plain/passed  ## the engine's own tests as WebAssembly; needs node too

docs: $(VENV)/.package $(VENV)/.group-docs  ## the documentation, into build/docs/index.html
	$(BIN)/python -m sphinx -q -W --keep-going -d build/docs-doctrees docs build/docs

bench: $(VENV)/.package $(VENV)/.group-bench  ## measure side by side with the peers
	@for script in $(filter-out benchmarks/random_commands.py,$(wildcard benchmarks/*.py)); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

build-times: $(VENV)/.package  ## the files of the package that took longest to compile
	@$(BIN)/python release/build_times.py $(PACKAGE_BUILD)

bench-signature: $(VENV)/.package  ## write benchmarks/signature.txt anew: how much work fixed searches take, and their answers
	$(BIN)/python -m benchmarks.parts.signature

lint: $(VENV)/.group-dev $(VENV)/.package  ## ruff, mypy (it reads what the package needs), import contracts, clang-format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports --no-cache
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)

# Not part of lint: five minutes of one processor. The wire has the bindings without Python's headers.
lint-engine: $(VENV)/.group-dev  ## clang-tidy over the engine and its bindings
	$(CMAKE) -B build/tidy -DSHAPEWRIGHT_PYTHON=OFF -DSHAPEWRIGHT_WIRE=ON -DSHAPEWRIGHT_PRECOMPILE=OFF -DSHAPEWRIGHT_ASSERTIONS=ON
	$(BIN)/python $(BIN)/run-clang-tidy.py -clang-tidy-binary $(BIN)/clang-tidy -p build/tidy -quiet -j $(JOBS) $(TIDY_FILES)

lint-pages: $(NODE_MODULES)/.installed  ## the types of the pages' JavaScript, by the TypeScript compiler; needs npm
	$(NODE_MODULES)/.bin/tsc --project release/pages

format: $(VENV)/.group-dev  ## put every file into the shape lint asks for
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

sanitize: build/asan/passed build/tsan/passed  ## the engine's tests under ASan + UBSan, those with threads under TSan

# The documentation is put in as it is in build/docs; where it need not be built anew: make site SITE_DOCS=
SITE_DOCS ?= docs
site: $(VENV)/.package $(VENV)/.group-docs $(NODE_MODULES)/.installed wasm $(SITE_DOCS)  ## the studio without a server: a folder of static files, build/site
	$(BIN)/python -m release.site build/site --wasm build/wasm --wire bindings/wire \
		--modules $(NODE_MODULES) $$(test -f build/docs/index.html && echo --docs build/docs)

site-test: site $(VENV)/.group-test  ## carry out a job of each family in a browser, in that folder, without a network
	$(BIN)/python -m pytest tests/site $(PYTEST_ARGS)

# On Linux under the name that says which systems can install it (manylinux).
wheel: $(VENV)/.group-release $(PACKAGE)  ## the package as its users install it, for this system and this Python, into dist
	rm -rf build/wheel dist/*.whl
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) wheel --no-deps --no-build-isolation -C build-dir=$(PACKAGE_BUILD) -w build/wheel .
	mkdir -p dist
	if [ "$$(uname)" = Linux ]; then PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair -w dist build/wheel/*.whl; \
		else cp build/wheel/*.whl dist; fi

# On the PATH is nothing but the new environment: no compiler, no cmake; --only-binary keeps pip from looking for one.
WHEEL_TEST = cd build/wheel-test && env -u PYTHONPATH PATH=$(CURDIR)/build/wheel-test/venv/bin \
	PIP_DISABLE_PIP_VERSION_CHECK=1 XDG_CACHE_HOME=$(CURDIR)/build/wheel-test/cache
wheel-test: wheel  ## install that wheel where there is no compiler, and run the tour from it
	rm -rf build/wheel-test
	$(BIN)/python -m venv build/wheel-test/venv
	$(WHEEL_TEST) pip install --quiet --only-binary :all: $(CURDIR)/dist/*.whl
	$(WHEEL_TEST) pip check
	$(WHEEL_TEST) python -c "import shapewright"
	$(WHEEL_TEST) shapewright tour

sdist: $(VENV)/.group-release  ## what a wheel can be built from, into dist
	rm -f dist/*.tar.gz
	$(BIN)/python -m build --sdist --no-isolation --outdir dist

mutants: $(VENV)/.package $(VENV)/.group-mutants  ## change the code that judges, one thing at a time: which changes does no test notice? (MUTANTS_ARGS="--count 100")
	$(BIN)/python -m tests.code_mutants --jobs $(JOBS) $(MUTANTS_ARGS)

mutants-engine: $(PACKAGE_BUILD)/engine_tests$(EXE) $(VENV)/.group-mutants  ## the same at 50 places of the engine (MUTANTS_ARGS="--places 20")
	$(BIN)/python -m tests.code_mutants.engine --build $(PACKAGE_BUILD) $(MUTANTS_ARGS)

coverage: coverage-engine coverage-python  ## which lines no test reaches, of the engine and of the package: build/coverage

# What the engine's own tests reach, with little optimisation and few sizes of templates, as with sanitizers.
COVERAGE_FLAGS = --coverage -fprofile-update=prefer-atomic -DSHAPEWRIGHT_FEW_RINGS
coverage-engine: $(VENV)/.group-build $(VENV)/.group-coverage
	$(CMAKE) -B build/coverage/objects -DSHAPEWRIGHT_PYTHON=OFF -DSHAPEWRIGHT_TESTS=ON -DSHAPEWRIGHT_PRECOMPILE=OFF \
		-DCMAKE_CXX_FLAGS="$(COVERAGE_FLAGS)" -DCMAKE_CXX_FLAGS_RELEASE=-O1
	$(BIN)/cmake --build build/coverage/objects --target engine_tests
	find build/coverage/objects -name '*.gcda' -delete
	build/coverage/objects/engine_tests
	mkdir -p build/coverage/engine
	$(BIN)/gcovr --root . --filter engine/ --exclude engine/tests/ -j $(JOBS) build/coverage/objects \
		--html-nested build/coverage/engine/index.html --json-summary build/coverage/engine.json
	@$(BIN)/python -c "import json; print('engine:', json.load(open('build/coverage/engine.json'))['line_percent'], '% of the lines')"

# A test that fails because it is slower here does not keep the report back.
coverage-python: export COVERAGE_FILE = build/coverage/python.data
coverage-python: $(VENV)/.package $(VENV)/.group-test $(VENV)/.group-coverage
	mkdir -p build/coverage
	-$(BIN)/python -m pytest -q -m "not slow and not thorough" -n $(JOBS) --ignore tests/site --cov=shapewright \
		--cov-report=html:build/coverage/python $(PYTEST_ARGS)
	@echo "package: $$($(BIN)/coverage report --format=total) % of the lines"

stub: $(VENV)/.package  ## write src/shapewright/_core.pyi anew from the built module
	$(BIN)/python -m nanobind.stubgen -q -m shapewright._core -o src/shapewright/_core.pyi

# Only what pyproject.toml says we need is held down; the tools of the tests are the newest. An old starlette tests with
# httpx, and uses what newer packages call deprecated.
LOWEST = build/lowest/venv/bin
LOWEST_TESTS := tests/cli tests/drawing tests/public tests/questions tests/storage
lowest-test: wheel  ## the package with the oldest versions of all dependencies that pyproject.toml allows: the tour, and tests
	rm -rf build/lowest
	$(BIN)/python -m venv build/lowest/venv
	$(BIN)/python release/lowest.py > build/lowest/versions.txt
	$(LOWEST)/python -m pip --quiet install --upgrade "pip>=25.1"
	$(LOWEST)/python -m pip --quiet install --only-binary :all: --constraint build/lowest/versions.txt --group test httpx dist/*.whl
	cd build/lowest && env -u PYTHONPATH XDG_CACHE_HOME=$(CURDIR)/build/lowest/cache venv/bin/shapewright tour
	$(LOWEST)/python -m pytest -q -m "not slow and not thorough" -W ignore::DeprecationWarning -n $(JOBS) \
		$(LOWEST_TESTS) $(PYTEST_ARGS)

clean:  ## take away everything that was built, .venv too
	rm -rf $(VENV) build dist $(NODE_MODULES) docs/_pictures docs/_notebooks docs/_generated tour.html .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests docs benchmarks examples -name __pycache__ -prune -exec rm -rf {} +

# --- The environment ------------------------------------------------------------------------------------------------

$(VENV)/.pip:
	@test -n "$(PYTHON)" || { echo "error: no Python >= 3.11 found; name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Creating an environment for Python in $(VENV)"
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --upgrade "pip>=25.1"
	@touch $@

$(VENV)/.group-%: $(VENV)/.pip pyproject.toml
	@echo "Installing what \"$*\" in pyproject.toml lists"
	@$(PIP) install --group $*
	@touch $@

# All at once: several of them at a time would get into each other's way.
environment: $(VENV)/.pip pyproject.toml
	@$(PIP) install $(foreach group,build dev docs release test,--group $(group))
	@touch $(foreach group,build dev docs release test,$(VENV)/.group-$(group))

# Without build isolation, so that the build folder stays valid from one install to the next and unchanged objects stay.
# Python compiles a module when it is first imported: most of those that pip would compile never are.
$(VENV)/.package: $(VENV)/.group-build $(PACKAGE)
	@echo "Compiling the engine and installing the package"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python release/compile.py $(BIN)/python -m pip --disable-pip-version-check -v \
		install --no-compile --no-build-isolation -C build-dir=$(PACKAGE_BUILD) \
		-C cmake.define.SHAPEWRIGHT_TESTS=ON -C cmake.define.SHAPEWRIGHT_WIRE=ON .
	@touch $@

# What npm installs is for development only: the pages ship as they are written.
$(NODE_MODULES)/.installed: $(addprefix release/pages/,package.json package-lock.json .npmrc)
	npm ci --prefix release/pages --no-audit --no-fund --loglevel=error
	@touch $@

# --- The engine on its own ------------------------------------------------------------------------------------------

# The engine that was compiled for the package, with its tests.
$(PACKAGE_BUILD)/engine_tests$(EXE): $(VENV)/.package
	@echo "Compiling the engine's own tests"
	@$(BIN)/cmake --build $(PACKAGE_BUILD) --target engine_tests
	@touch $@

# Its bindings as browsers have them.
$(PACKAGE_BUILD)/libshapewright_wire.so: $(VENV)/.package
	$(BIN)/cmake --build $(PACKAGE_BUILD) --target shapewright_wire
	@touch $@

build/asan/passed: SANITIZE := address
build/tsan/passed: SANITIZE := thread
build/asan/passed build/tsan/passed: build/%/passed: $(VENV)/.group-build $(NATIVE)
	$(CMAKE) -B build/$* -DSHAPEWRIGHT_PYTHON=OFF -DSHAPEWRIGHT_TESTS=ON -DSHAPEWRIGHT_SANITIZE=$(SANITIZE)
	$(BIN)/cmake --build build/$* --target engine_tests
	build/$*/engine_tests
	@touch $@

build/clang/passed: $(VENV)/.group-build $(NATIVE)
	$(CMAKE) -B build/clang -DCMAKE_CXX_COMPILER=$(CLANG) -DSHAPEWRIGHT_PYTHON=OFF -DSHAPEWRIGHT_TESTS=ON \
		-DSHAPEWRIGHT_PRECOMPILE=OFF -DSHAPEWRIGHT_ASSERTIONS=ON
	$(BIN)/cmake --build build/clang
	build/clang/engine_tests
	@touch $@

# Debian: apt-get install g++-aarch64-linux-gnu qemu-user
build/aarch64/passed: $(VENV)/.group-build $(NATIVE)
	@command -v $(AARCH64) >/dev/null && command -v qemu-aarch64 >/dev/null || \
		{ echo "error: a compiler for ARM and its emulator are needed (apt-get install g++-aarch64-linux-gnu qemu-user)" >&2; exit 1; }
	$(CMAKE) -B build/aarch64 -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=$(AARCH64) \
		-DSHAPEWRIGHT_PYTHON=OFF -DSHAPEWRIGHT_TESTS=ON -DSHAPEWRIGHT_PRECOMPILE=OFF
	$(BIN)/cmake --build build/aarch64 --target engine_tests
	qemu-aarch64 -L $(AARCH64_LIBRARIES) build/aarch64/engine_tests
	@touch $@

# --- The engine for browsers ----------------------------------------------------------------------------------------

EMSCRIPTEN_TOOLCHAIN = $(shell em-config EMSCRIPTEN_ROOT)/cmake/Modules/Platform/Emscripten.cmake

build/wasm/simd/built: SIMD128 := ON
build/wasm/plain/built: SIMD128 := OFF
# Debian keeps what emscripten needs of node's packages where only Debian's own node looks for it.
build/wasm/simd/built build/wasm/plain/built: build/wasm/%/built: $(VENV)/.group-build $(NATIVE)
	@command -v em-config >/dev/null || { echo "error: emscripten is needed (apt-get install emscripten)" >&2; exit 1; }
	$(CMAKE) -B build/wasm/$* -DCMAKE_TOOLCHAIN_FILE=$(EMSCRIPTEN_TOOLCHAIN) -DCMAKE_BUILD_TYPE=Release \
		-DSHAPEWRIGHT_PYTHON=OFF -DSHAPEWRIGHT_WIRE=ON -DSHAPEWRIGHT_TESTS=ON -DSHAPEWRIGHT_SIMD128=$(SIMD128)
	NODE_PATH="$$NODE_PATH:/usr/share/nodejs" $(BIN)/cmake --build build/wasm/$* --target shapewright_wire
	@touch $@

build/wasm/simd/passed build/wasm/plain/passed: build/wasm/%/passed: build/wasm/%/built
	NODE_PATH="$$NODE_PATH:/usr/share/nodejs" $(BIN)/cmake --build build/wasm/$* --target engine_tests
	node build/wasm/$*/engine_tests.js
	@touch $@
