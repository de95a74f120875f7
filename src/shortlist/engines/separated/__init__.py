"""Lists that decide the classes one after the other."""
