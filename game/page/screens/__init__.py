"""What lies around the table: the form for a new match, the score sheet, the result, settings, dialogs, files."""
