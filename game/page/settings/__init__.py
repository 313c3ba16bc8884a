"""The person's settings and language, and the pace that follows from them."""
