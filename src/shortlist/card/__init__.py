"""A model card: what a model decides, what it was learned from, what is proved of it, and where it fails."""
