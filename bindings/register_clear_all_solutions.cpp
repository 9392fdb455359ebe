#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "casters.hpp"
#include "clear/all_solutions.hpp"
#include "clear_rules.hpp"
#include "diagram/words.hpp"
#include "register.hpp"

namespace nb = nanobind;
using namespace nb::literals;
namespace clear = shapewright::clear;
namespace diagram = shapewright::diagram;
using diagram::Diagram;
using diagram::Node;
using diagram::Word;

namespace {

void register_solutions(nb::module_& module) {
    nb::class_<clear::AllSolutions>(module, "ClearAllSolutions",
                                    "All solutions of an empty field: see engine/clear/all_solutions.hpp.")
        .def(
            "__init__",
            [](clear::AllSolutions* self, const ClearRules& rules, int height) {
                new (self) clear::AllSolutions(rules.low, height);
            },
            "rules"_a, "height"_a, nb::keep_alive<1, 2>())
        .def_prop_ro("letters", &clear::AllSolutions::letters)
        .def("beginnings", &clear::AllSolutions::beginnings, "The work cut into pieces.")
        .def(
            "words",
            [](const clear::AllSolutions& solutions, Word beginning, nb::handle stop, double seconds) {
                const shapewright::StopToken token = stop_token(stop, seconds);
                std::vector<Word> words;
                {
                    const nb::gil_scoped_release released;
                    words = solutions.words(beginning, token);
                }
                return array_of(std::move(words));
            },
            "beginning"_a, "stop"_a = nb::none(), "seconds"_a = -1.0, "The solutions of a beginning, ascending.")
        .def(
            "parts",
            [](const clear::AllSolutions& solutions, Word word) {
                std::vector<std::tuple<int, int, int, int>> result;
                for (const clear::Part& part : solutions.parts(word))
                    result.emplace_back(static_cast<int>(part.piece), part.facing, part.x, part.rows);
                return result;
            },
            "word"_a, "Piece, facing, first column and mask of rows of each part.")
        .def(
            "pieces",
            [](const clear::AllSolutions& solutions, const Input<Word>& words) {
                std::vector<std::uint8_t> result(words.shape(0) * clear::pieces);
                {
                    const nb::gil_scoped_release released;
                    for (std::size_t k = 0; k < words.shape(0); ++k) {
                        const auto counts = solutions.pieces_of(words.data()[k]);
                        std::copy(counts.begin(), counts.end(),
                                  result.begin() + static_cast<std::ptrdiff_t>(k * clear::pieces));
                    }
                }
                return array_of(std::move(result), std::array<std::size_t, 2>{words.shape(0), clear::pieces});
            },
            "words"_a, "How many of each piece each of the words has.");
}

void register_words(nb::module_& module) {
    nb::class_<Diagram>(module, "DiagramWords", "A set of words: see engine/diagram/diagram.hpp.")
        .def(
            "__init__",
            [](Diagram* self, int letters, const FourColumns<Node>& nodes, Node root) {
                std::vector<std::array<Node, 4>> children(nodes.shape(0));
                for (std::size_t k = 0; k < children.size(); ++k)
                    for (std::size_t letter = 0; letter < 4; ++letter)
                        children[k][letter] = nodes.data()[4 * k + letter];
                new (self) Diagram(letters, std::move(children), root);
            },
            "letters"_a, "nodes"_a, "root"_a)
        .def_static(
            "of_words",
            [](const Input<Word>& words, int letters) {
                const nb::gil_scoped_release released;
                return diagram::diagram_of_words(std::span(words.data(), words.shape(0)), letters);
            },
            "words"_a, "letters"_a, "The set of words that ascend.")
        .def_prop_ro("root", &Diagram::root)
        .def("nodes",
             [](const Diagram& set) {
                 std::vector<Node> flat;
                 for (const auto& children : set.nodes()) flat.insert(flat.end(), children.begin(), children.end());
                 return array_of(std::move(flat), std::array<std::size_t, 2>{set.nodes().size(), 4});
             })
        .def("count", &Diagram::count)
        .def("__contains__", &Diagram::contains, "word"_a)
        .def(
            "words",
            [](const Diagram& set, std::uint64_t rank, std::uint64_t most) { return array_of(set.words(rank, most)); },
            "rank"_a, "most"_a, "Up to `most` words from a rank on.")
        .def(
            "sample",
            [](const Diagram& set, std::uint64_t seed, std::uint64_t samples) {
                shapewright::Rng rng(seed);
                std::vector<Word> words;
                for (std::uint64_t k = 0; k < samples && set.count() > 0; ++k) words.push_back(set.sample(rng));
                return array_of(std::move(words));
            },
            "seed"_a, "samples"_a, "Words drawn uniformly, each anew.");
}

}  // namespace

void register_clear_all_solutions(nb::module_& module) {
    register_solutions(module);
    register_words(module);
}
