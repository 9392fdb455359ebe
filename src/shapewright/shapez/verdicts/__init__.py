"""Whether a shape can be built, why not, and which shape comes nearest.

- ``buildable``: the question, and why a shape cannot be built
- ``verdicts``: verdicts on packed shapes, millions a second
- ``nearest``: the buildable shapes nearest to it
- ``matches``: what can be built of a pattern
"""
