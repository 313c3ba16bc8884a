"""The command-line commands, `python3 -m game COMMAND`, one module each."""
