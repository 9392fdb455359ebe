#include "clear/graph/path.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "clear/board_index.hpp"
#include "clear/graph/full_rows.hpp"

namespace shapewright::clear {

namespace {

constexpr std::uint64_t nowhere = ~std::uint64_t{0};
constexpr std::size_t most_partial = (std::size_t{1} << 29) - 1;

/// True if nothing lies above the cells, so that a piece can fall straight to them.
template <typename Set>
bool is_open(const Set& board, const Set& cells, int rows) {
    Set there = board;
    const FullRows full = full_rows(board);
    for (int k = 0; k < full.count; ++k)
        there &= ~(Set(full_row) << (columns * full.number[static_cast<std::size_t>(k)]));
    return !any(static_cast<Set>(upward(cells, rows) & there));
}

}  // namespace

template <typename Set>
Path<Set>::Path(Graph<Set>& graph) : graph_(&graph) {
    if (!graph.is_complete()) throw std::logic_error("the graph is not complete");
    Level first{{}, {}, {}, {}, {0}, {}};
    if (!graph.levels()[0].boards.empty()) {
        first.boards.push_back(0);
        first.contexts.push_back(graph.levels()[0].contexts[0]);
        first.tucked.push_back(0);
        first.first.push_back(0);
    }
    levels_.push_back(std::move(first));
}

template <typename Set>
Grown Path<Set>::step(const StopToken& stop, std::uint64_t bytes) {
    if (is_complete()) return Grown::done;
    const std::size_t level = levels_.size() - 1;
    Contexts& contexts = graph_->contexts();
    const auto& boards = graph_->levels()[level];
    const auto& boards_after = graph_->levels()[level + 1];
    const Level& here = levels_[level];
    Level next;
    // Numbers of the cells of each edge, and whether they are open; found once, used by every partial solution there.
    std::vector<std::uint32_t> numbers(boards.edges.size());
    std::vector<std::uint8_t> open(boards.edges.size());
    BoardIndex<Set> index(cells_);
    for (std::size_t board = 0; board < boards.boards.size(); ++board)
        for (std::uint64_t edge = boards.first[board]; edge < boards.first[board + 1]; ++edge) {
            const Set cells = boards_after.boards[boards.edges[edge] >> 3] & ~boards.boards[board];
            numbers[edge] = index.add(cells).first;
            open[edge] = is_open(boards.boards[board], cells, graph_->task().height);
        }

    struct Back {
        std::uint32_t to;
        std::uint32_t from;  // and the piece
    };
    std::vector<Back> backs;
    std::vector<std::uint32_t> slots(1024, 0);
    const std::size_t length = level + 1;
    const auto same = [&](std::size_t number, const std::uint32_t* parts) {
        return std::equal(parts, parts + length, next.parts.data() + number * length);
    };
    const auto hash = [&](const std::uint32_t* parts) {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < length; ++k) value = mixed(value ^ parts[k]) + value;
        return value;
    };
    std::vector<std::uint32_t> parts(length);
    const std::uint64_t before = this->bytes();
    for (std::size_t number = 0; number < here.boards.size(); ++number) {
        if (number % 256 == 0) {
            if (stop.expired()) return Grown::stopped;
            if (before + 4 * (3 * next.boards.capacity() + next.parts.capacity() + slots.size()) +
                        8 * backs.capacity() + contexts.bytes() >
                    bytes ||
                next.boards.size() > most_partial - (std::size_t{1} << 24))
                return Grown::too_large;
        }
        const std::uint32_t board = here.boards[number];
        const std::uint32_t* mine = here.parts.data() + number * level;
        for (std::uint64_t edge = boards.first[board]; edge < boards.first[board + 1]; ++edge) {
            const std::uint32_t target = boards.edges[edge] >> 3;
            const std::uint32_t piece = boards.edges[edge] & 7;
            const Contexts::Id hand = contexts.common(level + 1, contexts.image(level, here.contexts[number], piece),
                                                      boards_after.contexts[target]);
            if (hand == Contexts::empty) continue;
            const auto middle = std::lower_bound(mine, mine + level, numbers[edge]);
            auto end = std::copy(mine, middle, parts.begin());
            *end++ = numbers[edge];
            std::copy(middle, mine + level, end);
            if (2 * next.boards.size() >= slots.size()) {
                slots.assign(2 * slots.size(), 0);
                for (std::size_t k = 0; k < next.boards.size(); ++k) {
                    std::size_t at = hash(next.parts.data() + k * length) & (slots.size() - 1);
                    while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
                    slots[at] = static_cast<std::uint32_t>(k + 1);
                }
            }
            const std::uint32_t tucked = here.tucked[number] + (open[edge] ? 0 : 1);
            std::size_t at = hash(parts.data()) & (slots.size() - 1);
            while (slots[at] != 0 && !same(slots[at] - 1, parts.data())) at = (at + 1) & (slots.size() - 1);
            if (slots[at] == 0) {
                next.boards.push_back(target);
                next.parts.insert(next.parts.end(), parts.begin(), parts.end());
                next.contexts.push_back(hand);
                next.tucked.push_back(tucked);
                slots[at] = static_cast<std::uint32_t>(next.boards.size());
            } else {
                const std::size_t found = slots[at] - 1;
                next.contexts[found] = contexts.united(level + 1, next.contexts[found], hand);
                next.tucked[found] = std::min(next.tucked[found], tucked);
            }
            backs.push_back({slots[at] - 1, static_cast<std::uint32_t>(number) << 3 | piece});
        }
    }
    next.first.assign(next.boards.size() + 1, 0);
    for (const Back& back : backs) ++next.first[back.to + 1];
    for (std::size_t k = 0; k < next.boards.size(); ++k) next.first[k + 1] += next.first[k];
    next.edges.resize(backs.size());
    std::vector<std::uint64_t> at(next.first.begin(), next.first.end() - 1);
    for (const Back& back : backs) next.edges[at[back.to]++] = back.from;
    levels_.push_back(std::move(next));
    return Grown::done;
}

