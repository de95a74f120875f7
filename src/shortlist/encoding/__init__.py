"""The paper's models as clauses: a problem and a number of nodes go in, blocks of clauses come out."""
