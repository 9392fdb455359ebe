"""Pictures: one :class:`Scene` of paths and letters, drawn alike as SVG, PNG and PDF, in a web page and, several of
them, as an animated GIF; and a :class:`Mosaic` of cells, which knows how to become a scene or a picture in the
terminal.

Every name below is loaded on first use, so that a command that draws in the terminal never loads the rest.
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__):
    from shapewright.drawing.formats.gif import to_gif as to_gif
    from shapewright.drawing.formats.page import Figure as Figure
    from shapewright.drawing.formats.page import Section as Section
    from shapewright.drawing.formats.page import to_html as to_html
    from shapewright.drawing.formats.pdf import to_pdf as to_pdf
    from shapewright.drawing.formats.png import to_png as to_png
    from shapewright.drawing.formats.svg import to_sheet as to_sheet
    from shapewright.drawing.formats.svg import to_svg as to_svg
    from shapewright.drawing.marks import Mark as Mark
    from shapewright.drawing.mosaic import Mosaic as Mosaic
    from shapewright.drawing.scene import Arc as Arc
    from shapewright.drawing.scene import Close as Close
    from shapewright.drawing.scene import Cubic as Cubic
    from shapewright.drawing.scene import Drawable as Drawable
    from shapewright.drawing.scene import Group as Group
    from shapewright.drawing.scene import Line as Line
    from shapewright.drawing.scene import Move as Move
    from shapewright.drawing.scene import Node as Node
    from shapewright.drawing.scene import Path as Path
    from shapewright.drawing.scene import Scene as Scene
    from shapewright.drawing.scene import Segment as Segment
    from shapewright.drawing.scene import Text as Text
    from shapewright.drawing.scene import circle as circle
    from shapewright.drawing.scene import polygon as polygon
    from shapewright.drawing.scene import rectangle as rectangle
    from shapewright.drawing.terminal import TerminalOptions as TerminalOptions
    from shapewright.drawing.terminal import terminal_options as terminal_options
    from shapewright.drawing.terminal import to_terminal as to_terminal
