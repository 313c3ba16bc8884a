"""The command-line commands, `python3 -m game COMMAND`. Each command is a module with a function `run`."""
