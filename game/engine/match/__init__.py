"""The match on the table: its scenes, the person's and the bots' moves, and the coach."""
