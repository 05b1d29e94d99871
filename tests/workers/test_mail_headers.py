"""The headers of a mail are those of the contract, and no name can bend them (reports M1, M3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.headerregistry import Address, AddressHeader, UniqueAddressHeader
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime

import pytest

from tests.workers.replying import KEY
from tests.workers.sink import Caught, Sink
from tests.workers.tables import START, Office
from workers.deliver import Run
from workers.mail.headers import POLICY
from workers.mail.letter import Letter, Recipient, message, raw, reply_to

NAMES = [
    "Ann, the ace",
    'She said "TEN"',
    "Zoë Ångström-O'Neill",
    "नमस्ते गुरु",
    "نادية الحسن",
    "😀👩‍👩‍👧‍👦 party",
    "a\\b (c) <d> [e]; f: g",
    "=?utf-8?q?forged?=",
    "x" * 40,
]


def first_mail(
    office: Office, sink: Sink, name: str = "Ann", game_name: str = "Sunday table"
) -> Caught:
    office.open_game(("human", "bot"), {1: name}, name=game_name)
    assert not Run(office.parts(sink.smtp)).run()
    (mail,) = sink.caught
    return mail


def only(header: object) -> Address:
    assert isinstance(header, AddressHeader | UniqueAddressHeader)
    (address,) = header.addresses
    return address


@pytest.mark.parametrize("name", NAMES)
def test_a_name_arrives_as_typed(office: Office, sink: Sink, name: str) -> None:
    mail = first_mail(office, sink, name, game_name=name).mail
    shown = name.replace("=?", "=\u2060?")  # an invisible joiner keeps it from being decoded
    assert only(mail["To"]).display_name == shown
    assert only(mail["From"]).display_name == shown
    assert mail["Subject"] == f"Your turn: {shown}"


def test_the_headers_say_what_kind_of_mail_this_is(office: Office, sink: Sink) -> None:
    caught = first_mail(office, sink)
    mail = caught.mail
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["Precedence"] is None
    assert mail["MIME-Version"] == "1.0"
    assert parsedate_to_datetime(mail["Date"]) == START
    assert only(mail["From"]).addr_spec == "post@ten.example"
    assert caught.to == only(mail["To"]).addr_spec
    assert mail.get_content_type() == "multipart/mixed"
    body, _ = mail.iter_parts()
    assert body.get_content_type() == "multipart/alternative"
    parts = [part.get_content_type() for part in body.iter_parts()]
    assert parts == ["text/plain", "text/html"]


def test_unsubscribing_takes_one_click(office: Office, sink: Sink) -> None:
    mail = first_mail(office, sink).mail
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = mail["List-Unsubscribe"].strip("<>")
    assert link.startswith("https://ten.example/m/")
    assert len(link.rpartition("/")[2]) == 32


def test_the_mails_of_a_game_hang_together_and_are_told_apart(office: Office, sink: Sink) -> None:
    game = office.open_game(("human", "human"))
    office.play_until(game, lambda state: state.over)
    Run(office.parts(sink.smtp)).run()
    mails = [caught.mail for caught in sink.caught]
    assert len(mails) == 2
    assert {mail["References"] for mail in mails} == {f"<game.{game}@ten.example>"}
    ids = {mail["Message-ID"] for mail in mails}
    assert len(ids) == len(mails)
    assert all(id.endswith("@ten.example>") for id in ids)


def test_each_game_may_write_from_an_address_of_its_own(office: Office, sink: Sink) -> None:
    parts = replace(office.replying(sink.smtp, KEY), own_addresses=True)
    games = [office.open_game(("human", "bot")) for _ in range(2)]
    Run(parts).run()
    senders = {caught.mail["From"].addresses[0].addr_spec for caught in sink.caught}
    assert senders == {f"post-{game[:8]}@ten.example" for game in games}
    for caught in sink.caught:
        # A reply carries its token, and so is brought to where all of them are.
        assert str(caught.mail["Reply-To"].addresses[0].username).startswith("post+")


def test_control_characters_never_enter() -> None:
    letter = Letter(
        Recipient("Ann\r\nBcc: eve@example.org", "ann@example.org"),
        "News\n",
        "Table\r\nX-Forged: yes\x00\u2028",
        "text\n",
        "<p>html</p>",
    )
    mail = message(letter, "id", "post@ten.example", "ten.example", datetime.now(UTC))
    written = raw(mail)
    names = [
        line.split(b":")[0] for line in written.split(b"\r\n\r\n")[0].split(b"\r\n") if b":" in line
    ]
    assert b"Bcc" not in names
    assert b"X-Forged" not in names
    assert b"\x00" not in written


def test_an_address_with_a_plus_and_capitals_is_kept_as_typed() -> None:
    letter = Letter(Recipient("Ann", "Ann.O+ten@Example.org"), "News", "", "text\n", "<p>html</p>")
    mail: EmailMessage = message(letter, "id", "p@ten.example", "ten.example", datetime.now(UTC))
    assert only(mail["To"]).addr_spec == "Ann.O+ten@Example.org"


def test_message_ids_are_of_our_own_host(office: Office, sink: Sink) -> None:
    assert first_mail(office, sink).mail["Message-ID"].endswith("@ten.example>")


LONG = [
    "नमस्ते गुरु सोमबार साँझको ठूलो खेल मण्डली यहाँ छ",
    "Søndagsbordet med alle dem der ikke kan lade være",
    "😀👩‍👩‍👧‍👦🎉 " * 9,
    "क्षेत्रप्रतिनिधित्वकर्ताहरूकोमण्डली",
    'a, "b" é; (c) <d> ' * 3,
]


@pytest.mark.parametrize("name", LONG)
def test_a_long_name_arrives_as_typed_in_any_script(name: str) -> None:
    name = " ".join(name.split())[:60].strip()
    letter = Letter(
        Recipient(name, "ann@example.org"), "अझै तपाईंको चाल", name, "t", "h", reply="a" * 32
    )
    mail = message(letter, "id", "post@ten.example", "ten.example", datetime.now(UTC))
    mail["Reply-To"] = reply_to(letter, "post@ten.example")
    written = raw(mail)
    told = message_from_bytes(written)
    assert decoded(told["Subject"]) == f"अझै तपाईंको चाल: {name}"
    for header, address in (("From", "post@ten.example"), ("To", "ann@example.org")):
        assert decoded(told[header]).replace('"', "") == f"{name} <{address}>".replace('"', "")
    assert decoded(told["Reply-To"]).endswith(f"<post+{'a' * 32}@ten.example>")
    assert max(map(len, written.partition(b"\r\n\r\n")[0].splitlines())) <= 78
    whole = message_from_bytes(written, policy=default)
    assert not [defect for value in whole.values() for defect in value.defects]
    assert whole["Subject"] == f"अझै तपाईंको चाल: {name}"


def decoded(value: str) -> str:
    return str(make_header(decode_header(value)))


@pytest.mark.parametrize("calendar", [None, "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"])
def test_the_bytes_are_those_that_the_library_would_write(calendar: str | None) -> None:
    letter = Letter(
        Recipient("Zoë", "zoë@example.org"),
        "Din tur",
        "नमस्ते गुरु",
        "text = é\n" * 90,
        "<p>html</p>",
        thread="x",
        unsubscribe="https://ten.example/m/" + "a" * 32,
        calendar=calendar,
    )
    mail = message(letter, "id", "post@ten.example", "ten.example", datetime.now(UTC))
    other = POLICY.clone(utf8=True)
    assert raw(mail, other) == mail.as_bytes(policy=other)
    del mail["To"]
    mail["To"] = "ann@example.org"
    assert raw(mail) == mail.as_bytes()


def test_an_address_that_an_old_database_holds_cannot_add_a_header() -> None:
    hides = "=?utf-8?b?DQpCY2M6IHZAdy5vcmc=?=@x.org"
    letter = Letter(Recipient("Ann", hides), "Your turn", "", "text", "<p>text</p>")
    with pytest.raises(ValueError, match="encoded word"):
        message(letter, "id", "post@ten.example", "ten.example", START)
