"""The score pad for real tiles, and the score sheet on paper."""
