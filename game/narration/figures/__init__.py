"""Figures over many rounds or matches: statistics, and the score sheet on paper."""
