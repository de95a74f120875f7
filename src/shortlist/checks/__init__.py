"""What is believed only after it was checked: recount and cross-check. No engine is imported here."""
