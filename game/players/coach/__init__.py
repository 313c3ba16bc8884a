"""The coach: makes hints and reviews from searches. Its reasons are text keys with values. The coach never plays."""
