"""Writing: every service is one transaction; what people do is also one entry of history."""
