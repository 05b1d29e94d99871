"""Workers are woken when the answer has gone out: nobody waits for the broker, whatever it does."""

from __future__ import annotations

from flask import Flask, Response
from flask.testing import FlaskClient

from service.extensions import after_the_answer


def asking(*names: str) -> tuple[FlaskClient, list[str]]:
    """A page that wakes these, and what was woken so far."""
    woken: list[str] = []
    wake = after_the_answer(lambda name, *rest: woken.append(" ".join([name, *map(str, rest)])))
    app = Flask("waking")

    @app.get("/")
    def page() -> str:
        for name in names:
            wake(*name.split())
        return "done" if not woken else "too early"

    @app.get("/broken")
    def broken() -> str:
        wake(names[0])
        raise ValueError

    @app.errorhandler(ValueError)
    def told(error: ValueError) -> Response:
        return Response("broken", 500)

    return app.test_client(), woken


def test_an_answer_is_there_before_anybody_is_woken() -> None:
    client, woken = asking("deliver")
    with client.get("/") as answer:
        assert answer.text == "done"
        assert woken == []
    assert woken == ["deliver"]


def test_a_request_wakes_for_each_task_once() -> None:
    client, woken = asking("deliver", "sweep", "deliver", "deliver 7")
    client.get("/").close()
    assert woken == ["deliver", "sweep", "deliver 7"]
    client.get("/").close()
    assert woken == ["deliver", "sweep", "deliver 7"] * 2


def test_what_was_stored_before_a_fault_is_sent_all_the_same() -> None:
    client, woken = asking("deliver")
    answer = client.get("/broken")
    assert answer.status_code == 500
    answer.close()
    assert woken == ["deliver"]


def test_outside_of_a_request_it_is_at_once() -> None:
    woken: list[str] = []
    after_the_answer(lambda name, *rest: woken.append(name))("deliver")
    assert woken == ["deliver"]
