// Domino tilings by Kasteleyn's determinant.
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "declare.hpp"
#include "planar/chances.hpp"
#include "planar/dominoes.hpp"

namespace shapewright::bindings {

void declare_planar(Door& door) {
    using planar::Dominoes;
    using planar::Draws;
    using planar::Link;
    using planar::Pair;
    using planar::Square;
    door.type<Dominoes>("DominoBoard", "A board to be tiled by dominoes: see engine/planar/dominoes.hpp.")
        .init(
            [](const std::vector<std::pair<std::int32_t, std::int32_t>>& squares,
               const std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>& links) {
                std::vector<Square> places;
                places.reserve(squares.size());
                for (const auto& [x, y] : squares) places.push_back({x, y});
                std::vector<Link> joined;
                joined.reserve(links.size());
                for (const auto& [first, second, ways] : links) joined.push_back({first, second, ways});
                return Dominoes(places, joined);
            },
            arg("squares"), arg("links"),
            "``squares`` are (x, y); ``links`` are (square, square, ways to lay a domino there).")
        .static_def(
            "primes",
            [](std::uint64_t skipped, std::uint64_t number, const StopToken& stop) {
                return Dominoes::primes(skipped, number, stop);
            },
            arg("skipped"), arg("number"), stopping_if_asked, "The largest primes below 2^31, fewer if stopped.")
        .property("balanced", &Dominoes::balanced)
        .property("bits", &Dominoes::bits)
        .def(
            "determinant",
            [](const Dominoes& self, const std::vector<std::uint32_t>& primes,
               const StopToken& stop) -> std::optional<std::vector<std::uint32_t>> {
                if (primes.size() != Dominoes::lanes) throw std::invalid_argument("eight primes are taken at a time");
                Dominoes::Residues taken{}, result{};
                for (std::size_t k = 0; k < taken.size(); ++k) taken[k] = primes[k];
                const Dominoes::Outcome outcome = self.determinant(taken, stop, result);
                if (outcome == Dominoes::Outcome::stopped) return std::nullopt;
                if (outcome == Dominoes::Outcome::unlucky) return std::vector<std::uint32_t>{};
                return std::vector<std::uint32_t>(result.begin(), result.end());
            },
            arg("primes"), stopping,
            "The determinant modulo eight primes; none if other primes must be taken, None if it was stopped.")
        .def(
            "pairs", [](const Dominoes& self) { return planar::Chances::pairs(self); },
            "(black, white) squares that a domino fits on, in the order of the chances.")
        .def(
            "chances",
            [](const Dominoes& self, const std::vector<std::uint32_t>& primes,
               const StopToken& stop) -> std::optional<Bytes> {
                if (primes.size() != Dominoes::lanes) throw std::invalid_argument("eight primes are taken at a time");
                Dominoes::Residues taken{};
                for (std::size_t k = 0; k < taken.size(); ++k) taken[k] = primes[k];
                std::vector<std::uint32_t> found;
                const Dominoes::Outcome outcome = planar::Chances::exact(self, taken, stop, found);
                if (outcome == Dominoes::Outcome::stopped) return std::nullopt;
                if (outcome == Dominoes::Outcome::unlucky) return Bytes();
                return Bytes(found.data(), found.size() * sizeof(std::uint32_t));
            },
            arg("primes"), stopping,
            "For each pair, and for all tilings at the end, how many have it modulo eight primes, all of one sign: "
            "numbers of 32 bits; none if other primes must be taken, None if it was stopped.")
        .def(
            "approximate_chances",
            [](const Dominoes& self, const StopToken& stop) -> std::optional<std::vector<double>> {
                std::vector<double> found;
                const Dominoes::Outcome outcome = planar::Chances::approximate(self, stop, found);
                if (outcome == Dominoes::Outcome::stopped) return std::nullopt;
                if (outcome == Dominoes::Outcome::unlucky) return std::vector<double>{};
                return found;
            },
            stopping, "The chance of each pair in floating point; none without tilings, None if it was stopped.");

    door.type<Draws>("DominoDraws", "Domino tilings drawn uniformly: see engine/planar/dominoes.hpp.")
        .init([](const Dominoes& board) { return std::make_unique<Draws>(board); }, arg("board"), keeps<2>)
        .def("prepare", &Draws::prepare, stopping, "Sweep the board; False if it was stopped.")
        .property("possible", &Draws::possible)
        .def(
            "draw",
            [](const Draws& self, std::uint64_t seed, const std::vector<Pair>& given, const StopToken& stop)
                -> std::optional<std::tuple<std::vector<Pair>, std::vector<Pair>, std::uint64_t>> {
                Rng rng(seed);
                auto drawn = self.draw(rng, given, stop);
                if (!drawn) return std::nullopt;
                return std::tuple(std::move(drawn->pairs), std::move(drawn->candidates), drawn->random);
            },
            arg("seed"), arg("given"), stopping_if_asked,
            "(pairs of squares, in doubt what may come next, in doubt the 53 random bits that are to choose); None if "
            "stopped.");
}

}  // namespace shapewright::bindings
