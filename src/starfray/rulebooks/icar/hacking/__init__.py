"""Hacking: illegal acts in Gaia, in every kind of fight and outside of one."""
