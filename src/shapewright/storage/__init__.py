"""Files that are whole or absent, arrays of numbers with what made them, JSON, and the user's cache."""
