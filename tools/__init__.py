"""Commands for developers, each run as `python3 tools/NAME.py`, and their shared modules. Nothing here is published."""
