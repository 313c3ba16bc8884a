"""TYPE_CHECKING for modules that MicroPython runs: it has no module `typing`. Type checkers take the name for true."""

TYPE_CHECKING = False
