"""Pictures as files: SVG, PNG, GIF, PDF, STL and web pages.

- ``svg``: the text that all pictures are made of, and several pictures in one
- ``png``, ``gif``: pixels
- ``film``: the same where a page draws the pixels
- ``pdf``: pages to print
- ``page``: a web page
- ``stl``: solids to print
"""
