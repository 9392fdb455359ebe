"""First tilings of large boards.

- ``large_boards``: which of the ways below suits a problem
- ``retiling``: small clusters of pieces tiled again and again
- ``filled_by_boxes``: boxes that the same pieces tile
- ``restarts``: random restarts beside a complete search
"""
