"""Rules, and what they say of a table."""
