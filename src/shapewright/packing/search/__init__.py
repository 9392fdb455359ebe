"""Searches for a packing of one box: how each looks for it, and how the best box is found.

- ``best_box``: boxes tried in turn, the best first
- ``solvers``: the solvers by name
- ``cover``: packing as an exact cover
- ``sweep``, ``strip_filling``: sweeps over the profiles of a box
- ``other_starts``: ways into a box that a walk does not find
- ``s_and_z``: S and Z in boxes with even sides
- ``any_packing``, ``bottom_left``: a first packing at once
- ``all_packings``: every packing
- ``find_box_weights``, ``find_board_weights``, ``plane_weights``: weights that show that pieces do not fit
- ``rising_effort``: how much work each candidate gets
- ``inventory``: every bag of every small rectangle, as a file
- ``extent``: the size of a packing
"""
