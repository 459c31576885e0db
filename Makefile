# The front door: thin names over CMake presets and scripts. `make help` lists them.
# Every target first installs what is missing (scripts/setup).

SECONDS ?= 60
N ?= 20
ONLY ?=
PREFIX ?= /usr/local

.DEFAULT_GOAL := build
.PHONY: build wasm page npm python dev run test check unit asan clang tiny tsan cov golden docs pictures fmt fmt-check lint fuzz mutants nightly kill install deb dist clean help

build: ## the release binary build/croupier and the libraries
	@scripts/setup build
	@[ -e web/dist/RELEASED ] || { scripts/setup wasm 2>/dev/null && scripts/build wasm; } || echo "build: the page goes without the referee for tabs; 'make wasm' tells what is missing"
	@scripts/build release --target dist

dev: ## build-dev/croupier for daily work: no LTO, links in a second
	@scripts/setup build
	@scripts/build dev --target croupier

run: build ## the server, on http://127.0.0.1:8080
	@exec build/croupier serve

test: ## what must hold before a commit, ends with "N passed, N failed"
	@scripts/test

check: ## everything: `make test`, unless it has just passed, and the long rest
	@scripts/test check

unit: ## the build for daily work with all its tests
	@scripts/setup build test
	@scripts/build dev && scripts/run-ctest dev

asan clang tiny tsan: ## one build with its tests (asan, clang, tiny, tsan)
	@scripts/setup build test $(filter clang,$(@:tiny=clang))
	@scripts/build $@ && scripts/run-ctest $@

cov: ## line coverage of the tests, as a table and build-cov/coverage.html
	@scripts/setup test cov
	@scripts/build cov && ctest --preset cov && scripts/coverage

wasm: ## the referee for browsers and Node: build-wasm/croupier.wasm
	@scripts/setup wasm
	@scripts/build wasm

page: wasm ## the page as a folder for any static host: build-page
	@scripts/build-page && rm -rf build-page && mkdir build-page && cp web/dist/* build-page/ && rm build-page/page.inc

npm: wasm ## the npm package in dist/npm, packed as it would be published
	@cp build-wasm/croupier.wasm build-wasm/rules.json dist/npm/ && cd dist/npm && npm pack --silent

python: build ## the Python package as a wheel with the library in it: build/python/*.whl
	@scripts/setup python
	@mkdir -p build/python && cd python/backend && python3 -B -c 'import croupier_build as b; print("build/python/" + b.build_wheel("../../build/python"))'

golden: build ## make the golden playthroughs of tests/golden anew; then read the difference
	@tests/golden/run --update build/croupier

pictures: build ## make the pictures of README and docs anew: docs/pictures
	@scripts/setup browser
	@PICTURES=1 node web/test/browser/run.mjs pictures

docs: build ## make docs/rules from the games' tables
	@scripts/gen-docs

fmt: ## lay out all C files (clang-format)
	@scripts/setup test
	@scripts/format

fmt-check: ## fail if `make fmt` would change a file
	@scripts/setup test
	@scripts/format --check

lint: ## clang-tidy and cppcheck
	@scripts/setup test lint
	@scripts/build dev && scripts/lint

fuzz: ## each fuzzer for SECONDS=60
	@scripts/setup clang
	@scripts/build tiny --target fuzzers && scripts/fuzz $(SECONDS)

mutants: ## planted faults, each caught by its test; ONLY=duel/ for some of them
	@scripts/setup build test
	@scripts/mutants $(ONLY)

nightly: ## the long runs: thread sanitizer, long laws, fuzzing, lint
	@scripts/test nightly

kill: build ## the server under load, killed N=20 times, loses nothing
	@python3 -B tests/e2e/kill.py build/croupier $(N)

install: build ## into PREFIX=/usr/local (DESTDIR is honoured)
	@cmake --install build --prefix $(PREFIX)

deb: ## the Debian package of this tree: build-deb/*.deb
	@scripts/setup deb
	@scripts/build deb && cd build-deb && rm -f *.deb && cpack >/dev/null && ls *.deb

dist: ## the release: source archive, Debian, npm and Python packages, container file, in build-dist
	@scripts/setup dist
	@scripts/dist

clean: ## remove all build folders
	@rm -rf build build-*

help: ## this list
	@sed -n 's/^\([a-z][a-z -]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | \
	while IFS='|' read -r names text; do printf '  make %-27s %s\n' "$$names" "$$text"; done
