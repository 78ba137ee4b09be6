"""What all commands do alike."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

COMMANDS = ["mcp_audit", "mcp_settings", "mcp_token", "mcp_tools"]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_explains_itself(name, capsys):
    with pytest.raises(SystemExit) as caught:
        call_command(name, "--help")

    assert caught.value.code == 0
    assert "ACTION" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["mcp_settings", "show"], ["mcp_audit", "verify"]])
def test_a_database_without_tables_is_a_failure_in_words(transactional_db, words):
    with connection.schema_editor() as editor:
        editor.execute("ALTER TABLE mcp_gateway_gatewaysettings RENAME TO put_away")
        editor.execute("ALTER TABLE mcp_gateway_auditseal RENAME TO put_away_too")

    try:
        with pytest.raises(CommandError):
            call_command(*words)
    finally:
        with connection.schema_editor() as editor:
            editor.execute("ALTER TABLE put_away RENAME TO mcp_gateway_gatewaysettings")
            editor.execute("ALTER TABLE put_away_too RENAME TO mcp_gateway_auditseal")
