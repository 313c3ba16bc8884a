"""What is said and written: events as messages, the score sheet, its chart, texts filled in. Decides nothing."""
