"""Models as files, and answers as JSON records."""
