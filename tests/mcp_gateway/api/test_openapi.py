"""`GET /openapi.json`: exactly the tools that a token may call, as valid OpenAPI 3.1."""

import json

import jsonschema
import pytest
from django.test import Client
from openapi_spec_validator import OpenAPIV31SpecValidator

from mcp_gateway.models import ToolPolicy
from mcp_gateway.registry import Scope
from tests.make import make_user


def described(assistant=None, **headers):
    """The document that a token, or a visitor, gets."""
    sent = {} if assistant is None else {"Authorization": f"Bearer {assistant.secret}"}
    response = Client().get("/openapi.json", headers={**sent, **headers})
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    return json.loads(response.content)


def tools_of(document):
    """The names of the tools in a document."""
    return [operation["post"]["operationId"] for operation in document["paths"].values()]


@pytest.mark.parametrize("scope", list(Scope))
def test_document_is_valid_and_names_exactly_the_tools_of_the_token(hire, scope):
    assistant = hire(scope=scope)

    document = described(assistant)

    OpenAPIV31SpecValidator(document).validate()
    assert tools_of(document) == assistant.tool_names()


def test_visitor_sees_every_tool_that_the_owner_has_on(owner_settings):
    ToolPolicy.objects.create(
        settings=owner_settings, kind="tool", name="echo_text", is_enabled=False
    )

    document = described()

    OpenAPIV31SpecValidator(document).validate()
    assert "echo_text" not in tools_of(document)
    assert {"make_things", "use_spare", "show_blocks"} <= set(tools_of(document))


def test_toolset_that_is_off_is_not_described(owner_settings):
    ToolPolicy.objects.create(
        settings=owner_settings, kind="toolset", name="shapes", is_enabled=False
    )

    assert "make_things" not in tools_of(described())


def test_document_varies_with_what_is_special_about_the_account(hire):
    sealed = hire(user=make_user("sealed-member"))

    document = described(sealed)

    body = document["paths"]["/api/tools/vary_by_account"]["post"]["requestBody"]
    assert list(body["content"]["application/json"]["schema"]["properties"]) == ["text"]
    assert "hide_from_some" not in tools_of(document)


def test_documented_path_answers_by_the_documented_schema(assistant):
    document = described(assistant)
    operation = document["paths"]["/api/tools/echo_text"]["post"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]

    response = assistant.post({"text": "a"}, path="/api/tools/echo_text")

    jsonschema.validate(json.loads(response.content), schema)
    assert operation["requestBody"]["required"] is True
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_wrong_token_is_refused_rather_than_treated_as_a_visitor(owner_settings, fresh_address):
    response = Client().get(
        "/openapi.json", headers={"Authorization": "Bearer mga_no"}, REMOTE_ADDR=fresh_address
    )

    assert response.status_code == 401


def test_foreign_page_is_refused(owner_settings):
    response = Client().get("/openapi.json", headers={"Origin": "https://evil.example"})

    assert (response.status_code, json.loads(response.content)["error"]) == (403, "bad_origin")


def test_nothing_is_described_while_the_endpoint_is_off(owner_settings):
    owner_settings.enabled = False
    owner_settings.save()

    assert Client().get("/openapi.json").status_code == 404


@pytest.mark.parametrize("verb", ["post", "put", "delete", "options"])
def test_document_is_only_read(owner_settings, verb):
    response = getattr(Client(), verb)("/openapi.json")

    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")


def test_same_permissions_get_the_same_bytes(hire):
    first, second = hire(), hire()

    contents = {
        Client().get("/openapi.json", headers={"Authorization": f"Bearer {each.secret}"}).content
        for each in (first, second)
    }

    assert len(contents) == 1
