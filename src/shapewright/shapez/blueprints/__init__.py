"""Blueprints of Shapez 2: their strings, what is in them, and what flows through them.

- ``coding``, ``blueprint``: the string, and what its JSON says
- ``buildings``: which tiles buildings cover, and where something enters
- ``inside``, ``settings``: what is in a blueprint
- ``wiring``: what each port leads to
- ``simulate``, ``flow``, ``colour_flow``: what comes out
- ``picture``: a picture from above

Names load on first use, so that importing this package costs next to nothing.
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__):
    from shapewright.shapez.blueprints.blueprint import Blueprint as Blueprint
    from shapewright.shapez.blueprints.blueprint import Entry as Entry
    from shapewright.shapez.blueprints.coding import FORMATS as FORMATS
    from shapewright.shapez.blueprints.inside import Inside as Inside
    from shapewright.shapez.blueprints.inside import inside as inside
    from shapewright.shapez.blueprints.simulate import Arrivals as Arrivals
    from shapewright.shapez.blueprints.simulate import End as End
    from shapewright.shapez.blueprints.simulate import Simulation as Simulation
    from shapewright.shapez.blueprints.simulate import read_arrivals as read_arrivals
    from shapewright.shapez.blueprints.simulate import simulate as simulate
    from shapewright.shapez.blueprints.wiring import Fault as Fault