template <typename Set>
std::vector<std::uint64_t> Path<Set>::queues(std::size_t solution) {
    if (!is_complete()) throw std::logic_error("the solutions are not complete");
    Contexts& contexts = graph_->contexts();
    if (placed_.empty())
        for (const Level& level : levels_) placed_.emplace_back(level.boards.size(), nowhere);
    std::vector<std::uint32_t> now{static_cast<std::uint32_t>(solution)};
    std::vector<std::uint64_t> values(contexts.words(placements(), levels_.back().contexts[solution]));
    contexts.fill(placements(), levels_.back().contexts[solution], Contexts::any_hold, values.data());
    placed_.back()[solution] = 0;
    for (std::size_t level = placements(); level-- > 0;) {
        const Level& here = levels_[level];
        const Level& after = levels_[level + 1];
        std::vector<std::uint32_t> before;
        std::vector<std::uint64_t> earlier;
        for (const std::uint32_t number : now) {
            for (std::uint64_t edge = after.first[number]; edge < after.first[number + 1]; ++edge) {
                const std::uint32_t from = after.edges[edge] >> 3;
                std::uint64_t& place = placed_[level][from];
                if (place == nowhere) {
                    place = earlier.size();
                    earlier.resize(earlier.size() + contexts.words(level, here.contexts[from]));
                    before.push_back(from);
                }
                for (const Contexts::Copy& copy :
                     contexts.transfer(level, here.contexts[from], after.edges[edge] & 7, after.contexts[number]))
                    add_bits(copy, values.data() + placed_[level + 1][number], earlier.data() + place);
            }
            placed_[level + 1][number] = nowhere;
        }
        now = std::move(before);
        values = std::move(earlier);
    }
    for (const std::uint32_t number : now) placed_[0][number] = nowhere;
    return values;
}

template <typename Set>
std::uint64_t Path<Set>::bytes() const {
    std::uint64_t total = 0;
    for (const Level& level : levels_)
        total += 12 * level.boards.capacity() + 4 * level.parts.capacity() + 8 * level.first.capacity() +
                 4 * level.edges.capacity();
    return total;
}

template class Path<Board>;
template class Path<TallBoard>;

}  // namespace shapewright::clear
