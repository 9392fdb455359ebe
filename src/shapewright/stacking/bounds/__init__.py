"""Lower bounds on the height of a stack.

- ``lower_bound``: by cells, by colours and by what a few kinds of pieces leave empty; the best of all bounds
- ``column_weights``: by weights on columns
"""
