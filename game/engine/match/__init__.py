"""The match on the table: what is shown of it, what the person and the bots do in it, and the coach."""
