"""What every kind of fight shares: records, the check, people, harm, what an action costs."""
