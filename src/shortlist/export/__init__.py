"""Models in other languages: one file a format, one entry a format in `formats.FORMATS`."""
