"""The application on a migrated SQLite file, a clock set by hand, nobody woken."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from events.engine import make_engine
from events.migrate import migrate
from service.app import create_app
from service.config import Settings
from service.extensions import Services, attach
from service.playing import playing
from tests.service.world import BASE, Clock, World, seeds
from tests.workers.tables import Office


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "pattern.sqlite3"
    engine = make_engine(f"sqlite:///{file}")
    migrate(engine)
    engine.dispose()
    return file


@pytest.fixture
def settings(migrated_file: Path, tmp_path: Path) -> Settings:
    file = tmp_path / "tenpost.sqlite3"
    shutil.copy(migrated_file, file)
    return Settings(f"sqlite:///{file}", BASE, "a secret of the tests, which anybody may know")


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    clock = Clock()
    engine = make_engine(settings.database_url)
    woken: list[str] = []
    app = create_app(settings, engine, clock, lambda name, *rest: woken.append(name))
    found: Services = app.extensions["tenpost"]
    # The same cards in every run.
    handler, orders = playing(found.store, seeds(1))
    attach(app, replace(found, handler=handler, orders=orders))
    yield World(app, clock)
    engine.dispose()


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """A service without pages, on each of the databases."""
    office = Office.at(database_url)
    yield office
    office.store.engine.dispose()
