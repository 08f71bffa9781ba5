"""Vehicle combat: the crew's roles, the chase, boarding, falling."""
