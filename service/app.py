"""The Flask application, put together from settings. Nothing is global but what ``extensions`` says."""

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from flask import Flask
from sqlalchemy import Engine
from werkzeug.middleware.proxy_fix import ProxyFix

from events.engine import make_engine
from events.store import Store
from service.config import Settings
from service.extensions import (
    Services,
    Wake,
    after_the_answer,
    attach,
    csrf,
    limiter,
    waker,
)
from service.links import Links
from service.playing import playing
from service.views import answers
from service.views.account import account
from service.views.account_mail import account_mail
from service.views.account_me import account_me
from service.views.away import away
from service.views.confirming import confirming
from service.views.games import games
from service.views.health import health
from service.views.hosting import hosting
from service.views.leaving import leaving
from service.views.lobby import lobby
from service.views.offered import offered_seats
from service.views.play import play
from service.views.rematch import rematch
from service.views.resending import resending
from service.views.rules import rules
from service.views.ruling import ruling
from service.views.sealed import sealed
from service.views.seating import seating
from service.views.signing import KEPT
from service.views.standing import standing_orders
from service.views.talking import talking
from service.views.voting import voting
from service.views.watching import watching

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    health,
    play,
    rematch,
    sealed,
    games,
    lobby,
    confirming,
    offered_seats,
    seating,
    talking,
    watching,
    hosting,
    voting,
    leaving,
    ruling,
    standing_orders,
    away,
    account,
    account_mail,
    account_me,
    resending,
    rules,
)
LARGEST = 64 * 1024
"""Bytes of the largest form that is read."""


def now() -> datetime:
    """The clock of a running service."""
    return datetime.now(UTC)


def create_app(
    settings: Settings,
    engine: Engine | None = None,
    clock: Callable[[], datetime] = now,
    wake: Wake | None = None,
) -> Flask:
    """The application for these settings; ``engine``, ``clock`` and ``wake`` may be given for composition
    and tests. Opens no connection by itself. Raises BadDatabaseUrl."""
    app = Flask(
        "tenpost",
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "service" / "static"),
    )
    store = Store(engine if engine is not None else make_engine(settings.database_url))
    handler, orders = playing(store)
    attach(
        app,
        Services(
            settings,
            store,
            handler,
            orders,
            Links(settings.base_url),
            clock,
            wake if wake is not None else after_the_answer(waker(settings)),
        ),
    )
    _configure(app, settings)
    for blueprint in PAGES:
        app.register_blueprint(blueprint)
    return app


def _configure(app: Flask, settings: Settings) -> None:
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=LARGEST,
        MAX_FORM_MEMORY_SIZE=LARGEST,
        SESSION_COOKIE_NAME="tenpost",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure,
        PERMANENT_SESSION_LIFETIME=KEPT,
        # Else each answer, also one to a GET, would set the cookie anew.
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=86_400,
        WTF_CSRF_CHECK_DEFAULT=False,
        # Our own Referrer-Policy keeps the header this would look for away.
        WTF_CSRF_SSL_STRICT=False,
        WTF_CSRF_TIME_LIMIT=None,
        RATELIMIT_STORAGE_URI=settings.redis_url or "memory://",
        RATELIMIT_STORAGE_OPTIONS=(
            {"socket_connect_timeout": 1, "socket_timeout": 1} if settings.redis_url else {}
        ),
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    style = (ROOT / "service" / "static" / "tenpost.css").read_bytes()
    app.jinja_env.globals["stylesheet"] = f"/static/tenpost.css?v={sha256(style).hexdigest()[:12]}"
    limiter.init_app(app)
    csrf.init_app(app)
    answers.install(app)
    if settings.proxies:
        # Whose address it is, for the limits; host and scheme come from the settings alone.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=0, x_host=0
        )
