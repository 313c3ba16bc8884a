"""One table in progress: a match with its history and its seats, where its tiles lie, and its text form. Draws and keeps nothing."""
