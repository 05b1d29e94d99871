"""Mails of machines are known as such, and those of people are not."""

from email import message_from_bytes, message_from_string

import pytest

from tests.mail.mails import expected, names, raw
from workers.mail.machine import machine

MACHINES = expected("machines")


def test_every_mail_has_its_row_and_every_row_its_mail() -> None:
    assert names("machines") == sorted(MACHINES)


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_is_known(name: str) -> None:
    sender = MACHINES[name]["sender"]
    message = message_from_bytes(raw("machines", name))
    assert machine(message, None if sender == "?" else sender) == MACHINES[name]["why"]


@pytest.mark.parametrize("name", names("reports"))
def test_a_delivery_report_is_a_machines_mail_whatever_the_envelope_says(name: str) -> None:
    message = message_from_bytes(raw("reports", name))
    assert machine(message, "") == "empty-sender"
    assert machine(message, None) == "empty-sender"
    assert machine(message, "ann@mail.example") is not None


@pytest.mark.parametrize("name", names("corpus"))
def test_a_person_is_answered(name: str) -> None:
    assert machine(message_from_bytes(raw("corpus", name)), "ann@mail.example") is None


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: No (typed by a person)",
        "Precedence: first-class",
        "X-Auto-Response-Suppress: None",
        "Subject: Re: Automatic reply: how it is done",
        "Return-Path: <ann@mail.example>",
        "From: Ann Bounces <ann@mail.example>",
        'From: "noreply@x" <ann@mail.example>',
    ],
)
def test_headers_that_people_have_are_no_sign_of_a_machine(header: str) -> None:
    assert machine(message_from_string(f"{header}\n\ndraw"), None) is None


@pytest.mark.parametrize("sender", ["", "<>", " "])
def test_an_empty_envelope_sender_is_a_machine(sender: str) -> None:
    assert machine(message_from_string("From: ann@mail.example\n\ndraw"), sender) == "empty-sender"


@pytest.mark.parametrize(
    "sender",
    [
        "MAILER-DAEMON@mx.example",
        "postmaster@mx.example",
        "no-reply@shop.example",
        "bounce+x=y@l.example",
    ],
)
def test_so_is_one_that_nobody_reads(sender: str) -> None:
    assert machine(message_from_string("From: ann@mail.example\n\ndraw"), sender) == "daemon"
