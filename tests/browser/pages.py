"""Every page of the service, once: a new page is a new line here, and every test of pages holds it.

Paths name scenes in braces (``tests/browser/scenes.py``). Some pages are the answer to a form: then the
fields of ``fill`` are filled in, ``press`` is pressed, and after that ``then`` may be opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import Page, Response

from tests.browser.scenes import Scenes


@dataclass(frozen=True)
class Shown:
    """``status`` is the one that it is answered with; ``fill`` has the fields by name. What is opened by
    ``then`` has a form of its own: ``typed`` are its fields, and ``after`` is pressed."""

    name: str
    path: str
    press: str = ""
    fill: Mapping[str, str] = field(default_factory=dict)
    then: str = ""
    status: int = 200
    typed: Mapping[str, str] = field(default_factory=dict)
    after: str = ""


PAGES: Final = (
    Shown("home", "/"),
    Shown("rules-any", "/rules"),
    Shown("rules", "/rules/en"),
    Shown("new", "/new"),
    Shown("new-wrong", "/new", ".main", {"game": "T", "name": "A", "kind2": "mail"}, status=422),
    Shown("new-asked", "/new", ".main", {"game": "T", "name": "A", "address": "a@x.org", "kind2": "link"}),
    Shown("confirm", "{confirm}"),
    Shown("lobby-host", "{hosted}"),
    Shown("lobby-seats", "{hosted}/table"),
    Shown("lobby-link", "{hosted}/table", "form[action$='/share'] button"),
    Shown("invitation", "{invited}"),
    Shown("invitation-link", "{invited-by-link}"),
    Shown("invited-wrong", "{invited-by-link}", ".main", {"name": "B", "address": "b@x.org", "zone": "?"},
          status=422),
    Shown("declined", "{invited}", "form[action$='/decline'] button"),
    Shown("never", "{invited}", "form[action$='/never'] button"),
    Shown("start", "{start}"),
    Shown("draw", "{draw}"),
    Shown("stop-numbers", "{draw}/numbers"),
    Shown("stop-currency", "{draw}/currency"),
    Shown("risk", "{risk}"),
    Shown("bid", "{bid}"),
    Shown("bid-more", "{bid}/bid/3"),
    Shown("bid-pass", "{bid}/pass"),
    Shown("bid-long", "{bid-long}/bid/8"),
    Shown("sealed", "{sealed}"),
    Shown("sealed-given", "{sealed}", ".sealed .main"),
    Shown("buy", "{buy}"),
    Shown("buy-picked", "{buy}", ".pick[href]"),
    Shown("buy-long", "{buy-long}", ".pick[href]"),
    Shown("market-full", "{market-full}"),
    Shown("market-empty", "{market-empty}"),
    Shown("end", "{end}"),
    Shown("five", "{late}"),
    Shown("waiting", "{waiting}"),
    Shown("nudged", "{waiting}", "form[action$='/nudge'] button"),
    Shown("stale", "{stale}"),
    Shown("solo", "{solo}"),
    Shown("solo-over", "{solo-over}"),
    Shown("over", "{over}"),
    Shown("odd", "{odd}"),
    Shown("odd-over", "{odd-over}"),
    Shown("seat", "{draw}/table"),
    Shown("seat-wrong", "{draw}/table", "form[action$='/settings'] .main", {"zone": "x"}, status=422),
    Shown("said", "{waiting}", ".say button", {"line": "<b>Who</b> shuffled this?"}, then="{waiting}"),
    Shown("said-seat", "{draw}/table", ".say button", {"line": "not me, " * 29}, then="{draw}/table"),
    Shown("orders", "{waiting}/orders"),
    Shown("orders-sealed", "{sealed}/orders"),
    Shown("orders-given", "{waiting}/orders", "form:has([value=never]) button"),
    Shown("orders-wrong", "{waiting}/orders", "form:has([value=draw]) .main", status=422),
    Shown("away", "{waiting}/away"),
    Shown("away-wrong", "{waiting}/away", ".main", {"first": "2026-03-09", "last": "2027-03-09"}, status=422),
    Shown("around", "{draw}/around"),
    Shown("around-other", "{waiting}/around"),
    Shown("around-bounced", "{bounced}/around"),
    Shown("proposed", "{waiting}/around", "form:has([value=pause]) button"),
    Shown("voted-on", "{draw}"),
    Shown("take-back", "{draw}/at/8"),
    Shown("mistake", "{start}/mistake"),
    Shown("revoked", "{stale}/mistake", ".main"),
    Shown("public", "{public}"),
    Shown("public-over", "{over-public}"),
    Shown("replay-start", "{public}/1"),
    Shown("replay", "{replay-middle}"),
    Shown("replay-end", "{replay-end}"),
    Shown("replay-seat", "{draw}/at/9"),
    Shown("sign-in", "/sign-in"),
    Shown("sign-in-asked", "/sign-in", ".main", {"address": "nobody@example.org"}),
    Shown("enter", "{sign-in}"),
    Shown("my-games", "{sign-in}", ".main"),
    Shown("my-games-all", "{busy}", ".main"),
    Shown("my-games-none", "{idle}", ".main"),
    Shown("me", "{busy}", ".main", then="/me"),
    Shown("me-kept", "{sign-in}", ".main", then="/me", after=".main"),
    Shown("me-wrong", "{sign-in}", ".main", then="/me", typed={"name": "Å" * 40, "zone": "x"}, after=".main",
          status=422),
    Shown("sent-again", "{busy}", ".main", then="/me", after="form[action='/me/again'] button"),
    Shown("leave", "{busy}", ".main", then="/me/leave"),
    Shown("left", "{sign-in}", ".main", then="/me/leave", typed={"sure": "yes"}, after=".alarm"),
    Shown("new-known", "{sign-in}", ".main", then="/new"),
    Shown("mail", "{unsubscribe}"),
    Shown("mail-stopped", "{unsubscribe}", ".main"),
    Shown("unknown", "/p/" + "a" * 32, status=404),
    Shown("nowhere", "/there/is/nothing", status=404),
    Shown("inbox", "{inbox}"),
    Shown("inbox-mail", "{inbox}/1"),
)  # fmt: skip


class _Paths(dict[str, str]):
    def __init__(self, scenes: Scenes) -> None:
        super().__init__()
        self._scenes = scenes

    def __missing__(self, name: str) -> str:
        return self._scenes.path(name)


def path_of(shown: Shown, scenes: Scenes) -> str:
    """The path with a fresh link to the scene."""
    return shown.path.format_map(_Paths(scenes))


def then_of(shown: Shown, scenes: Scenes) -> str:
    """The path that is opened after the form, with a fresh link to the scene."""
    return shown.then.format_map(_Paths(scenes))


def policy(answer: Response) -> dict[str, list[str]]:
    """The directives of the answer's content security policy."""
    directives = (each.split() for each in answer.headers["content-security-policy"].split(";"))
    return {name: values for name, *values in directives}


