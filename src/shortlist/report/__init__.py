"""The report page: one file that shows a model, what is proved of it, and what it does, to whoever opens it."""
