"""The rules of the house that import contracts cannot state: what checkers may reach, and the ladders of folders."""

from __future__ import annotations

from fnmatch import fnmatch
from importlib.util import find_spec

import pytest
from tests.house import measures
from tests.house.import_graph import ENGINE, PACKAGE, homes_of, imported_by, imports_of, module_of, reached_from

from shapewright import FAMILIES

# What every checker and second computation may reach: the ground floor, and of its family the rules and plain values.
GROUND = "arguments cells* claims* drawing* errors jobs* lazy shortage storage*"
VALUES = {
    "clear": "drops falling field kicks piece picture rules spins",
    "packing": "bag clearance rules values",
    "shapez": "colours drawing.skins game notation parts picture place_words rules shape",
    "stacking": "notation.* objective_words picture pieces plan problem replay rules slides survival_rules",
    "tiling": "rules",
}

# What else they may reach. "*" stands for anything.
MAY_REACH = {
    "clear": [("check rules", "")],
    "packing": [
        ("check proof proof.board_weights proof.box_weights proof.piece_weights proof.recount proof.refute_bonus", ""),
        ("proof.refute_value proof.refute_waste proof.waste", ""),
        ("proof.refute_distances", "proof.refute_value"),  # distances are values of a kind
        ("proof.reason", "proof.* colouring*"),  # colourings are counted again
        ("proof.refute proof.refutations", "proof.* colouring* native _core"),  # they have a search of their own
    ],
    "shapez": [
        ("check proof", ""),
        ("blueprints.wiring", ""),
        (
            "blueprints.colour_flow blueprints.flow blueprints.simulate",
            "blueprints.colour_flow blueprints.flow blueprints.settings blueprints.wiring",
        ),
        ("proof.cross_checks proof.verify_data", "*"),  # they compare data with what verdicts and plans make of them
    ],
    "stacking": [
        ("check proof proof.narrow_wells proof.recount proof.unused_room", ""),
        ("proof.adversary", "check"),
        ("proof.expect", "random_sequence check"),
        # It asks the depth-first search and the graph of all stacks, where the solver went by layers of stacks.
        # Only the bound by counting is the same in both.
        ("proof.lower_bound", "check bounds.* search.* proof.* native _core colouring*"),
    ],
    "tiling": [
        ("check covers.check proof proof.cases proof.checking", ""),
        ("apart.check", "apart.ways"),
        ("proof.words", "proof.checking"),
        ("proof.picture", "picture"),
        # These find the numbers that proof.checking checks.
        ("proof.fewest proof.finding proof.numbers proof.programme", "proof proof.* native _core colouring*"),
        ("proof.recount", "*"),  # it asks an engine that took no part in the first count
        ("proof.reason", "*"),  # it puts into words what the search reported
    ],
}

# The folders of each family: the modules of a folder import those of folders to its left. What stands beside the
# folders is used by all of them and may use all of them. A method may name its function in any of them by ``late``.
LADDERS = {
    "clear": "patterns nets orders notation search graph chances fumens paths books setup scoring batch "
    "loops opener claims",
    "packing": "proof search goals space contest claims",
    "shapez": "drawing data verdicts plans proof blueprints layouts claims",
    "stacking": "bounds notation search games proof claims",
    "tiling": "search symmetries making covers notation proof large apart sets claims",
}

MODULES = [(family, module_of(path)) for family in FAMILIES for path in sorted(PACKAGE.glob(f"{family}/**/*.py"))]
CHECKERS = [module for _, module in MODULES if module.endswith(".check")]
SECOND = [module for family, module in MODULES if f"{module}.".startswith(f"shapewright.{family}.proof.")]
GROUPS = [
    (family, [f"shapewright.{family}.{name}" for name in names.split()], more.split())
    for family, groups in MAY_REACH.items()
    for names, more in groups
]
LISTED = [(family, module, more) for family, modules, more in GROUPS for module in modules]


def is_meant(module: str, family: str, pattern: str) -> bool:
    """Match a pattern for the rest of a module's name, in a family or outside."""
    return (
        pattern == "*"
        or fnmatch(module, f"shapewright.{family}.{pattern}")
        or fnmatch(module, f"shapewright.{pattern}")
    )


