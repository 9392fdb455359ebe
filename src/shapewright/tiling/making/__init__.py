"""Making puzzles with exactly one solution: with the fewest clues, from pieces for a board, from a board for pieces.

- ``make``: a puzzle from a board and pieces
- ``candidates``, ``tilings``: what may become one
- ``clues``, ``holes``: the clues that single out one tiling
- ``grading``: how hard it is for a person
- ``booklet``: several that differ
- ``daily``: the puzzle of a day, and the calendar puzzle
"""
