"""One question about many fields."""
