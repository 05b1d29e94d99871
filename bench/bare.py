"""The peers of the pages: a bare Flask view that does one INSERT and commits, and a plain page."""

import os

from flask import Flask, render_template_string, request
from sqlalchemy import create_engine, text
from werkzeug.wrappers import Response

TABLE = "CREATE TABLE moves (id varchar PRIMARY KEY, game varchar NOT NULL, body text NOT NULL)"
INSERT = text("INSERT INTO moves (id, game, body) VALUES (:command, :game, :move)")


PLAIN = (
    "<!doctype html><html lang=en><title>{{ name }}</title><h1>{{ name }}</h1><p>{{ told }}</html>"
)


def application() -> Flask:
    """On the database that BARE_URL names."""
    app = Flask("bare")
    engine = create_engine(os.environ["BARE_URL"])

    @app.post("/<game>")
    def store(game: str) -> Response:
        fields = {"command": request.form["command"], "move": request.form["move"]}
        with engine.begin() as connection:
            connection.execute(INSERT, {"game": game, **fields})
        return Response("", 303, {"Location": f"/{game}"})

    @app.get("/plain")
    def plain() -> str:
        return render_template_string(PLAIN, name="Sunday table", told="It is your turn.")

    return app
