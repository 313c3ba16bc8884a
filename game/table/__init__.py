"""Layout of the played tiles and their drawing as SVG. These modules import the rules, and do not touch the page."""
