"""SAT solvers, and the engine `sat`."""
