"""A seat for language models: the tools of `starfray mcp`, on top of a seat of a room.

Everything a tool tells comes from the seat's own view, and everything it does goes through the commands of the room. So
secrecy, rights and refusals are those of the web table. The package `mcp` (extra `mcp`) is imported by server.py alone.
"""
