"""Commands of Tetris bots and of solution-finder that have another name here, and our command for each.

Sources: the help of sfinderbot, the command lines of sfinder_wasm and of solution-finder 1.43.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from shapewright.clear.notation.fumen import is_fumen
from shapewright.questions.words import names_file

_HOW = "-t FUMEN -p PATTERN -c LINES"
OURS = {
    **dict.fromkeys(("minimals", "min", "minimal", "path_minimal"), f"path {_HOW} --save SAVE --minimal"),
    "special_minimals": f"path {_HOW} -M MODE --minimal",
    "score_minimals": f"score {_HOW} --minimal",
    **dict.fromkeys(("chance", "pc_chance", "percent"), f"percent {_HOW} --save SAVE"),
    **dict.fromkeys(("saves", "save"), f"percent {_HOW} --save SAVE"),
    **dict.fromkeys(("bestsave", "best_save"), f"percent {_HOW} --save !SAVE --best-save"),
    **dict.fromkeys(("fail_queues", "fails"), f"percent {_HOW} --failed"),
    "path": f"path {_HOW} --save SAVE",
    "cover": "cover FUMENS -p PATTERN",
    **dict.fromkeys(("cover_percent", "build_probability"), "cover FUMENS -p PATTERN"),
    **dict.fromkeys(("cover_minimals", "cover_cutoff"), "cover FUMENS -p PATTERN --priority yes"),
    **dict.fromkeys(("special_cover", "spincover", "spin_cover"), "cover FUMENS -p PATTERN -M tsm"),
    **dict.fromkeys(("congruent", "congruents", "congruent_cover"), "setup --solution FUMEN -p PATTERN"),
    **dict.fromkeys(("setupcover", "setup_cover", "setups"), "setup -t FUMEN -p PATTERN"),
    "scp": "setup -t FUMEN -p PATTERN --then !NEXT",
    **dict.fromkeys(("score", "damage", "score_finder"), f"score {_HOW}"),
    **dict.fromkeys(("spin", "spin_finder"), "spin -t FUMEN -p PATTERN"),
    **dict.fromkeys(("bestsetup", "best_setup", "pcsetup", "pc_setup"), "opener"),
    "finesse": "solve QUEUE -t FUMEN -c LINES --keys",
    "parity": "glance -t FUMEN",
    **dict.fromkeys(("draw", "fig", "image", "view"), "show FUMENS"),
    **dict.fromkeys(("mirror", "flip"), "fumen mirror FUMENS"),
    **dict.fromkeys(("togray", "togrey", "gray", "grey"), "fumen grey FUMENS"),
    **{edit: f"fumen {edit} FUMENS" for edit in ("glue", "unglue", "join", "split", "lock", "uncomment", "unique")},
    **dict.fromkeys(("combine", "merge"), "fumen join FUMENS"),
    "reduce": "fumen unglue FUMENS",
    "tofumen": "show --pages ROWS",
    **dict.fromkeys(("seq", "sequence"), "sequences -p PATTERN"),
}
"""Our command for each word, with ``-`` as ``_``. What is in capitals follows the word: fumens, numbers, and up to two
texts. LINES, SAVE and MODE may be missing, unless ``!`` is before them.
"""

_NOTES = {
    "special_minimals": "-M names what must happen on the way, such as tsd",
    "cover_minimals": "with --priority a solution whose own count is 0 is not needed; "
    "'path --minimal' finds the fewest of all solutions",
    "cover_cutoff": "with --priority each solution has the queues that those before it cannot build",
    "finesse": "it needs the queue of the pieces",
    "parity": "it counts the empty cells and reports if no perfect clear is possible",
    "draw": "-o fig.gif draws it",
    "fig": "-o fig.gif draws it",
    "scp": "--then is the pattern of the next pieces",
    "tofumen": "it takes rows such as XX________/XXX_______; screenshots cannot be read",
}
_EXAMPLES = {
    **dict.fromkeys(("FUMEN", "FUMENS"), "v115@..."),
    "PATTERN": "I,*p4",
    "QUEUE": "TIOL",
    "ROWS": "XX________/XXX_______",
    "SAVE": "T",
    "NEXT": "*p4",
}
_SPELLINGS = {"-t": ("-t", "--field", "--tetfu", "-fp"), "-p": ("-p", "--patterns", "-pp"), "-c": ("-c", "--height")}


@dataclass(frozen=True)
class Borrowed:
    """A command line of another program: what to say of it, and the words of ours; not ``whole`` if one is missing."""

    said: str
    ours: tuple[str, ...]
    whole: bool


def borrowed(words: Sequence[str], verbs: Sequence[str] = ()) -> Borrowed | None:
    """Our command for the ``words`` of another program; None if the first is not in the table.

    A word that is also one of our ``verbs`` is another program's if a fumen and a pattern follow it.

    >>> borrowed(["minimals", "v115@vhAAgH", "I,*p4", "-q"]).ours
    ('path', '-t', 'v115@vhAAgH', '-p', 'I,*p4', '--minimal', '-q')
    >>> borrowed(["chance", "TISZ"], ["chance"]) is None
    True
    """
    if _folded(words[0]) in ("sfinder", "solution_finder") and words[1:]:
        inner = borrowed(words[1:], verbs)
        said = f"leave out {words[0]!r}: {shlex.join(['shapewright', 'clear', *words[1:]])}"
        return inner or Borrowed(said, tuple(words[1:]), whole=True)
    template = OURS.get(_folded(words[0]))
    if template is None:
        return None
    options = (at for at, word in enumerate(words) if at and word.startswith("-") and len(word) > 1)
    first = next(options, len(words))
    plain, rest = words[1:first], words[first:]
    fumens = [
        word for word in plain if is_fumen(word) or ("/" in word and ("_" in word or "X" in word or names_file(word)))
    ]
    numbers = [word for word in plain if word.isdigit()]
    texts = [word for word in plain if word not in fumens and not word.isdigit()]
    if words[0] in verbs and not (fumens and plain[0] == fumens[0] and texts and not names_file(texts[0])):
        return None
    given = {
        "FUMEN": fumens[:1],
        **dict.fromkeys(("FUMENS", "ROWS"), fumens),
        "LINES": numbers[:1],
        **dict.fromkeys(("PATTERN", "QUEUE"), texts[:1]),
        **dict.fromkeys(("SAVE", "MODE", "NEXT"), texts[1:2]),
    }
    ours: list[str] = []
    whole, tokens = bool(words[1:]), template.split()
    for option, token in zip(["", *tokens], tokens, strict=False):
        kind = token.lstrip("!")
        if not _is_place(token):
            ours.append(token)
            continue
        is_option, found = option.startswith("-"), given[kind]
        if not found:
            is_given = is_option and any(word in _SPELLINGS.get(option, (option,)) for word in rest)
            if is_given or token in ("LINES", "SAVE", "MODE"):
                if is_option:
                    ours.pop()
                continue
            whole = False
            found = [_EXAMPLES[kind]]
        ours += found
    # What of the template is there in every case, such as ``path --minimal``.
    followed = zip(tokens, [*tokens[1:], ""], strict=True)
    name = [one for one, after in followed if not _is_place(one) and not (one.startswith("-") and _is_place(after))]
    line = shlex.join(["shapewright", "clear", *ours, *rest])
    note = _NOTES.get(_folded(words[0]))
    said = f"write it as: {line}" if name == [words[0]] else f"{words[0]!r} is 'clear {' '.join(name)}' here: {line}"
    return Borrowed(said if note is None else f"{said} ({note})", (*ours, *rest), whole)


def _folded(word: str) -> str:
    return word.lower().replace("-", "_")


def _is_place(token: str) -> bool:
    return token.lstrip("!").isalpha() and token.isupper()
