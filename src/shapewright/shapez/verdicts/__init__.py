"""Whether a shape can be built, why not, and which shape comes nearest.

- ``buildable``: the question
- ``verdicts``: verdicts on packed shapes, millions a second
- ``reason``: why a shape cannot be built
- ``nearest``: the buildable shapes nearest to it
- ``matches``: what can be built of a pattern
"""
