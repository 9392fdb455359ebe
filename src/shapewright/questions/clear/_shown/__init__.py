"""What answers about perfect clears show: results that several verbs share.

- ``solutions``, ``paths``: solutions of a queue, of a pattern
- ``pages``: pages of fumens
- ``cards``: pictures with captions
- ``solution_finder_csv``: tables with solution-finder's columns
"""
