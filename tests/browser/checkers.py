"""What comes from npm: axe-core's rules of accessibility, and the Nu HTML checker, which needs Java."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page

MODULES: Final = Path(__file__).with_name("node_modules")
AXE: Final = MODULES / "axe-core" / "axe.min.js"
NU: Final = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
HOW: Final = "npm ci --ignore-scripts --prefix tests/browser brings it"

needs_axe = pytest.mark.skipif(not AXE.exists(), reason=f"there is no axe-core: {HOW}")
needs_nu = pytest.mark.skipif(
    not NU.exists() or shutil.which("java") is None,
    reason=f"there is no Nu checker, or no Java to run it with: {HOW}",
)


def violations(page: Page, *rules: str) -> list[str]:
    """What axe-core finds wrong with the page as it is, by these rules or by all: a line for each place."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    only = {"runOnly": list(rules)} if rules else {}
    found: list[dict[str, Any]] = page.evaluate(
        "async options => (await axe.run(document, options)).violations",
        {"resultTypes": ["violations"], "preload": False, **only},
    )
    return [
        f"{rule['id']}: {' '.join(node['target'])}: {node.get('failureSummary', rule['help'])}"
        for rule in found
        for node in rule["nodes"]
    ]


def faults(files: Sequence[Path]) -> list[str]:
    """What the Nu checker calls an error in these HTML files: a line for each, the file's name first."""
    told_so = ("--format", "json", "--stdout", "--errors-only")
    ran = subprocess.run(
        ["java", "-Xss4m", "-jar", str(NU), *told_so, *map(str, files)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    told = json.loads(ran.stdout)["messages"]
    return [
        f"{Path(each['url']).name}: line {each.get('lastLine')}: {each['message']}: {each.get('extract', '')}"
        for each in told
    ]
