"""A field, what comes, and the rules of a game, in lines of Python."""

from __future__ import annotations

from shapewright import clear
from shapewright.clear.kicks import is_known
from shapewright.clear.notation.fumen import is_fumen
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import FIELD, KICKS, PAGE, SAVE, Game, start_of
from shapewright.questions.clear._asked.pattern import setup_of
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.python import Expression, call, program

_NEEDED = {
    "islice(": "from itertools import islice",
    "judge(": "from shapewright.clear.search.impossible import judge",
    "known(": "from shapewright.clear.search.impossible_list import known",
    "shipped(": "from shapewright.clear.search.all_solutions import shipped",
    "text_of(": "from shapewright.clear.search.all_solutions import text_of",
    "verify_content(": "from shapewright.clear.verify import verify_content",
    "pictures_in(": "from shapewright.clear.notation.contents import pictures_in",
    "solutions_of(": "from shapewright.clear.notation.contents import solutions_of",
    "page_text(": "from shapewright.clear.fumens.player_pages import page_text",
    "b64decode(": "import base64",
}


def clear_program(*lines: str) -> str:
    """Lines below all that they import."""
    text = "\n".join(lines)
    return program("clear", *lines, imports=[line for word, line in _NEEDED.items() if word in text])


def game_in_python(asked: Asked, game: Game) -> tuple[str, dict[str, object]]:
    """The text of a field, and the keywords of the rules."""
    rules = rules_in_python(asked, game.kicks, game.drop, hold=game.hold)
    return _field(asked, game.field), {"height": game.height, **rules, "save": game.save}


def setup_in_python(asked: Asked, usual: str | None = None) -> tuple[tuple[str, str], dict[str, object]]:
    """The texts of a field and a pattern (``usual`` if none is said), and the keywords of the rules."""
    setup, _ = setup_of(asked, usual)
    rules = rules_in_python(asked, setup.kicks, setup.drop, hold=setup.hold)
    height = {} if setup.height == 4 else {"height": setup.height}
    field = setup.field.to_text(one_line=True) if start_of(asked).field.full_rows() else _field(asked, setup.field)
    return (field, setup.pattern.to_text()), {**height, **rules, **asked.some(SAVE, TIME_LIMIT)}


def rules_in_python(asked: Asked, kicks: clear.Kicks, drop: str, *, hold: bool = True) -> dict[str, object]:
    """The keywords of rules that are not the usual ones."""
    found: dict[str, object] = {}
    if not is_known(kicks.name):
        found["kicks"] = call("clear.Kicks.from_properties", asked.text(KICKS))
    elif kicks.name != "srs":
        found["kicks"] = kicks.name
    if drop != "soft":
        found["drop"] = drop
    return found if hold else {**found, "hold": Expression("False")}


def islice_of(values: str, limit: int | None) -> str:
    """The first values of an expression."""
    return values if limit is None else f"islice({values}, {limit})"


def _field(asked: Asked, field: clear.Field) -> str:
    """Rows as they were given; of a fumen, or rows one below the other, the same rows in one line."""
    text = asked[FIELD]
    if text is None or is_fumen(text) or "\n" in text or PAGE in asked:
        return field.to_text(one_line=True) if field.rows else ""
    return str(text)
