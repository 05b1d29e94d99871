"""A browser that is signed in to "my games"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import people
from tests.service.world import BASE, Form, World, form, forms


@dataclass
class Browser:
    """Sends what a browser would, by https."""

    client: FlaskClient

    def get(self, path: str) -> TestResponse:
        return self.client.get(path, base_url=BASE)

    def post(self, path: str, data: dict[str, Any]) -> TestResponse:
        return self.client.post(path, data=data, base_url=BASE)

    def send(self, where: str, action: str, **changed: Any) -> TestResponse:
        """Sends the form of the page ``where`` that leads to ``action``."""
        return self.post(action, form(self.get(where), action).data(**changed))

    def listed(self) -> list[Form]:
        """The forms of the games that are listed, in order."""
        return [each for each in forms(self.get("/games")) if each.action.startswith("/games/")]

    def cookie(self) -> Any:
        return self.client.get_cookie("tenpost", domain=BASE.removeprefix("https://"))


def signed_in(world: World, address: str) -> Browser:
    """By the link that is mailed to that address."""
    with world.store.read() as reader:
        found = people.find_address(reader.connection, address)
    assert found is not None
    browser = Browser(world.client)
    path = f"/s/{world.mint('sign-in', found.id, person=found.person)}"
    answer = browser.post(path, form(browser.get(path), path).data())
    assert answer.location == "/games"
    return browser
