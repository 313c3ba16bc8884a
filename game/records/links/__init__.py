"""Link codes: texts after a `#` that hold a deal, a match or a position; versioned, checked, read in bounded time."""
