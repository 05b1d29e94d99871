"""Real processes: pipes whose reader has gone, no standard output, a full disk, odd file names."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

import pytest

from tests.events.samples import path_of

ROOT = Path(__file__).resolve().parents[3]


def started(
    arguments: Sequence[object], out: int | IO[bytes], **env: str
) -> subprocess.Popen[bytes]:
    kept: Mapping[str, str] = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("TENPOST_") and name not in ("PYTHONUNBUFFERED", "PYTHONIOENCODING")
    }
    return subprocess.Popen(
        [sys.executable, "-m", "service", *map(str, arguments)],
        cwd=ROOT,
        env={**kept, **env},
        stdout=out,
        stderr=subprocess.PIPE,
    )


def test_a_reader_that_goes_away_early_is_no_error(tmp_path: Path) -> None:
    """``tenpost export GAME | head -1``"""
    file = path_of("five-bots")
    with started(["import", file, "--data", tmp_path], subprocess.PIPE) as brought:
        told = brought.communicate()[0].decode()
    game = told.partition(":")[0]
    with started(["export", game, "--data", tmp_path], subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == file.read_bytes().splitlines(keepends=True)[0]
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_a_reader_that_never_was_is_no_error() -> None:
    """Even if all there is to print waits for the end."""
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as out, started(["score", "R1"], out) as process:  # noqa: PTH123
        assert process.communicate()[1] == b""
        assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_a_sentence() -> None:
    with Path("/dev/full").open("wb") as out, started(["score", "R1"], out) as process:
        told = process.communicate()[1].decode()
    assert process.returncode == 1
    assert told == "tenpost: No space left on device. Check the path and try again.\n"


def test_without_a_standard_output_the_work_is_done_all_the_same(tmp_path: Path) -> None:
    script = f'exec "{sys.executable}" -m service "$@" >&-'
    line = ["sh", "-c", script, "sh", "simulate", "--games", "1", "--players", "2"]
    ran = subprocess.run(
        [*line, "--seed", "1", "--out", str(tmp_path)], cwd=ROOT, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert (tmp_path / "0001.jsonl").exists()


def test_a_file_name_that_is_no_text_can_be_verified_and_named(tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.jsonl")
    Path(name).write_bytes(path_of("two-bots").read_bytes())
    with started(["verify", name, f"{name}x"], subprocess.PIPE, PYTHONUTF8="0") as process:
        out, err = process.communicate()
    assert (process.returncode, err) == (1, b"")
    good, lost = out.decode().splitlines()
    assert "all right" in good
    assert "neither a log file nor the id" in lost


def test_a_terminal_of_few_signs_gets_what_it_can_show() -> None:
    process = started(["replay", path_of("two-bots")], subprocess.PIPE, PYTHONIOENCODING="ascii")
    with process:
        out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.decode("ascii")
