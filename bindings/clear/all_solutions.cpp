// All solutions of an empty field, and sets of words in which they are kept.
#include "clear/all_solutions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "clear/rules.hpp"
#include "declare.hpp"
#include "diagram/words.hpp"

namespace shapewright::bindings {

using clear::AllSolutions;
using diagram::Diagram;
using diagram::Node;
using diagram::Word;

namespace {

std::vector<std::tuple<int, int, int, int>> parts_of(const AllSolutions& solutions, Word word) {
    std::vector<std::tuple<int, int, int, int>> result;
    for (const clear::Part& part : solutions.parts(word))
        result.emplace_back(static_cast<int>(part.piece), part.facing, part.x, part.rows);
    return result;
}

Output<std::uint8_t, 2> pieces_of(const AllSolutions& solutions, Input<Word> words) {
    std::vector<std::uint8_t> result(words.size() * clear::pieces);
    for (std::size_t k = 0; k < words.size(); ++k) {
        const auto counts = solutions.pieces_of(words[k]);
        std::copy(counts.begin(), counts.end(), result.begin() + static_cast<std::ptrdiff_t>(k * clear::pieces));
    }
    return {std::move(result), {words.size(), clear::pieces}};
}

void declare_solutions(Door& door) {
    door.type<AllSolutions>("ClearAllSolutions", "All solutions of an empty field: see engine/clear/all_solutions.hpp.")
        .init([](const ClearRules& rules, int height) { return AllSolutions(rules.low, height); }, arg("rules"),
              arg("height"), keeps<2>)
        .property("letters", &AllSolutions::letters)
        .def("beginnings", &AllSolutions::beginnings, "The work cut into pieces.")
        .def(
            "words",
            [](const AllSolutions& self, Word beginning, const StopToken& stop) {
                return array_of(self.words(beginning, stop));
            },
            arg("beginning"), stopping_if_asked, "The solutions of a beginning, ascending.")
        .def("parts", &parts_of, arg("word"), "Piece, facing, first column and mask of rows of each part.")
        .def("pieces", &pieces_of, arg("words"), takes_long, "How many of each piece each of the words has.");
}

Output<Node, 2> nodes_of(const Diagram& set) {
    std::vector<Node> flat;
    for (const auto& children : set.nodes()) flat.insert(flat.end(), children.begin(), children.end());
    return {std::move(flat), {set.nodes().size(), 4}};
}

void declare_words(Door& door) {
    door.type<Diagram>("DiagramWords", "A set of words: see engine/diagram/diagram.hpp.")
        .init([](int letters, FourColumns<Node> nodes, Node root) { return Diagram(letters, nodes.rows(), root); },
              arg("letters"), arg("nodes"), arg("root"))
        .static_def(
            "of_words", [](Input<Word> words, int letters) { return diagram::diagram_of_words(words, letters); },
            arg("words"), arg("letters"), takes_long, "The set of words that ascend.")
        .property("root", &Diagram::root)
        .def("nodes", &nodes_of)
        .def("count", &Diagram::count)
        .def("__contains__", &Diagram::contains, arg("word"))
        .def(
            "words",
            [](const Diagram& self, std::uint64_t rank, std::uint64_t most, const StopToken& stop) {
                return array_of(self.words(rank, most, stop));
            },
            arg("rank"), arg("most"), stopping_if_asked, "Up to `most` words from a rank on.")
        .def(
            "sample",
            [](const Diagram& self, std::uint64_t seed, std::uint64_t samples, const StopToken& stop) {
                Rng rng(seed);
                return array_of(self.count() == 0 ? std::vector<Word>() : self.samples(rng, samples, stop));
            },
            arg("seed"), arg("samples"), stopping_if_asked, "Words drawn uniformly, each by itself.");
}

}  // namespace

void declare_clear_all_solutions(Door& door) {
    declare_solutions(door);
    declare_words(door);
}

}  // namespace shapewright::bindings
