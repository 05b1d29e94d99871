"""Who is signed in: the session behind "my games".

The cookie is signed, set by a POST alone, and holds ids: the person, the address that was shown to be theirs,
and until when. It is kept for longer than it is good for, so that whoever comes back late is told so in
their own language.
"""

from datetime import datetime, timedelta

from flask import Response, session
from flask_wtf.csrf import generate_csrf

from service import people
from service.addresses import Address
from service.extensions import services
from service.people import Person
from service.views.answers import go, page, speak

SIGNED_IN = timedelta(days=30)
"""How long a browser stays signed in."""
KEPT = timedelta(days=90)
"""How long it keeps the cookie."""


def begin(address: Address) -> None:
    """This browser is signed in by that address, whose person is known."""
    session.clear()
    session.permanent = True
    session["person"] = address.person
    session["address"] = address.id
    session["until"] = (services().clock() + SIGNED_IN).isoformat()
    # In the session from now on, so that showing a form later sets no cookie.
    generate_csrf()


def end() -> None:
    session.clear()


def by_address() -> str:
    """The id of the address that this browser is signed in by, or nothing."""
    return str(session.get("address") or "")


def signed_in() -> Person | None:
    """The person of the session, if there is one that is good still; the answer speaks their language."""
    found = _person()
    return found if found is not None and not _over() else None


def sign_in_first() -> Response:
    """Leads whoever is not signed in to where they can; whose time is over is told so."""
    if _person() is None:
        return go("/sign-in")
    answer = page("account/sign-in.html", 401, wrong={}, typed="", expired=True)
    answer.headers["WWW-Authenticate"] = 'Link realm="Tenpost"'
    return answer


def _person() -> Person | None:
    id = session.get("person")
    if not isinstance(id, str):
        return None
    with services().store.read() as reader:
        found = people.person(reader.connection, id)
    if found is not None:
        speak(found.language)
    return found


def _over() -> bool:
    try:
        return datetime.fromisoformat(str(session.get("until"))) <= services().clock()
    except (ValueError, TypeError):
        return True
