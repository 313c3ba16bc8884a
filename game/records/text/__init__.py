"""Cleaning of texts that people type."""
