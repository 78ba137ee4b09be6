"""The description of the management API."""

from django.core.management import call_command
from openapi_spec_validator import validate

from mcp_gateway.rest.urls import urlpatterns


def test_the_description_is_valid_and_of_openapi_3_1(anonymous):
    document = anonymous.get("schema/")

    validate(document)
    assert document["openapi"].startswith("3.1")


def test_the_description_names_every_route_but_itself(anonymous):
    document = anonymous.get("schema/")

    described = {path.removeprefix("/api/v1/") for path in document["paths"]}
    assert {
        "settings/mcp",
        "me/agent-access",
        "me/activity",
        "tokens",
        "tokens/{token_id}",
        "tokens/{token_id}/revoke",
        "audit",
    } <= described
    assert len(urlpatterns) == 8


def test_making_the_description_warns_of_nothing(tmp_path):
    call_command("spectacular", file=str(tmp_path / "schema.yaml"), fail_on_warn=True)


def test_a_token_or_a_session_signs_in(anonymous):
    document = anonymous.get("schema/")

    operation = document["paths"]["/api/v1/tokens"]["post"]
    assert operation["security"] == [{"token": []}, {"session": []}]
