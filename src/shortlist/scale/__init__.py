"""Tables larger than memory, and tables on many machines: what a problem is made of, found where the rows lie."""
