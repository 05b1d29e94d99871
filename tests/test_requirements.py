"""The locks pin every package by hash and say nothing of where packages come from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LOCKS = sorted((Path(__file__).parents[1] / "requirements").glob("*.txt"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_is_pinned_and_hashed(lock: Path) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", lock.read_text())[1:]
    assert len(entries) > 10
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_no_package_index_or_folder_is_named(lock: Path) -> None:
    assert not re.findall(r"://|--\S*index|--find-links|--trusted-host|@ ?file", lock.read_text())


def test_what_runs_in_service_is_tested_in_the_same_version() -> None:
    run, dev = (
        set(re.findall(r"^([a-z0-9-]+==[^\s\\]+)", lock.read_text(), re.MULTILINE))
        for lock in (LOCKS[1], LOCKS[0])
    )
    assert run <= dev
