"""Guests at the match on the table: people with their own devices (docs/own-phones.md)."""
