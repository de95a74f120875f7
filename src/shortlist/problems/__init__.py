"""What is asked: prices, constraints, limits, and what an answer is."""
