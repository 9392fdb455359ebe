"""Perfect clears: every placement of every piece by the plain rules, every queue of a pattern, every bag."""

from __future__ import annotations

from typing import Any

from tests.audit.clear_asked import PAIR, SLOT
from tests.audit.clear_building import judge_congruents, judge_cover, judge_setup
from tests.audit.clear_coming import judge_chance
from tests.audit.clear_everything import (
    judge_all_queues,
    judge_impossible,
    judge_sequences,
    judge_solutions,
    judge_table,
)
from tests.audit.clear_patterns import judge_path, judge_percent
from tests.audit.clear_queue import judge_solve
from tests.audit.clear_sent import judge_fumen, judge_ren, judge_score

from shapewright.errors import ShapewrightError

THREE = "XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___"
TWO = "XXXX______/XXXX______"
T_SLOT = "XXXX____XX/XXX___XXXX/XXXX_XXXXX"
# Two of the solutions that 'clear path' finds of THREE.
BUILT = "v115@9gG8ilG8glRpG8g0RpG8i0JeAg0IAKHcSASoW9A v115@9gG8hlwhG8h0whG8g0glwhG8g0glwhJeAg0IAqSVSA?SoW9A"
# Six pieces, a page each.
SIX = "v115@vhFRQJUGJKJJvMJTNJGBJ"

QUESTIONS = [
    f"clear solve LJIO --field {THREE} --keys",
    f"clear solve LJOI --field {THREE} --limit 9",
    f"clear solve '[L]JOI' --field {THREE} --limit 2",
    f"clear solve SZSZ --field {THREE}",
    f"clear solve OSZ --field {TWO}",
    f"clear solve LJIT --field {THREE} --no-hold --height 4",
    f"clear solve OJLI --field {TWO} --save I",
    f"clear solve JLIO --field {TWO} --drop hard --kicks none --seed 3",
    f"clear percent --field {THREE} -p '[LJIO]p4'",
    f"clear percent --field {THREE} -p '[LJIO]p3' --no-hold",
    f"clear percent --field {TWO} -p 'T,[LJIO]p3' --save 'T,!O#no O' --height 2",
    f"clear percent --field {TWO} -p '*p4' --drop hard --height 2",
    f"clear path --field {THREE} -p '[LJIOT]p4' --mark-minimal",
    f"clear path --field {THREE} -p '[LJIO]p4' --limit 2",
    f"clear path --field {THREE} -p '[LJIOT]p4' --minimal",
    f"clear path --field {TWO} -p 'SS[SZ]' --height 2",
    f"clear cover {BUILT} -p '[LJIO]p4'",
    f"clear cover {BUILT} -p 'L,*p3' --no-hold --drop hard",
    f"clear setup --field {SLOT} -p [LJOSI]p2",
    f"clear setup --field {SLOT} -p [LJOSI]p2 -c yes --exclude holes",
    f"clear congruents {PAIR} -p [IOL],[IOL]",
    f"clear congruents {PAIR}",
    f"clear setup --solution {PAIR} -p [IOL],[IOL]",
    f"clear setup --solution {PAIR}",
    f"clear score LJIO --field {THREE} --table jstris --combo 2",
    f"clear score TIT --field {T_SLOT} --height 3 --table tetrio-s2 --b2b 6 --no-hold",
    f"clear score -p '[LJIO]p4' --field {THREE} --table points",
    f"clear ren LJO --field {THREE} --limit 4",
    f"clear ren TIL --field {T_SLOT} --drop hard",
    f"clear chance LJ --field {TWO}  --height 2",
    f"clear chance '[O]I' --field {TWO} --height 2 --see 1 --bag TJL",
    f"clear chance LJI --field {TWO} --height 2 --no-hold",
    "clear impossible '[I]IOTSZIOSZT' IIOTSZIOSZT SZ",
    "clear impossible --list --limit 3",
    "clear queues 4",
    "clear queues 2 --list --limit 12",
    "clear queues 1 --list",
    "clear sequences --dealt 4",
    "clear sequences --dealt 2 --list --limit 12",
    f"clear fumen mirror {SIX}",
    f"clear fumen unglue {SIX} {SIX}#2:4",
    f"clear fumen join {SIX}#5: {SIX}#1",
    f"clear fumen split {SIX}#3:4",
    f"clear fumen filter {SIX} --piece SZ",
    f"clear fumen filter {SIX} --piece T",
    "clear sequences -p *p4{S<Z}",
    "clear sequences -p *p2,[SZ] --hold forward --list",
    "clear sequences -p *p2,[SZ] --hold backward --where T=2 --list --limit 9",
    "clear solutions 2 --limit 4",
    "clear solutions 2 --random 3 --seed 5",
]
# What no slow twin judges is forged all the same.
NOT_JUDGED = [
    "clear book --field XXXX______/XXXX______ -c 2 -p *p4",
    "clear opener --field XXXX______/XXXX______ -c 2 -p *p4 --pieces 1 -k 2",
    "clear loop --see 2 --no-hold",
    "clear demo --limit 3 --seed 1",
    "clear show ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ",
    "clear glance TIOL --field XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____",
    "clear spin -p T,*p2 --field XXX___XXXX/XXXX_XXXXX",
]


# Answers that take a second or more to verify; not in the quick part of the audit.
SLOW = [
    "clear table 2 --drop hard",
    "clear impossible TIOLJSZTIOL",
    "clear solve TIOLJSZTIOL",
]


def is_true(answer: dict[str, Any]) -> bool | None:
    """Whether all that an answer says is so, by trying everything."""
    try:
        command, *_ = answer["command"].split()[1:]
        command = _PARTS.get((command, next((part for _, part in _PARTS if part in answer["parameters"]), "")), command)
        judge = _JUDGES.get(command)
        if judge is None:
            return None
        if not _verdict_is_true(command, answer):
            return False
        return judge({key: value for key, value in answer.items() if key != "verdict"}, answer["parameters"])
    except (ShapewrightError, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return False  # what cannot be read says nothing true


_COUNTS = {
    "solve": "found",
    "percent": "solved",
    "path": "unique",
    "cover": "any",
    "chance": "solved",
    "setup": "setups",
    "congruents": "congruents",
    "score": "solved",
    "ren": "clears",
    "fumen": "fumens",
}


def _verdict_is_true(command: str, answer: dict[str, Any]) -> bool:
    """The verdict, if there is one, is that of the other keys, and a reason stands only where there is nothing."""
    found = bool(answer[_COUNTS[command]]) if _COUNTS.get(command) in answer else bool(answer.get("scores", True))
    if command == "impossible" and "verdicts" in answer:
        found = "file" in answer["parameters"] or not any(one["impossible"] for one in answer["verdicts"])
    expected = "found" if found else "none"
    reason = answer.get("reason")
    if reason is not None and (found or not isinstance(reason, str)):
        return False
    return answer.get("verdict", expected) == expected


_PARTS = {("setup", "solution"): "congruents", ("sequences", "dealt"): "queues"}
"""What a question with a parameter was called when it was one by itself."""

_JUDGES = {
    "score": judge_score,
    "ren": judge_ren,
    "fumen": judge_fumen,
    "cover": judge_cover,
    "setup": judge_setup,
    "congruents": judge_congruents,
    "table": judge_table,
    "solve": judge_solve,
    "percent": judge_percent,
    "path": judge_path,
    "chance": judge_chance,
    "impossible": judge_impossible,
    "queues": judge_all_queues,
    "sequences": judge_sequences,
    "solutions": judge_solutions,
}