def _fill(page: Page, fields: Mapping[str, str]) -> None:
    for name, value in fields.items():
        at = page.locator(f"[name={name}]").first
        if at.evaluate("each => each.tagName") == "SELECT":
            at.select_option(value)
        elif at.get_attribute("type") == "checkbox":
            at.check()
        else:
            at.fill(value)


def _press(page: Page, button: str) -> Response:
    with page.expect_navigation() as went:
        page.locator(button).first.click()
    return went.value


def visit(page: Page, shown: Shown, scenes: Scenes, path: str | None = None) -> Response:
    """Open the page as a reader would get there. AssertionError if it is answered with another status, or
    with a policy by which a script that stands in the page could run."""
    scenes.served.patient()
    answer = page.goto(path or path_of(shown, scenes))
    _fill(page, shown.fill)
    if shown.press:
        answer = _press(page, shown.press)
    if shown.then:
        answer = page.goto(then_of(shown, scenes))
        _fill(page, shown.typed)
    if shown.after:
        answer = _press(page, shown.after)
    assert answer is not None
    assert answer.status == shown.status, f"{shown.name}: {answer.status}"
    rules = policy(answer)
    assert rules["default-src"] == ["'none'"], shown.name
    assert set(rules.get("script-src", ())) <= {"'self'"}, shown.name
    return answer
