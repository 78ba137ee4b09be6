"""Readers of the environment: a wrong value stops the start and names its variable."""

import stat
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


@pytest.mark.parametrize("name", ["MCP_READONLY", "MCP_ENABLE", "OPENPROJECT_UR"])
def test_misspelt_switch_stops_the_start_and_names_the_nearest(monkeypatch, name):
    monkeypatch.setenv(name, "true")
    nearest = {
        "MCP_READONLY": "MCP_READ_ONLY",
        "MCP_ENABLE": "MCP_ENABLED",
        "OPENPROJECT_UR": "OPENPROJECT_URL",
    }[name]

    with pytest.raises(ImproperlyConfigured, match=rf"{name} .*{nearest}\?"):
        env.refuse_unknown_names()


def test_known_names_start(monkeypatch):
    for name in env.KNOWN_NAMES:
        monkeypatch.setenv(name, "")

    env.refuse_unknown_names()


@pytest.mark.parametrize(
    ("word", "truth"),
    [
        *((word, True) for word in ("1", "TRUE", " yes ", "on")),
        *((word, False) for word in ("0", "false", "No", "off", "")),
    ],
)
def test_truth_values_are_read_in_any_spelling(monkeypatch, word, truth):
    monkeypatch.setenv("SWITCH", word)

    assert env.env_bool("SWITCH", default=not truth) is truth


def test_missing_variables_have_their_defaults(monkeypatch):
    monkeypatch.delenv("MISSING", raising=False)

    assert env.env_bool("MISSING", default=True) is True
    assert env.env_int("MISSING", default=7, maximum=9) == 7
    assert env.env_choice("MISSING", choices=("A", "B"), default="B") == "B"
    assert env.env_list("MISSING", default=("a",)) == ["a"]
    assert env.env_str("MISSING", default=" a ") == "a"
    assert env.env_url("MISSING") == ""
    assert env.env_redis_url("MISSING") == ""


@pytest.mark.parametrize("word", ["b", " B "])
def test_choices_are_read_in_any_case(monkeypatch, word):
    monkeypatch.setenv("CHOICE", word)

    assert env.env_choice("CHOICE", choices=("A", "B"), default="A") == "B"


def test_lists_drop_empty_parts(monkeypatch):
    monkeypatch.setenv("LIST", " a, ,b,")

    assert env.env_list("LIST") == ["a", "b"]


def test_url_loses_its_trailing_slash(monkeypatch):
    monkeypatch.setenv("URL", "https://gateway.example.com/")

    assert env.env_url("URL") == "https://gateway.example.com"


@pytest.mark.filterwarnings("ignore:Engine not recognized")
@pytest.mark.parametrize(
    ("read", "value"),
    [
        pytest.param(env.env_bool, "maybe", id="truth"),
        pytest.param(lambda name: env.env_int(name, default=0, maximum=9), "many", id="number"),
        pytest.param(lambda name: env.env_int(name, default=0, maximum=9), "-1", id="too small"),
        pytest.param(lambda name: env.env_int(name, default=0, maximum=9), "10", id="too large"),
        pytest.param(
            lambda name: env.env_choice(name, choices=("A", "B"), default="B"), "c", id="no choice"
        ),
        pytest.param(env.env_url, "gateway.example.com", id="no scheme"),
        pytest.param(env.env_url, "ftp://example.com", id="other scheme"),
        pytest.param(env.env_url, "http://[::1", id="broken address"),
        pytest.param(env.env_url, "http://host:port", id="broken port"),
        pytest.param(env.env_url, "https://example.com/?page=1", id="query"),
        pytest.param(env.env_url, "https://example.com/#top", id="fragment"),
        pytest.param(env.env_url, "https://user@example.com", id="user"),
        pytest.param(env.env_redis_url, "http://localhost", id="no Redis"),
        pytest.param(env.env_redis_url, "redis://localhost:port", id="broken Redis port"),
        pytest.param(env.env_redis_url, "unix:///run/redis.sock", id="Redis socket"),
        pytest.param(
            lambda name: env.env_database(name, default=""), "mysql://localhost/a", id="database"
        ),
        pytest.param(lambda name: env.env_database(name, default=""), "db.sqlite3", id="path"),
    ],
)
def test_wrong_value_stops_the_start_and_names_its_variable(monkeypatch, read, value):
    monkeypatch.setenv("THE_NAME", value)

    with pytest.raises(ImproperlyConfigured, match="THE_NAME"):
        read("THE_NAME")


def test_sqlite_waits_for_its_write_lock_and_keeps_a_log(monkeypatch):
    monkeypatch.setenv("DATABASE", "sqlite:///here.sqlite3")

    options: Any = env.env_database("DATABASE", default="")["OPTIONS"]

    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_postgresql_keeps_and_checks_its_connections(monkeypatch):
    monkeypatch.setenv("DATABASE", "postgres://user:secret@db.example.com/gateway")

    database = env.env_database("DATABASE", default="")

    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["CONN_HEALTH_CHECKS"] is True


def test_signing_key_is_made_once_and_readable_by_its_owner_alone(monkeypatch, tmp_path):
    monkeypatch.delenv("KEY", raising=False)
    file = tmp_path / "var" / "key"

    first = env.env_secret_key("KEY", local_file=file)
    second = env.env_secret_key("KEY", local_file=file)

    assert first == second
    assert len(first) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_signing_key_of_the_environment_comes_first(monkeypatch, tmp_path):
    monkeypatch.setenv("KEY", "given")

    assert env.env_secret_key("KEY", local_file=tmp_path / "key") == "given"
    assert not (tmp_path / "key").exists()
