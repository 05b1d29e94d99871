"""A game set up as its host does it: the form of a new game, the mail to confirm, the mails that invite."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from tests.e2e.play import Answer, Browser, Letter
from tests.e2e.running import wait_for
from tests.workers.sink import Sink


class Invited:
    """The first pages and mails: to start a game, to confirm an address, to take a seat."""

    def __init__(self, browser: Browser, post: Sink) -> None:
        self.browser = browser
        self.post = post

    def create(self, host: tuple[str, str], invited: Sequence[str] = (), bots: int = 0) -> Answer:
        """Send the form of a new game; ``host`` is a name and an address, which may be empty.

        The page that follows: that of the seat if nobody has to be asked, else that of a mail to come.
        """
        seats = {f"kind{seat}": "mail" for seat in range(2, 2 + len(invited))}
        seats |= {f"address{seat}": to for seat, to in enumerate(invited, 2)}
        first = 2 + len(invited)
        seats |= {f"kind{seat}": "bot" for seat in range(first, first + bots)}
        name, address = host
        page = self.browser.get("/new")
        return self.sent(page, "/new", game="Sunday table", name=name, address=address, **seats)

    def follow(self, to: str, kind: str, **fields: str) -> Answer:
        """Follow the link of that kind in the first mail to this address, and send its form."""
        link = next(each for each in self.mail(to).links if re.search(rf"/{kind}/[a-z2-7]+$", each))
        return self.sent(self.browser.get(link), urlsplit(link).path, **fields)

    def mail(self, to: str) -> Letter:
        """The first mail to this address, once it has come."""
        wait_for(lambda: self.post.to(to), f"no mail comes to {to}")
        return Letter(to, self.post.to(to)[0].raw)

    def sent(self, page: Answer, action: str, **fields: str) -> Answer:
        """The page that comes of the page's form for that action, filled in."""
        assert page.status == 200, page.text
        form = next(each for each in page.forms if each.action == action)
        return self.browser.send(form.action, {**form.data(), **fields})
