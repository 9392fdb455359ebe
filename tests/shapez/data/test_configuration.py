"""Configurations: names, sizes and what is refused."""

from __future__ import annotations

import pytest

from shapewright.errors import LimitError, NotationError
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration


def test_there_are_eighteen_and_each_fits_a_packed_shape() -> None:
    assert [configuration.name for configuration in CONFIGURATIONS] == [
        *(f"quad{layers}" for layers in range(1, 8)),
        *(f"hex{layers}" for layers in range(1, 6)),
        *(f"oct{layers}" for layers in range(1, 4)),
        *(f"dec{layers}" for layers in range(1, 4)),
    ]
    assert max(configuration.cells for configuration in CONFIGURATIONS) == 30


def test_names_read_back_in_any_case() -> None:
    for configuration in CONFIGURATIONS:
        for name in (configuration.name, configuration.name.title(), f" {configuration.name.upper()}\n"):
            assert Configuration.from_name(name) == configuration
        assert str(configuration) == configuration.name


def test_sizes() -> None:
    hex4 = Configuration.from_name("Hex4")
    assert (hex4.parts, hex4.layers, hex4.cells, hex4.half_parts) == (6, 4, 24, 3)


@pytest.mark.parametrize("name", ["", "quad", "quad0", "quad8", "hex6", "oct4", "dec4", "quad-1", "quad 4", "quad٤"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(NotationError, match="is not a configuration; configurations are quad1 to quad7, hex1 to hex5"):
        Configuration.from_name(name)


def test_sizes_that_are_none() -> None:
    with pytest.raises(LimitError, match="no ring has 5 parts; rings have 4, 6, 8 or 10 parts"):
        Configuration(5, 2)
    for layers in (0, 8):
        with pytest.raises(LimitError, match=f"rings of 4 parts can have 1 to 7 layers here, not {layers}"):
            Configuration(4, layers)
