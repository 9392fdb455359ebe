"""How Sphinx builds the pages: ``make docs``."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from execution import FOLDER, draw
from reference_of_endpoints import write

import shapewright

project = "shapewright"
author = "the shapewright authors"
release = version = shapewright.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "shapewright"
html_static_path: list[str] = []
html_show_copyright = False

autodoc_member_order = "groupwise"
autodoc_typehints = "none"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True}

# What the commands of the pages draw is drawn anew each time, and never committed.
draw(FOLDER / "_pictures")
# What programs can ask the studio, from its own description.
write(FOLDER / "_generated" / "endpoints.inc")
