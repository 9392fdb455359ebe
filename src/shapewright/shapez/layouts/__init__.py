"""Plans of Shapez 2 laid out on a platform: machines placed, belts and pipes between them, as a blueprint.

- ``layout``: the search for the smallest platform, and the layout as a blueprint
- ``blocks``: what a plan puts on a platform
- ``placing``: where blocks stand
- ``routing``: belts and pipes, and which building each piece of a path is
- ``picture``: its picture

Names load on first use, so that importing this package costs next to nothing.
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__):
    from shapewright.shapez.layouts.layout import MOST_MACHINES as MOST_MACHINES
    from shapewright.shapez.layouts.layout import Gate as Gate
    from shapewright.shapez.layouts.layout import Layout as Layout
    from shapewright.shapez.layouts.layout import lay_out as lay_out
