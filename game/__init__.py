"""Chickenfoot dominoes.

`rules` is the law; `records`, `table` and `players` build on it; `session` runs one table; `page` shows it.
"""
