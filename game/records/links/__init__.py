"""Link codes: texts after the `#` of an address that hold a deal, a match or a position. Reading takes bounded time."""
