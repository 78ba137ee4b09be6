"""`mcp_tools`: the declared tools, a call by hand, and their faults."""

from typing import Any

import orjson
from django.core.management.base import CommandError
from django.utils import timezone

from mcp_gateway.catalog import registry
from mcp_gateway.management.command import GatewayCommand, find_account
from mcp_gateway.management.lint_output import report_body, report_lines
from mcp_gateway.registry import Scope, Tool, ToolContent
from mcp_gateway.registry.lint import lint_registry
from mcp_gateway.registry.markdown import effect_words, registry_markdown
from mcp_gateway.services.callers import personal_access
from mcp_gateway.services.calls import CallOutcome, call_tool, find_tool
from mcp_gateway.services.errors import InvalidValueError
from mcp_gateway.services.settings import read_settings


class Command(GatewayCommand):
    """List, show, call and check tools."""

    help = "List, show, call and check the tools that apps offer to AI assistants."

    def add_actions(self, actions: Any) -> None:
        """Declare `list`, `show`, `call` and `lint`."""
        listing = self.action(actions, "list", self.list)
        form = listing.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="print the definitions as JSON")
        form.add_argument("--markdown", action="store_true", help="print docs/tools.md")
        show = self.action(actions, "show", self.show)
        show.add_argument("name", metavar="NAME")
        call = self.action(actions, "call", self.call)
        call.add_argument("name", metavar="NAME")
        call.add_argument("--user", required=True, help="username that the call acts as")
        call.add_argument(
            "--args", dest="arguments", default="{}", metavar="JSON", help="default: {}"
        )
        call.add_argument(
            "--scope",
            choices=[str(scope) for scope in Scope],
            default=str(Scope.AGENT),
            help="act as with a token of this scope; default: agent",
        )
        lint = self.action(actions, "lint", self.lint)
        lint.add_argument("--json", action="store_true", help="print JSON")

    def list(self, *, json: bool, markdown: bool, **_options: object) -> None:
        """Print all tools, whoever may call them."""
        tools = registry().tools.values()
        if json:
            self.print_json([_definition(tool) for tool in tools])
        elif markdown:
            self.stdout.write(registry_markdown(registry()), ending="")
        else:
            self.print_table(
                ("NAME", "TOOLSET", "EFFECT", "TITLE"),
                [
                    (each.name, each.toolset, effect_words(each.effect), each.title)
                    for each in tools
                ],
            )

    def show(self, *, name: str, **_options: object) -> None:
        """Print one tool's definition as clients get it."""
        self.print_json(_definition(find_tool(registry(), name)))

    def call(self, *, name: str, user: str, arguments: str, scope: str, **_options: object) -> None:
        """Call a tool as an account and print the result; gates and audit apply."""
        account = find_account(user)
        if not account.is_active:
            raise InvalidValueError("The account is not active.", field="user")
        outcome = call_tool(
            registry=registry(),
            access=personal_access(account, read_settings(), scope=Scope(scope)),
            name=name,
            arguments=_read_json(arguments),
            request_id=f"command-{timezone.now():%Y%m%dT%H%M%S%f}",
        )
        if outcome.error is not None:
            raise CommandError(orjson.dumps(outcome.error.body(), default=str).decode())
        self.print_json(_result(outcome))

    def lint(self, *, json: bool, **_options: object) -> None:
        """Report what a model or a client would stumble over; fail if there is anything."""
        report = lint_registry(registry())
        if json:
            self.print_json(report_body(report))
        else:
            for line in report_lines(report):
                self.stdout.write(line)
        if report.problem_count:
            raise CommandError(f"{report.problem_count} problems in {len(report.tools)} tools.")


def _definition(tool: Tool) -> object:
    return orjson.loads(tool.listing() or b"null")


def _read_json(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InvalidValueError("Must be JSON.", field="args") from error


def _result(outcome: CallOutcome) -> object:
    if isinstance(outcome.result, ToolContent):
        return [block.to_wire() for block in outcome.result.blocks]
    return orjson.loads(outcome.structured_json or b"null")
