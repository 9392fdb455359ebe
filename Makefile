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
.PHONY: help tour test test-slow engine-test engine-test-clang engine-test-aarch64 wire wasm wasm-test docs bench bench-signature lint lint-pages \
	format sanitize site site-test wheel wheel-test sdist stub clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

tour: $(VENV)/.package  ## solve puzzles of every family, show the pictures, write tour.html
	@$(BIN)/shapewright tour

test: engine-test $(VENV)/.package $(VENV)/.group-test  ## every test that is not marked slow, but those of the folder (make site-test)
	@echo "Running the tests of the package"
	@$(BIN)/python -m pytest -m "not slow" -n $(JOBS) --ignore tests/site $(PYTEST_ARGS)

test-slow: $(VENV)/.package $(VENV)/.group-test  ## the tests marked slow
	$(BIN)/python -m pytest -m slow $(PYTEST_ARGS)

engine-test: $(PACKAGE_BUILD)/engine_tests  ## the engine's own tests
	@echo "Running the engine's own tests"
	@$(PACKAGE_BUILD)/engine_tests

engine-test-clang: build/clang/passed  ## the same compiled by clang (CLANG=clang++-19: by that one)

engine-test-aarch64: build/aarch64/passed  ## the same for 64-bit ARM, run by an emulator; needs qemu-user and $(AARCH64)

wire: $(PACKAGE_BUILD)/libshapewright_wire.so  ## the engine behind the browser's interface, for tests/bindings to compare

wasm: build/wasm/simd/built build/wasm/plain/built  ## the engine for browsers, with SIMD and without; needs emscripten

wasm-test: build/wasm/simd/passed build/wasm/plain/passed  ## the engine's own tests as WebAssembly; needs node too

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

lint-pages: node_modules/.installed  ## the types of the pages' JavaScript, by the TypeScript compiler; needs npm
	node_modules/.bin/tsc --project .

format: $(VENV)/.group-dev  ## put every file into the shape lint asks for
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CXX_FILES)

sanitize: build/asan/passed build/tsan/passed  ## the engine's tests under ASan + UBSan, those with threads under TSan

# The documentation is put in as it is in build/docs; where it need not be built anew: make site SITE_DOCS=
SITE_DOCS ?= docs
site: $(VENV)/.package $(VENV)/.group-docs node_modules/.installed wasm $(SITE_DOCS)  ## the studio without a server: a folder of static files, build/site
	$(BIN)/python -m shapewright.web.site build/site --wasm build/wasm --wire bindings/wire \
		--modules node_modules $$(test -f build/docs/index.html && echo --docs build/docs)

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

stub: $(VENV)/.package  ## write src/shapewright/_core.pyi anew from the built module
	$(BIN)/python -m nanobind.stubgen -q -m shapewright._core -o src/shapewright/_core.pyi

clean:  ## take away everything that was built, .venv too
	rm -rf $(VENV) build dist node_modules docs/_pictures docs/_notebooks docs/_generated tour.html .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
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

# Without build isolation, so that the build folder stays valid from one install to the next and unchanged objects stay.
# Python compiles a module when it is first imported: most of those that pip would compile never are.
$(VENV)/.package: $(VENV)/.group-build $(PACKAGE)
	@echo "Compiling the engine and installing the package"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python release/compile.py $(BIN)/python -m pip --disable-pip-version-check -v \
		install --no-compile --no-build-isolation -C build-dir=$(PACKAGE_BUILD) \
		-C cmake.define.SHAPEWRIGHT_TESTS=ON -C cmake.define.SHAPEWRIGHT_WIRE=ON .
	@touch $@

# What npm installs is for development only: the pages ship as they are written.
node_modules/.installed: package.json package-lock.json .npmrc
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# --- The engine on its own ------------------------------------------------------------------------------------------

# The engine that was compiled for the package, with its tests.
$(PACKAGE_BUILD)/engine_tests: $(VENV)/.package
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
		-DSHAPEWRIGHT_PRECOMPILE=OFF
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
