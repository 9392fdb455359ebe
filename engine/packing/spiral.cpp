#include "packing/spiral.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/flat_map.hpp"

namespace shapewright::packing {

namespace {

constexpr std::int32_t covered_before = -1, left_empty = -2;

/// A piece together with its turned copies: what it covers, in the order of the spiral, the first cell apart.
struct Option {
    std::vector<std::uint32_t> rest;
    std::uint64_t mark = 0;  // of the rest
    Placed placed;
};

class Beam {
public:
    Beam(const Pieces& pieces, const std::vector<int>& types, int width, int height, int turns,
         const std::vector<int>& weights, Rng& rng)
        : pieces_(pieces), width_(width), height_(height), turns_(turns), rng_(rng) {
        if (width < 1 || height < 1 || (turns != 1 && turns != 2 && turns != 4) || (turns == 4 && width != height))
            throw std::invalid_argument("a box has 1 or 2 turns, and a square 4 as well");
        if (weights.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height) ||
            std::any_of(weights.begin(), weights.end(), [](int weight) { return weight < 0; }))
            throw std::invalid_argument("there is a weight of at least 0 for each cell of the box");
        order_cells(weights);
        Rng marks(1);
        marks_.resize(weights_.size());
        for (std::uint64_t& mark : marks_) mark = marks.next();
        for (const int type : types) list_options(type);
    }

    std::vector<Placed> run(std::size_t beam, const StopToken& stop) {
        const std::size_t cells = weights_.size(), words = (cells + 63) / 64;
        std::vector<State> states{State{}};
        std::vector<std::uint64_t> masks(words, 0), next_masks;
        std::vector<std::vector<Step>> steps;
        FlatMap<std::uint64_t, std::uint32_t> seen;
        std::vector<Reached> reached;
        for (std::size_t at = 0; at < cells; ++at) {
            if (stop.expired()) return {};
            reached.clear();
            seen.clear();
            for (std::uint32_t from = 0; from < states.size(); ++from)
                go_on(at, states[from], from, &masks[from * words], seen, reached);
            keep_best(reached, beam);
            next_masks.assign(reached.size() * words, 0);
            states.clear();
            std::vector<Step>& made = steps.emplace_back();
            for (std::size_t i = 0; i < reached.size(); ++i) {
                const Reached& one = reached[i];
                std::copy_n(&masks[one.step.from * words], words, &next_masks[i * words]);
                if (one.step.option >= 0)
                    for (const std::uint32_t cell : options_[at][static_cast<std::size_t>(one.step.option)].rest)
                        next_masks[i * words + cell / 64] |= std::uint64_t{1} << (cell % 64);
                states.push_back(one.state);
                made.push_back(one.step);
            }
            masks.swap(next_masks);
        }
        return traced(states, steps);
    }

private:
    /// What is covered beyond the cells that are decided, as the sum of the marks of these cells; and what those weigh
    /// that stayed empty.
    struct State {
        std::int64_t wasted = 0;
        std::uint64_t mark = 0;
    };
    struct Step {
        std::uint32_t from = 0;
        std::int32_t option = covered_before;
    };
    struct Reached {
        State state;
        Step step;
    };

    std::pair<int, int> turned(std::pair<int, int> cell) const {
        if (turns_ == 4) return {height_ - 1 - cell.second, cell.first};
        if (turns_ == 2) return {width_ - 1 - cell.first, height_ - 1 - cell.second};
        return cell;
    }

    /// How far inside a cell lies, and how far along its ring from the ring's lower left corner on.
    std::array<int, 2> along(int x, int y) const {
        const int right = width_ - 1 - x, up = height_ - 1 - y;
        const int ring = std::min({x, y, right, up});
        const int wide = width_ - 1 - 2 * ring, high = height_ - 1 - 2 * ring;
        if (y == ring && right > ring) return {ring, x - ring};
        if (right == ring && up > ring) return {ring, wide + y - ring};
        if (up == ring && x > ring) return {ring, wide + high + right - ring};
        return {ring, 2 * wide + high + up - ring};
    }