def test_every_checker_and_second_computation_has_an_entry() -> None:
    listed = [module for _, module, _ in LISTED]
    unlisted = sorted({*CHECKERS, *SECOND} - set(listed))
    assert not unlisted, "state in MAY_REACH what these may reach"
    assert len(listed) == len({*listed} & {module for _, module in MODULES}), "an entry twice, or of no module"


@pytest.mark.parametrize(("family", "module", "more"), LISTED, ids=[module for _, module, _ in LISTED])
def test_it_reaches_only_what_it_may(family: str, module: str, more: list[str]) -> None:
    allowed = [f"shapewright.{pattern}" for pattern in GROUND.split()]
    allowed += [f"shapewright.{family}.{pattern}" for pattern in VALUES[family].split()]
    reached = {name for name in reached_from(module) - {module} if not any(fnmatch(name, each) for each in allowed)}
    assert not [name for name in sorted(reached) if not any(is_meant(name, family, pattern) for pattern in more)]


@pytest.mark.parametrize(("family", "modules", "more"), GROUPS, ids=[modules[0] for _, modules, _ in GROUPS])
def test_nothing_is_allowed_in_vain(family: str, modules: list[str], more: list[str]) -> None:
    reached = {name for module in modules for name in reached_from(module) - {module}}
    assert not [pattern for pattern in more if not any(is_meant(name, family, pattern) for name in reached)]


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_checker_never_reaches_the_engine(checker: str) -> None:
    assert ENGINE not in reached_from(checker)


def rung(family: str, module: str) -> int | None:
    """Return the place of a module's folder in its family's ladder; None beside the folders."""
    folders = (f"shapewright.{family}.{folder}." for folder in LADDERS[family].split())
    return next((place for place, folder in enumerate(folders) if f"{module}.".startswith(folder)), None)


def test_every_folder_has_its_rung() -> None:
    for family, ladder in LADDERS.items():
        folders = {path.parent.relative_to(PACKAGE / family).parts[:1] for path in PACKAGE.glob(f"{family}/*/**/*.py")}
        assert sorted(ladder.split()) == sorted(name for (name,) in folders)


@pytest.mark.parametrize("family", LADDERS)
def test_a_folder_uses_only_those_below(family: str) -> None:
    upward = []
    for module in (module for its, module in MODULES if its == family):
        for name in imported_by(module) if (own := rung(family, module)) is not None else ():
            if (other := rung(family, name)) is not None and other > own:
                upward.append((module, name))
    assert upward == []


def test_folders_have_few_files() -> None:
    assert [folder for folder, files in measures.files_in_folders().items() if files > measures.FILES] == []


def test_the_house_grows_no_further() -> None:
    rows = measures.measures()
    assert all(row.value <= row.limit for row in rows), measures.table(rows)


def test_there_are_checkers_and_an_engine_to_keep_apart() -> None:
    assert "shapewright.tiling.check" in CHECKERS
    assert "shapewright.packing.proof.recount" in SECOND
    assert find_spec(ENGINE) is not None


@pytest.mark.parametrize(
    "source",
    ["from shapewright import _core", "from shapewright._core import f", "def f():\n    import shapewright._core as c"],
)
def test_every_way_to_import_the_engine_is_seen(source: str) -> None:
    assert ENGINE in {home for name in imports_of(source, "shapewright.tiling.check") for home in homes_of(name)}


def test_relative_imports_are_seen() -> None:
    assert ENGINE in imports_of("from .. import _core", "shapewright.tiling.check")
    assert "shapewright.tiling.rules.f" in imports_of("from .rules import f", "shapewright.tiling.check")
    assert "shapewright.tiling.rules.f" in imports_of("from .rules import f", "shapewright.tiling", is_package=True)


def test_a_name_that_a_package_loads_late_is_seen() -> None:
    assert homes_of("shapewright.clear.percent") == {"shapewright.clear.chances.percent"}
    assert homes_of("shapewright.errors.quote") == {"shapewright.errors"}


def test_a_method_of_a_function_elsewhere_is_seen() -> None:
    assert "shapewright.stacking.picture" not in imported_by("shapewright.stacking.plan")
    assert "shapewright.stacking.picture" in reached_from("shapewright.stacking.plan")


def test_imports_for_type_checkers_do_not_count() -> None:
    source = "if TYPE_CHECKING:\n    from a import b\nelse:\n    import shapewright.errors"
    assert imports_of(source, "shapewright.tiling.check") == {"shapewright.errors"}
