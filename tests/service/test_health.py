"""Whether the process lives, and whether it can do its work."""

from pathlib import Path

from events.engine import make_engine
from service.app import create_app
from service.config import Settings
from tests.service.world import BASE, World


def test_it_lives_and_is_ready(world: World) -> None:
    assert world.client.get("/healthz").get_json() == {"status": "alive"}
    assert world.client.get("/readyz").get_json() == {"status": "ready"}


def test_without_the_tables_it_lives_and_waits(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'empty.sqlite3'}")
    app = create_app(Settings("sqlite:///unused", BASE, "k" * 40), engine)
    client = app.test_client()
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.get_json() == {"status": "waiting", "reason": "schema-missing"}
    page = client.get("/g/00000000-0000-4000-8000-000000000001")
    assert page.status_code == 503
    assert "Traceback" not in page.get_data(as_text=True)
    engine.dispose()


def test_without_the_database_it_says_so(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path / 'no' / 'folder' / 'x.sqlite3'}")
    app = create_app(Settings("sqlite:///unused", BASE, "k" * 40), engine)
    assert app.test_client().get("/readyz").get_json()["reason"] == "storage-unwritable"
    engine.dispose()
