"""What the rules and the sheets of other programs both need."""
