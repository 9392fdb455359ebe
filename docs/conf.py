"""How Sphinx builds the pages: ``make docs``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

from drawn_examples import draw_examples
from execution import FOLDER, carry_out_all, draw
from list_of_modules import write as list_modules
from previews import ADDRESS, add
from reference_of_answers import write as list_claims
from reference_of_endpoints import write
from screenshots import photograph

import shapewright

project = "shapewright"
author = "the shapewright authors"
release = version = shapewright.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "docs.links"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # done below
nb_merge_streams = True

html_theme = "furo"
html_title = "shapewright"
html_favicon = "../src/shapewright/web/static/icon.svg"
html_static_path: list[str] = []
html_show_copyright = False
html_baseurl = ADDRESS

# What a host shows for an address that it does not have. It must look right at any depth, so it is a page of its own.
templates_path = ["_templates"]
html_additional_pages = {"404": "404.html"}
html_context = {"address": ADDRESS}

autodoc_member_order = "groupwise"
autodoc_typehints = "none"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True}

# What the commands of the pages draw is drawn anew each time, and never committed. So is what the notebooks print: they
# lie without outputs among the examples, where whoever wants to run them looks, and are carried out to become pages.
draw(FOLDER / "_pictures")
draw_examples(FOLDER / "_pictures")
photograph(FOLDER / "_pictures")
carry_out_all(FOLDER / "_notebooks")
# What programs can ask the studio, from its own description.
write(FOLDER / "_generated" / "endpoints.inc")
# What answers contain, and how that is checked, from what the questions state.
list_claims(FOLDER / "_generated")
# What developers find where, from the docstrings.
list_modules(FOLDER / "_generated" / "modules.inc")


def setup(app: Sphinx) -> None:
    """Every page says what it is about."""
    app.connect("html-page-context", add)
