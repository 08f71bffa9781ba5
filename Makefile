# The commands: setup, run, quick, test, check, format, compile, interpreted, test-compiled, build, dist, pyz, typescript, static, fuzz, bench, soak, docs, ledger, mutate, perft, sweep, agents, envs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
COMPILED_TESTS := tests/engine tests/coriolis tests/gurps tests/socs tests/icar tests/compound_x tests/hybrid tests/conformance tests/properties tests/native tests/compiled tests/sim/test_recall.py

# tests start many processes: each would compile every module again where Python is told to keep no byte code
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run quick test browser check format compile interpreted test-compiled build dist pyz typescript static fuzz bench soak docs ledger mutate perft sweep agents envs clean

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Starfray needs Python 3.11 or newer; set PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV) || { echo "no virtual environment: install Python's venv module (Debian: apt-get install python3-venv)"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	touch $(STAMP)

run: setup
	$(BIN)/starfray serve

# while working: style, types, and the quick tests of what was touched since the last commit
quick: setup
	$(BIN)/python -m tools.quick

# browsers and servers share two cores with everything else: what fails (exit 1) is run once more, alone, and must pass then
test: setup check browser
	@STARFRAY_INTERPRETED=1 $(BIN)/pytest -n 2 --dist worksteal --check-rules --durations=30 || { \
	  [ $$? -eq 1 ] && echo "once more, alone: what has failed" && \
	  STARFRAY_INTERPRETED=1 $(BIN)/pytest --last-failed -v; }

# the page tests drive Debian's chromium
browser:
	@command -v chromium > /dev/null || { apt-get update && apt-get install -y chromium; } \
	  || { echo "the page tests need a browser: apt-get install chromium"; exit 1; }

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.pages check

# Python by ruff, the pages by Prettier
format: setup
	$(BIN)/ruff format .
	$(BIN)/python -m tools.pages format

# engine and rulebooks through mypyc, put beside the source (a C compiler is needed: Debian's gcc)
compile: setup
	@command -v cc > /dev/null || { echo "compiling needs a C compiler: apt-get install gcc"; exit 1; }
	$(BIN)/python -m native.build

interpreted: setup
	$(BIN)/python -m native.build --remove

# rules, conformance and golden cases once more, compiled
test-compiled: compile
	$(BIN)/pytest -n 2 --dist worksteal $(COMPILED_TESTS)

# a wheel for this machine in dist/, compiled
build: setup
	STARFRAY_COMPILE=1 $(BIN)/pip wheel --quiet --no-deps --no-build-isolation -w dist .

# the source archive and a wheel for every machine in dist/, checked as the package index would
dist: setup
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/twine check --strict dist/*.whl dist/*.tar.gz

# one file that holds everything: python dist/starfray.pyz play --demo
pyz: setup
	$(BIN)/shiv --quiet --reproducible -c starfray -o dist/starfray.pyz -- -c constraints.txt .
	@echo "dist/starfray.pyz is ready: $(PYTHON) dist/starfray.pyz play --demo"

# the TypeScript client, as a package for npm in dist/typescript
typescript: setup
	$(BIN)/python -m tools.typescript

# odds, rules and replays in the browser, for any server of plain files, in dist/static
static: setup
	$(BIN)/python -m tools.static_site

# which tests prove which rules, and the reference page; make ledger TESTS=tests/icar/test_hit.py changes the entries of these tests only
ledger: setup
	STARFRAY_INTERPRETED=1 $(BIN)/pytest $(if $(TESTS),--update-rules $(TESTS),-n 2 --record-rules -m "rule or shown" --ignore=tests/room --ignore=tests/web)
	$(BIN)/python -m docs.build

# break lines that carry a rule id: the tests named for the rule have to notice (bench/mutation.md)
mutate: setup
	$(BIN)/python -m starfray.testing.mutation --write $(MUTATE)

# how many ways the standard duels can go (tests/perft): recorded anew after rules or forms changed on purpose
perft: setup
	STARFRAY_INTERPRETED=1 $(BIN)/python -m tests.perft.record

# the books' policies in every demo, every pair of archetypes and 1,000 random scenes and missions a book; SWEEP="--book gurps --first 5000"
sweep: setup
	STARFRAY_INTERPRETED=1 $(BIN)/python -m tests.policies.sweep $(SWEEP)

# two clients of the MCP SDK play every demo to its end
agents: setup
	STARFRAY_INTERPRETED=1 STARFRAY_AGENTS=whole $(BIN)/pytest -n 2 --dist worksteal tests/agents

# the environments through the tests of PettingZoo and Gymnasium, at length, on every demo
envs: setup
	STARFRAY_INTERPRETED=1 STARFRAY_CYCLES=40 $(BIN)/pytest -n 2 --dist worksteal tests/envs

fuzz: setup
	$(BIN)/python -m tests.fuzz.run --count 100000
	$(BIN)/python -m tests.fuzz.room --count 50000
	$(BIN)/python -m tests.fuzz.wire --count 1000000
	$(BIN)/python -m tests.fuzz.dice --count 10000
	$(BIN)/python -m tests.fuzz.sheets --count 10000
	STARFRAY_PAIRS=200 $(BIN)/pytest -n 2 tests/room/test_secrecy.py tests/room/test_sealed.py

bench: compile
	$(BIN)/python -m bench.run --write
	$(BIN)/python -m bench.sim --write
	$(BIN)/python -m bench.room --write
	$(BIN)/python -m bench.load --write
	$(BIN)/python -m bench.odds --write
	$(BIN)/python -m bench.waits --write
	$(BIN)/python -m bench.cluster --write

# an hour on SQLite and one on PostgreSQL with three processes, 100 kills each (bench/soak.md); SOAK="--minutes 10 --kills 30"
soak: setup
	$(BIN)/python -m bench.soak --write $(SOAK)

docs: setup
	$(BIN)/python -m docs.build

clean:
	rm -rf $(VENV) .tools build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
