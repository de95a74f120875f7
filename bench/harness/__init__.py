"""What the benchmarks share: instances, one resumable run loop, and solves in children."""
