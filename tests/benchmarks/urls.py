"""The site's URLs and, beside them, the bare views that the gateway is measured against."""

import datetime as dt
from functools import cache
from zoneinfo import ZoneInfo

import orjson
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from ninja import NinjaAPI
from pydantic import TypeAdapter

from mcp_gateway.api.auth import open_door
from mcp_gateway.catalog import registry
from projects_app.mcp_tools.shapes import TaskShape
from projects_app.mcp_tools.task_results import task_shapes
from projects_app.selectors.clock import LocalClock
from projects_app.selectors.task_query import TaskQuery
from projects_app.selectors.tasks import list_tasks
from tests.benchmarks.server import OWNER, PAGE_SIZE

bare = NinjaAPI(openapi_url=None, docs_url=None, urls_namespace="bare")
TASKS: TypeAdapter[list[TaskShape]] = TypeAdapter(list[TaskShape])


@bare.get("/tasks")
def bare_tasks(request: HttpRequest) -> HttpResponse:
    """Run the query of `list_tasks` and dump the tasks: nobody signs in, nothing is checked."""
    clock = LocalClock(now=dt.datetime.now(dt.UTC), zone=ZoneInfo("UTC"))
    page = list_tasks(actor=_owner(), query=TaskQuery(), clock=clock, limit=PAGE_SIZE, after=None)
    return _json(TASKS.dump_json(task_shapes(page, clock)))


@bare.get("/tools")
def bare_tools(request: HttpRequest) -> HttpResponse:
    """Return the bytes of the answer to `tools/list`."""
    return _json(_tools_answer())


@bare.post("/signed-in-tools", auth=open_door)
def signed_in_tools(request: HttpRequest) -> HttpResponse:
    """Return the same bytes to whoever may have them; it gets the endpoint's own request."""
    return _json(_tools_answer())


@cache
def _owner() -> AbstractBaseUser:
    return get_user_model().objects.get(username=OWNER)


@cache
def _tools_answer() -> bytes:
    readable = (tool for tool in registry().tools.values() if not tool.is_changing)
    listing = b"[%b]" % b",".join(tool.listing() or b"" for tool in readable)
    result = {"tools": orjson.Fragment(listing)}
    return orjson.dumps({"jsonrpc": "2.0", "id": 1, "result": result})


def _json(body: bytes) -> HttpResponse:
    return HttpResponse(body, content_type="application/json")


urlpatterns = [path("bare/", bare.urls), path("", include("config.urls"))]
