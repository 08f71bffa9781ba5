"""The kinds of table. All run the same rule code; they differ in where dice and decisions come from."""
