"""What the benchmarks share: instances, raw tables, methods on them, trees as lists, and one resumable run loop."""
