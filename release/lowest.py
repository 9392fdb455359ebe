"""Print the oldest version of each dependency that pyproject.toml allows, as a file of constraints for pip."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path


def lowest(requirements: list[str]) -> list[str]:
    """``name==version`` for each requirement.

    >>> lowest(["click>=8.4", "neat-python>=2.0,<3"])
    ['click==8.4', 'neat-python==2.0']
    """
    return [re.sub(r">=([0-9.]+).*", r"==\1", requirement) for requirement in requirements]


def main() -> None:
    """Print those of the package and of what it can be installed with."""
    place = Path(__file__).resolve().parent.parent / "pyproject.toml"
    project = tomllib.loads(place.read_text(encoding="utf-8"))["project"]
    optional = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    sys.stdout.write("".join(f"{line}\n" for line in lowest([*project["dependencies"], *optional])))


if __name__ == "__main__":
    main()
