"""The table on the page: the felt, the camera over it, seats, hand, and what glides between them."""
