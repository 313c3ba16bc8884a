"""Texts by key in each language, with plurals, numbers, lists and the terms of the glossary."""
