"""Where played tiles lie and how they are drawn as SVG. Knows the rules, knows nothing of pages."""
