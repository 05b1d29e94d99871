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
    flowing: tuple[int, str] | None = None
    for raw in text.split("\n"):
        line = raw.removesuffix("\r")
        content = line.lstrip(">")
        quotes = len(line) - len(content)
        content = content.removeprefix(" ")
        separates = content == "-- "
        if flowing is not None:
            depth, begun = flowing
            if depth == quotes and not separates:
                content = begun + content
            else:
                lines.append("> " * depth + begun)
        # The line before a signature ends in a space and is never flowed (section 4.3).
        if content.endswith(" ") and not separates and len(content) + quotes >= SHORTEST_WRAP:
            flowing = quotes, content.removesuffix(" ") if delsp else content
        else:
            flowing = None
            lines.append("> " * quotes + content)
    if flowing is not None:
        lines.append("> " * flowing[0] + flowing[1])
    return "\n".join(lines)
