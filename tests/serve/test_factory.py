"""The whole product put together from settings: caps arrive, trouble is told, parts are joined."""

from __future__ import annotations

import sys
from dataclasses import fields

import pytest

from companion.factory import build, build_quietly, create_app, limits_of
from companion.serve.addresses import Addresses, Interface
from companion.serve.keep_awake import KeepAwake
from companion.serve.served import CannotOpen
from companion.services.limits import Limits
from companion.settings import Settings, read_settings
from companion.settings.caps import Caps

WAREHOUSE = {"game": "black_market_warehouse", "deck": "starter", "player": "Ana"}
PROGRAM = {"Accept": "application/json"}


@pytest.fixture
def built(tmp_path):
    """Build a product on one data folder; a new one closes the one before."""
    products = []

    def make(awake: KeepAwake | None = None, lan: str = "192.168.1.23", **changed):
        while products:
            products.pop().close()
        settings = Settings(data=tmp_path / "data", **changed)
        addresses = Addresses(
            8000,
            bound_to=settings.host,
            public_url=settings.public_url,
            monotonic=lambda: 0.0,
            interfaces=lambda: (Interface("eth0", lan),),
            leads_out=lambda: None,
        )
        products.append(build(settings, addresses, awake))
        return products[-1]

    yield make
    for product in products:
        product.close()


def ask(product, method: str, path: str, **options):
    return product.app.test_client().open(
        path, method=method, base_url="http://192.168.1.23:8000", **options
    )


def test_start_page_is_served(built):
    assert ask(built(), "GET", "/").status_code == 200


def test_every_cap_of_the_same_name_reaches_the_services():
    caps = Caps(players=3, spectators=2, streams=7, events_burst=99)
    limits = limits_of(Settings(caps=caps, retention_days=5))

    assert (limits.players, limits.spectators, limits.streams) == (3, 2, 7)
    assert (limits.events_burst, limits.retention_days) == (99, 5)


def test_defaults_of_settings_and_services_agree():
    own = {each.name: each.default for each in fields(Limits)}
    ours = {each.name: each.default for each in fields(Caps) if each.name in own}

    assert ours == {name: own[name] for name in ours}
    assert {"players", "streams", "live_tables", "events_per_table"} <= set(ours)


@pytest.mark.parametrize(
    ("changed", "letters"),
    [
        ({}, 6),
        ({"public_url": "http://192.168.1.9:8000"}, 6),
        ({"public_url": "https://cards.example.org", "host_key": "open-sesame-now"}, 8),
        ({"lan": "93.184.216.34"}, 8),
    ],
)
def test_codes_are_longer_where_strangers_can_try(built, changed, letters):
    product = built(**changed)
    deck = product.parts.decks.find("starter")
    made = product.parts.tables.new_tables.create("black_market_warehouse", deck, {}, "Ana", "one")

    assert len(made.code) == letters


def test_a_table_outlives_its_product(built):
    first = built()
    code = ask(first, "POST", "/tables", json=WAREHOUSE, headers=PROGRAM).json["code"]

    assert ask(built(), "GET", f"/tables/{code}", headers=PROGRAM).json["version"] == 1


def test_news_of_a_table_keep_the_computer_awake(built):
    product = built()
    assert product.seconds_since_last_event() is None

    ask(product, "POST", "/tables", json=WAREHOUSE, headers=PROGRAM)

    assert product.seconds_since_last_event() == pytest.approx(0, abs=5)


def test_doctor_says_when_the_computer_may_fall_asleep(built):
    sentence = "computer may fall asleep"

    assert sentence not in ask(built(), "GET", "/doctor").text
    assert sentence in ask(built(KeepAwake(None, lambda: None)), "GET", "/doctor").text


def test_every_template_and_language_is_read_before_the_first_tap(built):
    product = built()
    environment = product.app.jinja_env

    steps = sum(1 for _ in product.warm_up())

    with product.app.test_request_context():
        languages = environment.globals["languages"]()
    assert steps == len(environment.list_templates()) + len(languages) > 40


def test_an_unexpected_proxy_is_told_to_the_host(built):
    product = built()
    assert product.troubles() == ()

    ask(product, "GET", "/", headers={"X-Forwarded-For": "10.0.0.9"})

    (trouble,) = product.troubles()
    assert "BACKROOM_PROXIES is 0" in trouble


def test_old_backups_go_with_old_tables(built, tmp_path):
    product = built(backup_days=7)
    old = tmp_path / "data" / "backups" / "backroom-20200101-000000.sqlite3"
    old.parent.mkdir()
    old.touch()

    assert product.prune() is None
    assert not old.exists()


def test_damaged_data_is_a_sentence_with_a_way_out(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    (data / "backroom.sqlite3").write_bytes(b"no database at all" * 100)

    with pytest.raises(CannotOpen, match=r"damaged\. Try: python app\.py check"):
        build_quietly(Settings(data=data))


def test_create_app_needs_settings_only(tmp_path):
    app = create_app(Settings(data=tmp_path / "new" / "data"))

    assert app.test_client().get("/doctor", base_url="http://localhost:8000").status_code == 200
    app.extensions["backroom_product"].close()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("postgresql://127.0.0.1:1/backroom", "The database does not answer. "),
        ("postgresql://127.0.0.1:1/backroom?sslmode=nonsense", "The database does not answer. "),
    ],
)
def test_database_that_is_not_there_is_a_sentence_with_a_way_out(tmp_path, url, sentence):
    settings = read_settings({"BACKROOM_DATA": str(tmp_path), "DATABASE_URL": url})

    with pytest.raises(CannotOpen) as told:
        build_quietly(settings)

    assert str(told.value).startswith(sentence)
    assert "DATABASE_URL" in str(told.value)


def test_missing_driver_is_a_sentence_with_a_way_out(tmp_path, monkeypatch):
    settings = read_settings(
        {"BACKROOM_DATA": str(tmp_path), "DATABASE_URL": "postgresql://127.0.0.1:1/backroom"}
    )
    monkeypatch.setitem(sys.modules, "companion.storage.postgres", None)
    monkeypatch.delattr("companion.storage.postgres", raising=False)

    with pytest.raises(CannotOpen, match="libpq"):
        build_quietly(settings)
