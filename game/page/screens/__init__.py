"""What lies around the table: the form for a new match, the score sheet, the result, the log, dialogs, files."""
