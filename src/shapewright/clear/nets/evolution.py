"""Generations of nets by neat-python, each from plain data to plain data.

A population is all that the library needs to breed the next one: genomes, species, the numbers that are given out next,
and the state of its random numbers. So a population that was saved goes on exactly as it would have.

The library draws from the random numbers of the whole program. They are lent to it: here it finds the state it left
behind, and afterwards the program finds its own again.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from importlib.resources import as_file, files
from itertools import count
from typing import Any

from shapewright.clear.nets.net import FEATURES, Net, NetNode
from shapewright.errors import MissingExtraError, ProblemError

Population = dict[str, Any]
_Neat = Any  # the objects of the library have no types

PLAIN = {
    "covered": 1.7,
    "row_transitions": 2.4,
    "column_transitions": 1.8,
    "closed_borders": -1.3,
    "pits": 3.8,
    "buried": -0.6,
}
"""The weights of the built-in order, ``weight`` of engine/clear/solve/kernel.hpp, in a net's units."""

_lending = threading.Lock()


def library() -> str:
    """The library and its version."""
    _neat()
    from importlib.metadata import version  # it loads what reads mail

    return f"neat-python {version('neat-python')}"


def begin(size: int, seed: int, start: str) -> Population:
    """The first population: ``random`` weights from every feature to the output, or those of the built-in order
    (``plain``), which all but the first change a little.
    """
    neat = _neat()
    with _lent_random(None, seed):
        config, reproduction, species = _parts(neat, size)
        genomes = reproduction.create_new(config.genome_type, config.genome_config, size)
        if start == "plain":
            for number, genome in enumerate(genomes.values()):
                for (source, _), gene in genome.connections.items():
                    gene.weight = PLAIN.get(list(FEATURES)[-source - 1], 0.0) + (0.3 * gene.weight if number else 0.0)
                if number == 0:
                    genome.nodes[0].bias = 0.0
        species.speciate(config, genomes, 0)
        return _saved(0, config, reproduction, species, genomes)


def breed(population: Population, fitness: list[float]) -> Population:
    """The next population, when the nets of this one have that fitness."""
    neat = _neat()
    with _lent_random(population["random"], 0):
        size = len(population["genomes"])
        config, reproduction, species = _parts(neat, size)
        genomes = _restored(neat, population, config, reproduction, species)
        for genome, value in zip(genomes.values(), fitness, strict=True):
            genome.fitness = value
        generation = population["generation"]
        genomes = reproduction.reproduce(config, species, size, generation)
        species.speciate(config, genomes, generation)
        return _saved(generation + 1, config, reproduction, species, genomes)


def nets(population: Population) -> list[Net | None]:
    """The nets of a population; None for one with more nodes, or larger values, than nets may have."""
    neat = _neat()
    with _lent_random(None, 0):
        config, reproduction, species = _parts(neat, len(population["genomes"]))
        genomes = _restored(neat, population, config, reproduction, species)
        return [_net(neat, genome, config) for genome in genomes.values()]


def number_of_species(population: Population) -> int:
    """How many species a population has."""
    return len(population["species"])


def _net(neat: _Neat, genome: _Neat, config: _Neat) -> Net | None:
    names = list(FEATURES)
    numbers: dict[int, int] = {}
    nodes: list[NetNode] = []
    # The library's own order of evaluation; what the output does not depend on is left out already.
    for key, _, _, bias, response, links in neat.nn.FeedForwardNetwork.create(genome, config).node_evals:
        inputs = [
            (names[-source - 1] if source < 0 else numbers[source], response * weight) for source, weight in links
        ]
        numbers[key] = len(nodes)
        nodes.append(NetNode(genome.nodes[key].activation, bias, tuple(inputs)))
    # The output is looked at by no other node, so that it can come last.
    at = numbers[0]
    nodes = [*nodes[:at], *nodes[at + 1 :], nodes[at]]
    for number, node in enumerate(nodes):
        moved = [(source - 1 if isinstance(source, int) and source > at else source, w) for source, w in node.inputs]
        nodes[number] = replace(node, inputs=tuple(moved))
    try:
        return Net(tuple(nodes))
    except ProblemError:
        return None


