"""format=flowed (RFC 3676): the lines as they were typed, before the mail program wrapped them."""

from typing import Final

SHORTEST_WRAP: Final = 50
"""No mail program wraps earlier than this, so a shorter line with a space at its end was typed so."""


def unfold(text: str, delsp: bool = False) -> str:
    """The text with flowed lines joined again and stuffed spaces gone; quotes keep their ``>``.

    delsp: the space that marks a flowed line is no part of the text (RFC 3676 section 4.5). Two
    commands that were typed with a space after the first stay two lines.
    """
    lines: list[str] = []
    depth = -1
    for raw in text.split("\n"):
        line = raw.removesuffix("\r")
        content = line.lstrip(">")
        quotes = len(line) - len(content)
        content = content.removeprefix(" ")
        if quotes == depth and not _is_separator(content):
            content = lines.pop() + content
        quoted = "> " * quotes
        flows = content.endswith(" ") and not _is_separator(content)
        flows = flows and len(quoted) + len(content) >= SHORTEST_WRAP
        lines.append(content.removesuffix(" ") if flows and delsp else content)
        depth = quotes if flows else -1
        if not flows:
            lines[-1] = quoted + content
    if depth > 0:
        lines[-1] = "> " * depth + lines[-1]
    return "\n".join(lines)


def _is_separator(content: str) -> bool:
    """The line before a signature ends in a space and is never flowed (section 4.3)."""
    return content == "-- "
