# The commands of this project. Two are enough to begin with: make run, make test.

BIN := .venv/bin
CODE := events service workers $(wildcard bench migrations)

.PHONY: run test check fmt setup bench fuzz chaos messages lock

run: setup ## start the whole service with a game to play; PORT=8080 chooses the port
	@exec $(BIN)/tenpost up --demo $(if $(PORT),--port $(PORT))

# Three, on two cores: many tests wait for a server or a browser. Whoever is done takes over from the others.
test: check ## everything that must hold before a commit lands
	@$(BIN)/python -m pytest -n 3 --dist worksteal --cov --cov-report=term

check: setup ## style, types and who may import whom
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy $(CODE) tests/parts
	@$(BIN)/lint-imports

fmt: setup ## put the code into the one format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

setup: ## .venv with the tenpost command; quick when nothing changed
	@sh scripts/setup.sh

bench: setup ## measure against the peer; prints a table and writes bench/results.json
	@$(BIN)/python -m bench

fuzz: setup ## long random play
	@$(BIN)/python -m pytest -m fuzz

chaos: setup ## servers killed and connections cut under load
	@$(BIN)/python -m pytest -m chaos

messages: setup ## gather the sentences to translate, bring the catalogues up to date
	@$(BIN)/python scripts/messages.py

lock: setup ## pin the dependencies of pyproject.toml anew; UPGRADE=1 takes newer releases
	@sh scripts/lock.sh $(if $(UPGRADE),--upgrade)
