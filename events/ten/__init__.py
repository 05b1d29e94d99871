"""The rules of TEN, pure: no clock, no chance, no input or output."""
