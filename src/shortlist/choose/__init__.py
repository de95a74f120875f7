"""The right size, chosen by data: the front of size and errors, and cross-validation of the price of a node."""
