"""Verbs for those who study tilings; few solvers of puzzles need them."""
