"""Fights played by policies, many times."""
