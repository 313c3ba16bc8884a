"""Chickenfoot dominoes.

`rules` is the law; `records`, `table` and `players` build on it; `session` runs one table; `narration` puts it into words;
`engine` answers the page; `page` shows it; `commands` are run without a page.
"""
