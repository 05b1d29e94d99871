"""``tenpost up``: the whole service in one process, on parts that need no server of their own."""
