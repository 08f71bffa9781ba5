"""Close combat and fire fights: people on their feet."""
