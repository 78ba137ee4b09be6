"""What holds when workers are killed, writers crowd and retries race, over real HTTP.

The site is served over the test database itself, so that the tests look into it directly: on
SQLite in a plain run, on PostgreSQL where `DATABASE_URL` names it (`make test-services`).
"""
