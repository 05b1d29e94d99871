"""What came of a command line, and what every refusal of one must be like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ran:
    """Exit status, standard output and standard error."""

    status: int
    out: str
    err: str

    @property
    def refused(self) -> str:
        """The sentence of a command that was refused: one line on standard error, exit status 1."""
        assert (self.status, self.out) == (1, ""), self
        found = re.fullmatch(r"tenpost: ([^\n]+\.)\n", self.err)
        assert found, self.err
        return found[1]

    @property
    def misspelt(self) -> str:
        """What is said about a command line that is none: after its usage, exit status 2."""
        assert (self.status, self.out) == (2, ""), self
        assert self.err.startswith("usage: tenpost"), self.err
        return self.err.strip().splitlines()[-1].partition(" error: ")[2]

    @property
    def said(self) -> str:
        """What a command that did its work printed."""
        assert (self.status, self.err) == (0, ""), self
        return self.out


def files(folder: Path) -> dict[str, bytes]:
    """Everything below the folder: to see that nothing was stored."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"<folder>"
        for path in sorted(folder.rglob("*"))
    }
