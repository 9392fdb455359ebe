"""Searches for plans: of the least height, of other objectives, and in narrow wells.

- ``least_height``: no hold, no line clears
- ``other_objectives``: hold, line clears, slides, other goals
- ``narrow_wells``: plans and bounds for narrow wells, by profiles modulo height
- ``listing``: all plans in order
"""
