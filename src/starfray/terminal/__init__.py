"""The command line's rooms: one file per command, and the terminal table."""
