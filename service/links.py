"""Every address that a mail or a page may show, from the configured base URL alone (mail.md, "Links").

A path is shorter than 72 characters, ends in a letter or digit, has no query and holds no address. The
longest is ``/g/<36 characters>/<version>``. The Host header of a request is never asked.
"""

from dataclasses import dataclass

MOVES = ("draw", "numbers", "currency", "pass", "no")
"""The moves that need nothing more than their name."""


@dataclass(frozen=True, slots=True)
class Links:
    """``base_url`` has a scheme and a host and no slash at its end: ``https://ten.example``."""

    base_url: str

    def home(self) -> str:
        return self.base_url

    def play(self, token: str) -> str:
        """The table as this seat sees it, and what it may do now."""
        return f"{self.base_url}/p/{token}"

    def move(self, token: str, move: str) -> str:
        """The same page with one of ``MOVES`` preselected. Raises ValueError on another word."""
        if move not in MOVES:
            raise ValueError(f"a link can preselect one of {', '.join(MOVES)}, not {move!r}")
        return f"{self.play(token)}/{move}"

    def bid(self, token: str, amount: int) -> str:
        return f"{self.play(token)}/bid/{amount}"

    def buy(self, token: str, card: str) -> str:
        return f"{self.play(token)}/buy/{card}"

    def at(self, token: str, version: int) -> str:
        """The table at a version, for this seat: where a game may not be watched by others."""
        return f"{self.play(token)}/at/{version}"

    def mistake(self, token: str) -> str:
        """For "I forwarded a mail by mistake": asks before it revokes the seat's links."""
        return f"{self.play(token)}/mistake"

    def invitation(self, token: str) -> str:
        """Accept or decline a seat."""
        return f"{self.base_url}/i/{token}"

    def sign_in(self, token: str) -> str:
        """To "my games"."""
        return f"{self.base_url}/s/{token}"

    def confirm(self, token: str) -> str:
        """Confirm an address, and what waits for that."""
        return f"{self.base_url}/c/{token}"

    def unsubscribe(self, token: str) -> str:
        """GET asks, one-click POST acts (RFC 8058)."""
        return f"{self.base_url}/m/{token}"

    def table(self, game: str) -> str:
        """The public table: for spectators, and what the share button gives."""
        return f"{self.base_url}/g/{game}"

    def replay(self, game: str, version: int | None = None) -> str:
        """The table at a version; without one, the first."""
        return f"{self.base_url}/g/{game}/{1 if version is None else version}"
