"""What every test needs."""
