"""The room: a fight on the web that a whole group plays."""
