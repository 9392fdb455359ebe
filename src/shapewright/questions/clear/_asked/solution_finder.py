"""Options of solution-finder that these questions do not have, and what there is instead.

The spellings are those of solution-finder 1.43. Without this, ``-th 4`` would be read as ``-t h``, a field.
"""

from __future__ import annotations

from collections.abc import Mapping

from shapewright.questions.question import AGREES_WITH_SUFFIX

_FORMAT = AGREES_WITH_SUFFIX + " (.csv .html .fumen .txt .json)"


def _spelled(said: Mapping[tuple[str, ...], str]) -> dict[str, str]:
    return {spelling: sentence for spellings, sentence in said.items() for spelling in spellings}


_COMMON: dict[tuple[str, ...], str] = {("-lp", "--log-path"): "no log is written; use -o FILE to keep the answer"}
_OUTPUT: dict[tuple[str, ...], str] = {("--output-base",): "use -o FILE"}
_MANY = _COMMON | {
    ("-th",): "use --threads, for the many fields of --file; a single field is asked about on one thread"
}
_ONE = _COMMON | {("-th", "--threads"): "this command runs on one thread; leave the option out"}
PERCENT = _spelled(_MANY)
COVER = SCORE = _spelled(_MANY | _OUTPUT)
REN = _spelled(_ONE | _OUTPUT)
PATH = _spelled(
    {
        **_MANY,
        **_OUTPUT,
        ("-f", "--format"): _FORMAT,
        ("-s", "--split"): "a page of -o all.fumen is a whole solution; 'clear fumen glue all.fumen' then places "
        "the pieces one by one",
        ("-L", "--max-layer"): "all unique solutions are listed, and --minimal shows only the fewest",
        ("-so", "--specified-only"): "the fewest serve the queues of the pattern, as with yes",
        ("-r", "--reserved"): "colours do not reserve cells for a piece; every coloured cell of the field is filled",
        ("-cb", "--cached-bit"): "there is no such cache; leave the option out",
    }
)
SETUP = _spelled(
    {
        **_MANY,
        **_OUTPUT,
        ("-fo", "--format"): _FORMAT,
        ("-s", "--split"): "a page of -o all.fumen is a whole setup; 'clear fumen glue all.fumen' then places the "
        "pieces one by one",
    }
)
SPIN = _spelled(
    {
        **_ONE,
        **_OUTPUT,
        ("-r", "--roof"): "roofs are always looked for; --max-roof 0 shows what needs none",
        ("-s", "--split"): "a page of -o spins.fumen is a whole way; --json has the pieces in their order",
        ("-f", "--filter"): "only T-spins that can be made are listed, as with strict",
        ("-fo", "--format"): _FORMAT,
    }
)
