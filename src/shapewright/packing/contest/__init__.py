"""The contest: rounds of ten levels, and how often a solver fills the best box."""
