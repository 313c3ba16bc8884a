"""Link codes: texts after the `#` of an address that hold a deal, a match, a position or house rules.

Reading takes limited time.
"""
