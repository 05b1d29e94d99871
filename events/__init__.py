"""The event log of a game of TEN: what is written, and how it is read back."""
