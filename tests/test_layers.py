"""Who may import whom, as far as import-linter cannot say it (its contracts: pyproject.toml)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]
LAYERS: list[str] = CONTRACTS[0]["layers"]
LINES = [re.findall(r"[\w.]+", line) for line in LAYERS]


def modules(*packages: str) -> list[str]:
    """Dotted names of all modules of these packages, the packages themselves left out."""
    return sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in packages
        for path in (ROOT / package).rglob("*.py")
        if path != ROOT / package / "__init__.py"
    )


def placed(module: str) -> bool:
    """Whether a layer names the module or a package that it is in."""
    return any(module == name or module.startswith(f"{name}.") for line in LINES for name in line)


def test_every_module_has_its_place_in_the_layers() -> None:
    without = [module for module in modules("events", "service", "workers") if not placed(module)]
    assert not without, f"name these in [tool.importlinter] of pyproject.toml: {without}"


@pytest.mark.parametrize("package", ["events", "service", "workers"])
def test_a_package_itself_imports_nothing(package: str) -> None:
    """Whatever is imported of a package runs its ``__init__`` too, whichever layer it is of."""
    tree = ast.parse((ROOT / package / "__init__.py").read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not imports


def imported_by(names: list[str]) -> set[str]:
    """Names of all modules that a fresh Python has loaded once it has imported ``names``."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys, {', '.join(names)}\nprint(*sys.modules)",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
    )
    assert said.returncode == 0, said.stdout
    return set(said.stdout.split())


def test_the_rules_and_the_catalogue_load_the_standard_library_only() -> None:
    rules = ["events.ten", *modules("events/ten")]
    names = ["events.types", "events.commands", "events.errors", *rules]
    loaded = imported_by(names) - imported_by(["site"]) - {"events"}
    assert not {name for name in loaded if name.split(".")[0] not in sys.stdlib_module_names} - {
        *names
    }


def test_the_core_loads_without_flask_and_celery() -> None:
    assert not imported_by(modules("events")) & {"flask", "celery", "redis", "service", "workers"}


def test_what_pages_and_workers_share_loads_without_flask() -> None:
    shared = next(line for line in LINES if "service.config" in line)
    names = [module for module in modules("service") if module in shared]
    assert not imported_by(["service", *names]) & {"flask", "werkzeug", "celery"}
