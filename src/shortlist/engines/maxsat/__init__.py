"""The paper's models, solved by MaxSAT."""
