"""Notices: a sentence beside the hand, and standing notices about problems."""
