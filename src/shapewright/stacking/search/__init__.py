"""Searches for plans: of the least height and of other objectives.

- ``least_height``: no hold, no line clears; towers of S and Z; narrow wells, by profiles modulo height
- ``other_objectives``: hold, line clears, slides, other goals
- ``listing``: all plans in order
"""
