"""The database itself refuses to change or delete audit events and their seals.

SQLite rebuilds a table when a later migration alters it, and drops its triggers with it: such a
migration has to install these anew. A test looks for them after the last migration.
"""

from django.db import migrations

TABLES = ("mcp_gateway_auditevent", "mcp_gateway_auditseal")
REASON = "the audit log is append-only"

POSTGRES_FUNCTION = f"""
CREATE OR REPLACE FUNCTION mcp_gateway_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{REASON}' USING ERRCODE = 'integrity_constraint_violation';
END $$;
"""


def install(schema_editor):
    """Add the triggers, in place of earlier ones."""
    remove(schema_editor)
    for statement in _install_statements(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def remove(schema_editor):
    """Take the triggers away, as reversing this migration does."""
    vendor = schema_editor.connection.vendor
    for table in TABLES:
        for verb in _verbs(vendor):
            name = f"{table}_no_{verb.lower()}"
            on_table = f" ON {table}" if vendor == "postgresql" else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def _install_statements(vendor):
    if vendor == "postgresql":
        yield POSTGRES_FUNCTION
    for table in TABLES:
        for verb in _verbs(vendor):
            yield _trigger(vendor, table, verb)


def _verbs(vendor):
    return ("UPDATE", "DELETE", "TRUNCATE") if vendor == "postgresql" else ("UPDATE", "DELETE")


def _trigger(vendor, table, verb):
    head = f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}"
    if vendor == "sqlite":
        return f"{head} BEGIN SELECT RAISE(ABORT, '{REASON}'); END"
    level = "STATEMENT" if verb == "TRUNCATE" else "ROW"
    return f"{head} FOR EACH {level} EXECUTE FUNCTION mcp_gateway_append_only()"


def forwards(apps, schema_editor):
    install(schema_editor)


def backwards(apps, schema_editor):
    remove(schema_editor)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION IF EXISTS mcp_gateway_append_only()")


class Migration(migrations.Migration):
    dependencies = [("mcp_gateway", "0001_first_models")]

    operations = [migrations.RunPython(forwards, backwards)]
