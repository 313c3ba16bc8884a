"""The connections of the host to its guests, and what guests may send over them."""
