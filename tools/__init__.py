"""The commands of the house, each run as `python3 tools/NAME.py`, and what they share. Nothing here is shipped."""
