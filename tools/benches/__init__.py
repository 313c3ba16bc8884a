"""The parts of `python3 tools/bench.py`: a module each, with `figures() -> dict[str, float]`."""
