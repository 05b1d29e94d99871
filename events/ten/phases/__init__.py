"""One module a phase: what is legal in it, and what follows from each wish."""
