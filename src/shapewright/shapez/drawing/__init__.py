"""Pictures of plans and shapes beyond the plain picture of a shape.

- ``flowchart``, ``flowchart_layout``: a plan from its inputs to its goals, also for Graphviz
- ``icons``: the pictures of machines
- ``skins``: the colours of pictures
- ``terminal``: a shape as text
"""
