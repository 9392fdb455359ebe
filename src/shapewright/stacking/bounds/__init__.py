"""Lower bounds on the height of a stack.

- ``lower_bound``: by cells and by colours, and the best of all bounds
- ``column_weights``: by weights on columns
- ``s_and_z_towers``: for S and Z alone
- ``unused_room``: by what a few kinds of pieces leave empty
"""
