import pytest
from django.core.checks import run_checks

from mcp_gateway.checks import check_deployment, check_setting

VALID = {"base_url": "https://gateway.example.com"}


def ids(problems):
    return [problem.id for problem in problems]


def test_a_valid_setting_has_no_problem(settings):
    settings.MCP_GATEWAY = VALID

    assert check_setting() == []


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param({**VALID, "read_onlyy": True}, "read_onlyy", id="misspelt key"),
        pytest.param({}, "base_url", id="missing key"),
        pytest.param({**VALID, "proxy_count": 11}, "proxy_count", id="out of bounds"),
        pytest.param({**VALID, "read_only": "perhaps"}, "read_only", id="wrong type"),
        pytest.param([], "MCP_GATEWAY", id="not a dict"),
        pytest.param(None, "MCP_GATEWAY", id="nothing"),
    ],
)
def test_a_wrong_key_is_an_error_that_names_it(settings, value, name):
    settings.MCP_GATEWAY = value

    (problem,) = check_setting()

    assert problem.id == "mcp_gateway.E001"
    assert name in problem.msg


def test_a_misspelt_key_is_answered_with_the_nearest_known_one(settings):
    settings.MCP_GATEWAY = {**VALID, "read_onlyy": True}

    (problem,) = check_setting()

    assert "'read_only'" in str(problem.hint)


def test_every_problem_is_reported_at_once(settings):
    settings.MCP_GATEWAY = {**VALID, "proxy_count": -1, "max_body_bytes": 1, "colour": "red"}

    assert ids(check_setting()) == ["mcp_gateway.E001"] * 3


def test_a_wrong_value_is_not_repeated(settings):
    settings.MCP_GATEWAY = {**VALID, "proxy_count": "hunter2"}

    (problem,) = check_setting()

    assert "hunter2" not in f"{problem.msg} {problem.hint}"


@pytest.mark.parametrize(
    "url",
    [
        "gateway.example.com",
        "ftp://gateway.example.com",
        "https://",
        "https://gateway.example.com/",
        "https://gateway.example.com?a=b",
        "https://gateway.example.com#a",
        "https://me@gateway.example.com",
        "https://gateway.example.com:port",
        "https://[::1",
    ],
)
def test_an_address_that_is_no_site_is_an_error(settings, url):
    settings.MCP_GATEWAY = {"base_url": url}

    assert ids(check_setting()) == ["mcp_gateway.E002"]


def test_counters_need_a_storage_that_exists(settings):
    settings.MCP_GATEWAY = {**VALID, "limits_storage_url": "floppy://a"}

    assert ids(check_setting()) == ["mcp_gateway.E003"]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://gateway.example.com", ["mcp_gateway.W001"]),
        ("http://192.168.0.4:8000", ["mcp_gateway.W001"]),
        ("https://gateway.example.com", []),
        ("http://localhost:8000", []),
        ("http://site.localhost", []),
        ("http://127.0.0.1:8000", []),
        ("http://[::1]:8000", []),
    ],
)
def test_plain_http_is_warned_of_unless_it_stays_on_the_machine(settings, url, expected):
    settings.MCP_GATEWAY = {"base_url": url}

    assert ids(check_deployment()) == expected


def test_debug_is_warned_of(settings):
    settings.MCP_GATEWAY = VALID
    settings.DEBUG = True

    assert ids(check_deployment()) == ["mcp_gateway.W002"]


def test_a_host_list_that_admits_every_name_is_warned_of(settings):
    settings.MCP_GATEWAY = VALID
    settings.ALLOWED_HOSTS = ["*"]

    assert ids(check_deployment()) == ["mcp_gateway.W003"]


def test_a_wrong_setting_is_no_matter_of_the_deployment_check(settings):
    settings.MCP_GATEWAY = {}

    assert check_deployment() == []


@pytest.mark.django_db
def test_the_checks_run_with_the_site(settings):
    settings.MCP_GATEWAY = {**VALID, "colour": "red"}

    assert "mcp_gateway.E001" in ids(run_checks())


@pytest.mark.django_db
def test_warnings_are_kept_for_deployment(settings):
    settings.MCP_GATEWAY = {"base_url": "http://gateway.example.com"}

    assert "mcp_gateway.W001" not in ids(run_checks())
    assert "mcp_gateway.W001" in ids(run_checks(include_deployment_checks=True))
