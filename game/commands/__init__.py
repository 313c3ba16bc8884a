"""The headless commands, one module each, reached by `python3 -m game COMMAND`."""
