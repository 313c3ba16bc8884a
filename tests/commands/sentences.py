"""Sentences that several commands say."""

NOT_UTF_8 = (
    "This file is not in UTF-8, so the names in it would be spoilt. Use the file as the game saved it."
)
