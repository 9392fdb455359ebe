"""The gallery: puzzles of every family to start from, each with a true sentence and a picture of its answer.

Each entry is stated once, in ``data/gallery/`` of the sources, whose script computes verdicts, numbers and pictures. It
keeps them in ``gallery.json``, so that a page shows them all without asking a question.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources

__all__ = ["shown"]


@lru_cache(maxsize=1)
def shown() -> tuple[dict[str, object], ...]:
    """The entries in their order: name, title, sentence, family, question, parameters, mode, verdict and scene."""
    text = (resources.files(__name__) / "gallery.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)["entries"])