def _neat() -> _Neat:
    try:
        return import_module("neat")
    except ModuleNotFoundError as error:
        if error.name != "neat":
            raise
        raise MissingExtraError(
            "training needs the package 'neat-python'; in a clone of shapewright, run pip install '.[train]'"
        ) from None


@contextmanager
def _lent_random(state: _Neat, seed: int) -> Iterator[None]:
    with _lending:
        kept = random.getstate()
        try:
            if state is None:
                random.seed(seed)
            else:
                version, numbers, gauss = state
                random.setstate((version, tuple(numbers), gauss))
            yield
        finally:
            random.setstate(kept)


def _parts(neat: _Neat, size: int) -> tuple[_Neat, _Neat, _Neat]:
    """Configuration, reproduction and species set, all new."""
    with as_file(files("shapewright.clear") / "data_files" / "neat.ini") as path:
        kinds = (neat.DefaultGenome, neat.DefaultReproduction, neat.DefaultSpeciesSet, neat.DefaultStagnation)
        config = neat.Config(*kinds, str(path))
    config.pop_size = size
    reporters = import_module("neat.reporting").ReporterSet()
    stagnation = neat.DefaultStagnation(config.stagnation_config, reporters)
    reproduction = neat.DefaultReproduction(config.reproduction_config, reporters, stagnation)
    return config, reproduction, neat.DefaultSpeciesSet(config.species_set_config, reporters)


def _saved(
    generation: int, config: _Neat, reproduction: _Neat, species: _Neat, genomes: dict[int, _Neat]
) -> Population:
    """All objects as plain data; counters are used up by asking them for their next number, so this comes last."""
    version, numbers, gauss = random.getstate()
    indexer = config.genome_config.node_indexer
    return {
        "generation": generation,
        "genomes": [
            [
                genome.key,
                [[key, node.bias, node.activation] for key, node in genome.nodes.items()],
                [[*key, gene.innovation, gene.weight, gene.enabled] for key, gene in genome.connections.items()],
            ]
            for genome in genomes.values()
        ],
        "species": [
            [one.key, one.created, one.last_improved, one.fitness_history, one.representative.key, list(one.members)]
            for one in species.species.values()
        ],
        "next_genome": next(reproduction.genome_indexer),
        "next_species": next(species.indexer),
        "next_node": None if indexer is None else next(indexer),
        "innovations": reproduction.innovation_tracker.global_counter,
        "random": [version, list(numbers), gauss],
    }


def _restored(
    neat: _Neat, population: Population, config: _Neat, reproduction: _Neat, species: _Neat
) -> dict[int, _Neat]:
    """The genomes of a population; the other objects become what they were."""
    genes = import_module("neat.genes")
    genomes = {}
    for key, nodes, connections in population["genomes"]:
        genome = neat.DefaultGenome(key)
        for number, bias, activation in nodes:
            node = genes.DefaultNodeGene(number)
            node.bias, node.response, node.activation, node.aggregation = bias, 1.0, activation, "sum"
            node.time_constant = 1.0
            genome.nodes[number] = node
        for source, target, innovation, weight, enabled in connections:
            gene = genes.DefaultConnectionGene((source, target), innovation=innovation)
            gene.weight, gene.enabled = weight, enabled
            genome.connections[source, target] = gene
        genomes[key] = genome
    kind = import_module("neat.species").Species
    for key, created, improved, history, representative, members in population["species"]:
        one = kind(key, created)
        one.last_improved, one.fitness_history = improved, list(history)
        one.update(genomes[representative], {member: genomes[member] for member in members})
        species.species[key] = one
    reproduction.genome_indexer = count(population["next_genome"])
    species.indexer = count(population["next_species"])
    if population["next_node"] is not None:
        config.genome_config.node_indexer = count(population["next_node"])
    reproduction.innovation_tracker.global_counter = population["innovations"]
    return genomes
