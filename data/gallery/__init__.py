"""The puzzles of the gallery, each stated once, and what makes the first page of the studio of their answers."""
