"""Django's SQLite backend, with the limits of the SQLite that is there."""
