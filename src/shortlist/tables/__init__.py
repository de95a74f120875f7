"""What was read: tables of typed, named columns."""
