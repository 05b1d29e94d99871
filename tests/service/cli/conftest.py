"""The command line, run in this process: what it prints, and its exit status."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from service.cli import main
from tests.service.cli.ran import Ran

Tenpost = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In an empty folder, with no setting of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith("TENPOST_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def tenpost(capsys: pytest.CaptureFixture[str]) -> Tenpost:
    """``tenpost("verify", path)`` runs that command line."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        try:
            status = main([str(each) for each in arguments])
        except SystemExit as misspelt:
            # A sentence in place of a number would be no exit status of ours.
            status = int(misspelt.code or 0)
        return Ran(status, *capsys.readouterr())

    return run
