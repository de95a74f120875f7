"""Tables to boolean features, and features to distinct rows with class counts."""
