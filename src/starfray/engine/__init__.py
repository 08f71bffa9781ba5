"""What all rulebooks share, and nothing a rulebook decides."""
