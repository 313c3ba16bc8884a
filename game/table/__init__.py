"""Layout of the played tiles and their drawing as SVG. Knows the rules, knows nothing of pages."""
