"""Whatever is sent, the answer is a page with a clear status, nothing is stored, and it is never a 500."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.service.world import World, form, forms, party, solo, text

ODD = [
    "",
    " ",
    "0",
    "-1",
    "1" * 400,
    "99999999999999999999",
    "1e9",
    "½",
    "٣",
    "x" * 20_000,
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "\x00",
    "\x07bell",
    "a\r\nSubject: b",
    "\u202egnirts",
    "\ud800",
    "🎲" * 50,
    "R5",
    "ZZ",
    "C3",
    "2/1/R3.R3",
    "999/999/" + ".".join(["R3"] * 99),
    "own",
    "None",
    "../../etc/passwd",
    "{{7*7}}",
    "%s%s%n",
    "00000000-0000-4000-8000-000000000002",
]
"""Values that no page of ours sends, or not there."""

FIELDS = {
    "/p": ["move", "version", "command", "amount", "card", "payment", "tokens", "busts", "paycard"],
    "/new": [
        "command",
        "game",
        "name",
        "address",
        "zone",
        "language",
        "kind2",
        "address2",
        "turn_s",
        "currency1",
        "word",
        "shared",
        "vacation_days",
    ],
    "/settings": ["name", "language", "zone", "quiet_from", "quiet_to", "weekends_off", "lead"],
    "/orders": ["command", "kind", "card", "most", "use", "total", "percent"],
    "/orders/withdraw": ["command", "key"],
    "/sealed": ["command", "auction", "most", "use"],
    "/away": ["command", "first", "last"],
    "/away/end": ["command", "vacation"],
    "/undo": ["command", "to"],
    "/propose": ["command", "about"],
    "/vote": ["command", "about", "proposal", "agree"],
    "/resign": ["command"],
    "/return": ["command"],
    "/resume": ["command"],
    "/host/pause": ["command", "reason"],
    "/host/extend": ["command", "seat", "decision", "longer"],
    "/host/bot": ["command", "seat"],
    "/host/pass": ["command", "seat"],
    "/host/end": ["command"],
    "/host/replace": ["seat", "address"],
    "/host/share": ["seat"],
    "/host/withdraw": ["seat"],
    "/address": ["address", "shared"],
    "/invite": ["seat", "address", "shared"],
    "/share": ["seat"],
    "/start": ["command"],
    "/i": ["command", "name", "language", "zone", "word", "address"],
    "/m": ["scope", "mail"],
    "/sign-in": ["address"],
}

AROUND = (
    *("/orders", "/orders/withdraw", "/sealed", "/away", "/away/end"),
    *("/undo", "/propose", "/vote", "/resign", "/return", "/resume"),
)
"""The forms of a seat in a game that is on."""


@pytest.fixture
def targets(world: World) -> dict[str, str]:
    """Name of a form -> where it is sent, each with a link that opens something."""
    host = world.confirmed(**party("bo@x.org", "link"))
    game = world.game_of(host)
    alone = world.create(**solo()).headers["Location"]
    return {
        "/p": alone,
        "/new": "/new",
        "/settings": f"{host}/settings",
        **{name: f"{alone}{name}" for name in FIELDS if name in AROUND or "/host/" in name},
        "/address": f"{host}/address",
        "/invite": f"{host}/invite",
        "/share": f"{host}/share",
        "/start": f"{host}/start",
        "/i": world.invitations(game)[3],
        "/m": f"/m/{world.mint('unsubscribe', None, game, seat=1)}",
        "/sign-in": "/sign-in",
    }


def encoded(text: str) -> str:
    """As a form would carry it; a lone surrogate goes out as the three bytes that are no UTF-8."""
    return (
        text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        if "\ud800" in text
        else text
    )


def samples(
    chance: random.Random, fields: list[str], valid: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """Forms with one odd value at a time, then with many."""
    for name in fields:
        for value in chance.sample(ODD, 8):
            yield valid | {name: encoded(value)}
    for _ in range(25):
        chosen = chance.sample(fields, min(len(fields), 3))
        yield {name: encoded(chance.choice(ODD)) for name in chosen}


@pytest.mark.parametrize("name", FIELDS)
def test_odd_values_in_every_field_of_every_form(
    world: World, targets: dict[str, str], name: str
) -> None:
    path = targets[name]
    chance = random.Random(name)
    shown = world.client.get(path if name in ("/p", "/new", "/i", "/sign-in") else targets["/p"])
    valid = next((f.data() for f in forms(shown) if f.action == path), {})
    log = world.everything()["events"]
    for sent in samples(chance, FIELDS[name], valid):
        answer = world.client.post(path, data=sent)
        assert answer.status_code < 500, (sent, text(answer))
        html = answer.get_data(as_text=True)
        assert "<script>alert" not in html
        assert "Traceback" not in html
        if answer.status_code >= 400:
            assert world.everything()["events"] == log
        log = world.everything()["events"]


def test_ten_megabytes_are_refused_and_not_read(world: World, targets: dict[str, str]) -> None:
    before = world.everything()
    for path in targets.values():
        answer = world.client.post(path, data={"name": "x" * 10_000_000})
        assert answer.status_code in (413, 400)
        answer = world.client.post(
            path, data=b"x" * 10_000_000, content_type="application/x-www-form-urlencoded"
        )
        assert answer.status_code in (413, 400)
    assert world.everything() == before


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "application/xml", "image/png", "x", "a/b; c=\x01"]
)
def test_what_is_no_form_is_refused(world: World, targets: dict[str, str], kind: str) -> None:
    before = world.everything()
    for path in targets.values():
        answer = world.client.post(path, data=b'{"move": "draw"}', content_type=kind)
        assert answer.status_code == 415
    assert world.everything() == before


def test_a_broken_multipart_form_is_refused(world: World, targets: dict[str, str]) -> None:
    for path in targets.values():
        for body in (
            b"",
            b"--x\r\n",
            b"--x\r\nContent-Disposition: form-data; name=move\r\n\r\ndraw",
        ):
            answer = world.client.post(
                path, data=body, content_type="multipart/form-data; boundary=x"
            )
            assert answer.status_code < 500
        answer = world.client.post(path, data=b"x", content_type="multipart/form-data")
        assert answer.status_code < 500


def test_methods_that_there_are_not_are_refused(world: World, targets: dict[str, str]) -> None:
    before = world.everything()
    for path in targets.values():
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "BREW"):
            assert world.client.open(path, method=method).status_code == 405
    assert world.everything() == before


def test_script_in_names_is_shown_as_text_everywhere(world: World) -> None:
    evil = "<img src=x onerror=a>"
    path = world.create(**solo(game=evil, name=evil, kind2="bot")).headers["Location"]
    game = world.game_of(path)
    for shown in (
        path,
        f"{path}/table",
        f"{path}/mistake",
        f"/g/{game}",
        f"/g/{game}/1",
        f"{path}/at/2",
    ):
        html = world.client.get(shown).get_data(as_text=True)
        assert "<img" not in html
        assert "&lt;img src=x" in html


def test_names_of_any_script_arrive_as_typed(world: World) -> None:
    for name in ('O\'Neill, "Pat"', "नेपाली", "عربي", "Łukasz Ø", "👩‍👧‍👦", "a@b; c"):
        path = world.create(**solo(name=name, kind2="bot")).headers["Location"]
        assert name in text(world.client.get(path))


@pytest.mark.parametrize(
    "address",
    ["x", "@", "a@", "@b", "a b@c.org", "a@b@c", "a@-b.org", "a@b..c", "a\n@b.org", "a@b.org\r\nX: y",
     "<a@b.org>", "a@b.org, c@d.org", "a" * 65 + "@b.org", "a@" + "b" * 300, ".a@b.org", "a\x00@b.org"],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_in_a_sentence(world: World, address: str) -> None:
    before = world.everything()
    for path, fields in (
        ("/sign-in", {"address": address}),
        ("/new", party(address + "@" if "@" not in address else address, command=world.uuid())),
    ):
        answer = world.client.post(path, data=fields)
        assert answer.status_code == 422
        assert "This is no mail address" in text(answer)
    assert world.everything() == before


@pytest.mark.parametrize(
    "address", ["a+b@x.org", "O'Neil@x.org", "ü@bücher.example", "a@localhost", "x@sub.x.co.uk"]
)
def test_addresses_of_every_good_kind_are_taken(world: World, address: str) -> None:
    """Report L9: plus addresses work everywhere."""
    world.create(**party("bo@x.org", address=address))
    (row,) = world.everything()["addresses"]
    assert address in row
    path = f"/c/{world.mint('confirm', world.mails('sign-in')[0].payload['draft'])}"
    assert address.replace("'", "&#39;") in world.client.get(path).get_data(as_text=True)


@pytest.mark.parametrize(
    ("changed", "status", "sentence"),
    [
        ({"payment": "9/0/"}, 422, "You offer 9 tokens and have"),
        ({"payment": "0/0/R3"}, 422, "You offer R3 1 times and have it 0 times"),
        ({"payment": "0/0/"}, 422, "The payment is worth 0 and has to be worth 1"),
        ({"payment": "2/0/"}, 422, "is not needed. Take it out"),
        ({"payment": "0/0/ZZ"}, 422, "There is no card ZZ"),
        ({"payment": "x"}, 400, "The form came without a proper value for “payment”"),
        ({"amount": "0"}, 422, "A bid of 0 is too low"),
        ({"amount": "500"}, 422, "is more than you can pay"),
        ({"amount": "one"}, 400, "“amount”"),
        ({"move": "buy", "card": "G5"}, 409, "The question now is another one"),
        ({"move": "draw"}, 409, "The question now is another one"),
        ({"move": "cheat"}, 400, "“move”"),
        ({"command": "x"}, 400, "“command”"),
        ({"version": "x"}, 400, "“version”"),
        ({"version": "1"}, 409, "The table has moved on"),
    ],
)
def test_what_is_wrong_with_a_bid_is_said_in_a_sentence(
    world: World, changed: dict[str, str], status: int, sentence: str
) -> None:
    ann, bo = world.person("Ann", "a@x.org"), world.person("Bo", "b@x.org")
    game = world.game(["human", "human"], [ann, bo])
    state = world.play(
        game,
        lambda s: (
            s.awaiting is not None
            and s.awaiting.kind == "bid"
            and s.auction is not None
            and not s.auction.bids
            and s.seat(s.awaiting.seat).tokens > 1
        ),
    )
    assert state.awaiting is not None
    path = f"/p/{world.token(game, state.awaiting.seat)}"
    bid = next(f for f in forms(world.client.get(path)) if "amount" in f.fields)
    answer = world.client.post(path, data=bid.data(payment="1/0/") | changed)
    assert answer.status_code == status
    assert sentence in text(answer)
    assert world.state(game).version == state.version
    again = form(world.client.get(path), path)
    assert world.client.post(path, data=again.data()).status_code == 303
