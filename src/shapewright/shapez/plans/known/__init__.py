"""Plans that were found beforehand, and what is known of the depth of shapes.

- ``library``: plans for all halves, and which shapes few machines make
- ``table``: the best plans that anybody has found, for goals that are the same but for names
- ``levels``: the least depth of every shape
"""
