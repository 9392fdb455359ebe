"""Making puzzles with exactly one solution: with the fewest clues, from pieces for a board, from a board for pieces."""
