"""The line that every mail of ours prints above its content: what stands below it is not a reply.

It has no word of any language, so that no translation changes it, and neither a sign that quoting,
wrapping or quoted-printable would touch. Only the code in the middle is looked for.
"""

import re
from typing import Final

CODE: Final = "tp10x"

MARKER: Final = f"++++++++++++++++ {CODE} ++++++++++++++++"
"""To be printed on a line of its own, in the text part and in the HTML part."""

_CODE: Final = re.compile(rf"(?<![a-z0-9]){CODE}(?![a-z0-9])", re.IGNORECASE)


def before_marker(line: str) -> str | None:
    """What stands before the marker on this line, or None if the line holds no marker."""
    found = _CODE.search(line)
    return None if found is None else line[: found.start()].rstrip("+*_|# \t\xa0")
