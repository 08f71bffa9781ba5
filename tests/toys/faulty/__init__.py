"""The duel again and again, each time with exactly one fault planted in it. The kit must find every one."""
