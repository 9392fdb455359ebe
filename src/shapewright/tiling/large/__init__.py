"""First tilings of large boards.

- ``large_boards``: clusters of pieces tiled again and again, and random restarts beside a complete search
- ``filled_by_boxes``: boxes that the same pieces tile
"""