    /// Cells that are turned copies of each other are one, and come where the first of them comes.
    void order_cells(const std::vector<int>& weights) {
        const std::size_t cells = weights.size();
        std::vector<std::size_t> spiral(cells);
        std::iota(spiral.begin(), spiral.end(), std::size_t{0});
        const auto wide = static_cast<std::size_t>(width_);
        const auto x_of = [wide](std::size_t cell) { return static_cast<int>(cell % wide); };
        const auto y_of = [wide](std::size_t cell) { return static_cast<int>(cell / wide); };
        std::vector<std::array<int, 2>> keys(cells);
        for (std::size_t cell = 0; cell < cells; ++cell) keys[cell] = along(x_of(cell), y_of(cell));
        std::sort(spiral.begin(), spiral.end(),
                  [&](std::size_t a, std::size_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
        constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
        number_.assign(cells, none);
        for (const std::size_t cell : spiral) {
            if (number_[cell] != none) continue;
            std::int64_t weight = 0;
            // The cell in the middle is its own copy.
            for (std::pair<int, int> one{x_of(cell), y_of(cell)}; number_[index(one)] == none; one = turned(one)) {
                number_[index(one)] = static_cast<std::uint32_t>(weights_.size());
                weight += weights[index(one)];
            }
            weights_.push_back(weight);
        }
        options_.resize(weights_.size());
    }

    std::size_t index(std::pair<int, int> cell) const {
        return static_cast<std::size_t>(cell.second) * static_cast<std::size_t>(width_) +
               static_cast<std::size_t>(cell.first);
    }

    void list_options(int type) {
        if (type < 0 || static_cast<std::size_t>(type) >= pieces_.size())
            throw std::invalid_argument("there is no piece of that number");
        const auto& orientations = pieces_.types()[static_cast<std::size_t>(type)].orientations;
        for (std::size_t turn = 0; turn < orientations.size(); ++turn)
            for (int y = 0; y + orientations[turn].height <= height_; ++y)
                for (int x = 0; x + orientations[turn].width <= width_; ++x)
                    list_option(orientations[turn], {type, static_cast<std::int32_t>(turn), x, y});
    }

    void list_option(const Orientation& shape, const Placed& placed) {
        std::vector<std::uint32_t> covered;
        for (const Offset& offset : shape.cells) {
            const std::pair<int, int> cell{placed.x + offset.x, placed.y + offset.y};
            if (turns_ > 1 && turned(cell) == cell) return;
            covered.push_back(number_[index(cell)]);
        }
        std::sort(covered.begin(), covered.end());
        // A piece that lies on its own turned copy, or that may not be turned so.
        if (std::adjacent_find(covered.begin(), covered.end()) != covered.end()) return;
        if (copies(placed).empty()) return;
        Option option{{covered.begin() + 1, covered.end()}, 0, placed};
        for (const std::uint32_t cell : option.rest) option.mark ^= marks_[cell];
        std::vector<Option>& there = options_[covered.front()];
        // Its copies are listed as well.
        for (const Option& other : there)
            if (other.placed.type == placed.type && other.rest == option.rest) return;
        there.push_back(std::move(option));
    }

    void go_on(std::size_t at, const State& state, std::uint32_t from, const std::uint64_t* mask,
               FlatMap<std::uint64_t, std::uint32_t>& seen, std::vector<Reached>& reached) const {
        const auto is_covered = [mask](std::size_t cell) { return (mask[cell / 64] >> (cell % 64) & 1) != 0; };
        const auto reach = [&](State next, std::int32_t option) {
            const auto [found, fresh] = seen.try_emplace(next.mark, static_cast<std::uint32_t>(reached.size()));
            if (fresh)
                reached.push_back({next, {from, option}});
            else if (next.wasted < reached[*found].state.wasted)
                reached[*found] = {next, {from, option}};
        };
        if (is_covered(at)) {
            reach({state.wasted, state.mark ^ marks_[at]}, covered_before);
            return;
        }
        reach({state.wasted + weights_[at], state.mark}, left_empty);
        const std::vector<Option>& there = options_[at];
        for (std::size_t i = 0; i < there.size(); ++i)
            if (std::none_of(there[i].rest.begin(), there[i].rest.end(), is_covered))
                reach({state.wasted, state.mark ^ there[i].mark}, static_cast<std::int32_t>(i));
    }

    /// The best, and of those that are as good some at random.
    void keep_best(std::vector<Reached>& reached, std::size_t beam) {
        if (reached.size() <= beam) return;
        std::vector<std::pair<std::int64_t, std::uint64_t>> keys;
        for (std::size_t i = 0; i < reached.size(); ++i)
            keys.push_back({reached[i].state.wasted, (rng_.next() & ~std::uint64_t{0xffffffff}) | i});
        std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(beam), keys.end());
        keys.resize(beam);
        std::vector<std::uint32_t> kept;
        for (const auto& key : keys) kept.push_back(static_cast<std::uint32_t>(key.second));
        std::sort(kept.begin(), kept.end());
        for (std::size_t i = 0; i < beam; ++i) reached[i] = reached[kept[i]];
        reached.resize(beam);
    }

    /// The pieces of the best packing with their turned copies.
    std::vector<Placed> traced(const std::vector<State>& states, const std::vector<std::vector<Step>>& steps) const {
        std::size_t now = 0;
        for (std::size_t i = 0; i < states.size(); ++i)
            if (states[i].wasted < states[now].wasted) now = i;
        std::vector<Placed> placed;
        for (std::size_t at = steps.size(); at-- > 0;) {
            const Step step = steps[at][now];
            if (step.option >= 0)
                for (const Placed& one : copies(options_[at][static_cast<std::size_t>(step.option)].placed))
                    placed.push_back(one);
            now = step.from;
        }
        return placed;
    }

    /// A piece and its turned copies; none if there is no such orientation.
    std::vector<Placed> copies(const Placed& first) const {
        const auto& orientations = pieces_.types()[static_cast<std::size_t>(first.type)].orientations;
        std::vector<std::pair<int, int>> cells;
        for (const Offset& cell : orientations[static_cast<std::size_t>(first.orientation)].cells)
            cells.push_back({first.x + cell.x, first.y + cell.y});
        std::vector<Placed> found{first};
        while (static_cast<int>(found.size()) < turns_) {
            for (std::pair<int, int>& cell : cells) cell = turned(cell);
            const std::int32_t turn = orientation_of(orientations, cells);
            if (turn < 0) return {};
            const auto [left, bottom] = corner(cells);
            found.push_back({first.type, turn, left, bottom});
        }
        return found;
    }

    static std::pair<int, int> corner(const std::vector<std::pair<int, int>>& cells) {
        std::pair<int, int> least = cells.front();
        for (const auto& [x, y] : cells) least = {std::min(least.first, x), std::min(least.second, y)};
        return least;
    }

    /// Which orientation has these cells; -1 for none.
    static std::int32_t orientation_of(const std::vector<Orientation>& orientations,
                                       std::vector<std::pair<int, int>> cells) {
        const auto [left, bottom] = corner(cells);
        std::sort(cells.begin(), cells.end(), [](const auto& a, const auto& b) {
            return std::pair(a.second, a.first) < std::pair(b.second, b.first);
        });
        for (std::size_t turn = 0; turn < orientations.size(); ++turn)
            if (std::equal(cells.begin(), cells.end(), orientations[turn].cells.begin(), orientations[turn].cells.end(),
                           [left = left, bottom = bottom](const std::pair<int, int>& cell, const Offset& offset) {
                               return cell == std::pair(left + offset.x, bottom + offset.y);
                           }))
                return static_cast<std::int32_t>(turn);
        return -1;
    }

    const Pieces& pieces_;
    int width_, height_, turns_;
    Rng& rng_;
    std::vector<std::uint32_t> number_;  // of a cell of the box in the order of the spiral
    std::vector<std::int64_t> weights_;  // of a cell with its turned copies, in that order
    std::vector<std::uint64_t> marks_;
    std::vector<std::vector<Option>> options_;  // by the first cell
};

}  // namespace

std::vector<Placed> spiral(const Pieces& pieces, const std::vector<int>& types, int width, int height, int turns,
                           const std::vector<int>& weights, std::size_t beam, Rng& rng, const StopToken& stop) {
    if (beam < 1) throw std::invalid_argument("a beam keeps at least one packing");
    return Beam(pieces, types, width, height, turns, weights, rng).run(beam, stop);
}

}  // namespace shapewright::packing
