#include "clear/solutions.hpp"

<<<<<<< HEAD
#include <bit>
#include <stdexcept>

#include "diagram/store.hpp"
=======
#include <algorithm>
#include <array>
#include <stdexcept>

#include "clear/board_index.hpp"
#include "clear/standing.hpp"
>>>>>>> 49a5cd21cda97bb155777897678eab4281464e10

namespace shapewright::clear {

namespace {

<<<<<<< HEAD
using RowOrder = std::array<std::uint8_t, Solutions::most_rows>;

/// Row r can only be cleared after those of before[r]. Adds what `part` demands: the rows between its own are cleared
/// before it comes, hence before its own. False if a row would have to be cleared before itself.
bool consistent(RowOrder& before, const Part& part) {
    if (part.gaps == 0) return true;
    for (std::size_t row = 0; row < before.size(); ++row)
        if (part.rows >> row & 1) before[row] |= part.gaps;
    for (std::size_t through = 0; through < before.size(); ++through)
        for (std::size_t row = 0; row < before.size(); ++row)
            if (before[row] >> through & 1) before[row] |= before[through];
    for (std::size_t row = 0; row < before.size(); ++row)
        if (before[row] >> row & 1) return false;
    return true;
}

/// For a piece in a corner of the board: its cells and all above them.
constexpr auto skies = [] {
    std::array<std::array<Board, facings>, pieces> result{};
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t facing = 0; facing < facings; ++facing)
            for (const std::uint8_t cell : orientations[piece][facing].cells)
                for (int above = cell; above < columns * Solutions::most_rows; above += columns)
                    result[piece][facing] |= Board{1} << above;
    return result;
}();

}  // namespace

/// Tells whether parts that cover the field can be placed in some order.
class Solutions::Builder {
public:
    Builder(const Mover<Board>& mover, Drop drop, int height, int parts)
        : mover_(mover), drop_(drop), height_(height), all_((1U << parts) - 1), seen_(std::size_t{1} << parts) {}

    std::array<const Part*, columns * most_rows / 4> parts{};

    bool can_build() {
        for (const unsigned placed : touched_) seen_[placed] = false;
        touched_.clear();
        return go_on(0, 0);
    }

private:
    bool go_on(unsigned placed, Board cells) {
        if (placed == all_) return true;
        // The board as it is now, without the rows that are full, and where each row has gone.
        Board board = 0;
        unsigned cleared = 0;
        int rows = 0;
        std::array<int, most_rows> now{};
        for (int row = 0; row < height_; ++row) {
            const Board line = cells >> (columns * row) & full_row;
            if (line == full_row) {
                cleared |= 1U << row;
            } else {
                board |= line << (columns * rows);
                now[static_cast<std::size_t>(row)] = rows++;
            }
        }
        unsigned flooded = 0;  // the pieces for which `locks` holds
        std::array<Locks<Board>, pieces> locks;
        for (unsigned left = all_ & ~placed; left != 0; left &= left - 1) {
            const auto k = static_cast<std::size_t>(std::countr_zero(left));
            const Part& part = *parts[k];
            const unsigned next = placed | 1U << k;
            if ((part.gaps & ~cleared) != 0 || seen_[next]) continue;
            const auto piece = static_cast<std::size_t>(part.piece);
            const int y = now[static_cast<std::size_t>(std::countr_zero(part.rows))];
            const int corner = part.x + columns * y;
            if (y > 0 && (board & orientations[piece][part.facing].bits << (corner - columns)) == 0) continue;
            if ((board & skies[piece][part.facing] << corner) != 0) {
                // Under an overhang.
                if (drop_ == Drop::hard || (drop_ == Drop::t_softdrop && part.piece != Piece::T)) continue;
                if ((flooded >> piece & 1) == 0) {
                    locks[piece] = mover_.locks(board, rows, part.piece);
                    flooded |= 1U << piece;
                }
                if ((locks[piece].at[part.facing] >> corner & 1) == 0) continue;
            }
            seen_[next] = true;
            touched_.push_back(next);
            if (go_on(next, cells | part.cells)) return true;
        }
        return false;
    }

    const Mover<Board>& mover_;
    Drop drop_;
    int height_;
    unsigned all_;
    std::vector<char> seen_;  // sets of parts that were placed before, in another order
    std::vector<unsigned> touched_;
};

struct Solutions::Walk {
    Builder builder;
    const StopToken& stop;
    diagram::Word word = 0;
    std::uint64_t steps = 0;
    std::vector<diagram::Word> found{};
};

Solutions::Solutions(const Mover<Board>& mover, Drop drop, int height)
    : mover_(mover), drop_(drop), height_(height), options_(static_cast<std::size_t>(columns * most_rows)) {
    if (height != 2 && height != 4) throw std::invalid_argument("solutions are listed for heights 2 and 4");
    for (std::size_t piece = 0; piece < pieces; ++piece)
        for (std::size_t facing = 0; facing < distinct_facings[piece]; ++facing) {
            const Orientation& o = orientations[piece][facing];
            for (unsigned rows = 1; rows < 1U << height; ++rows) {
                if (std::popcount(rows) != o.height) continue;
                std::array<int, most_rows> row_of{};
                std::size_t k = 0;
                for (int row = 0; row < height; ++row)
                    if (rows >> row & 1) row_of[k++] = row;
                const unsigned span = (2U << row_of[k - 1]) - (1U << row_of[0]);
                for (int x = 0; x + o.width <= columns; ++x) {
                    Option option{{static_cast<Piece>(piece), static_cast<std::uint8_t>(facing),
                                   static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(rows),
                                   static_cast<std::uint8_t>(span & ~rows), 0},
                                  0};
                    for (const std::uint8_t cell : o.cells) {
                        const int column = x + cell % columns;
                        const int row = row_of[static_cast<std::size_t>(cell / columns)];
                        option.part.cells |= Board{1} << (column + columns * row);
                        option.covered |= std::uint64_t{1} << (column * height + row);
                    }
                    options_[static_cast<std::size_t>(std::countr_zero(option.covered))].push_back(option);
                }
            }
        }
    for (const auto& options : options_)
        if (options.size() > std::size_t{1} << (2 * letters_of_a_part))
            throw std::logic_error("a part's number does not fit into its letters");
}

std::vector<diagram::Word> Solutions::beginnings() const {
    std::vector<diagram::Word> result;
    for (std::size_t first = 0; first < options_[0].size(); ++first) {
        const std::uint64_t covered = options_[0][first].covered;
        const auto& seconds = options_[static_cast<std::size_t>(std::countr_one(covered))];
        for (std::size_t second = 0; second < seconds.size(); ++second)
            if ((seconds[second].covered & covered) == 0)
                result.push_back((first << (2 * letters_of_a_part) | second)
                                 << (2 * letters_of_a_part * (parts_of_a_solution() - 2)));
    }
    return result;
}

std::vector<diagram::Word> Solutions::words(diagram::Word beginning, const StopToken& stop) const {
    Walk state{Builder(mover_, drop_, height_, parts_of_a_solution()), stop};
    state.word = beginning;
    std::uint64_t covered = 0;
    RowOrder before{};
    for (int placed = 0; placed < 2; ++placed) {
        const int shift = 2 * letters_of_a_part * (parts_of_a_solution() - 1 - placed);
        const auto number = static_cast<std::size_t>(beginning >> shift & ((1U << (2 * letters_of_a_part)) - 1));
        const Option& option = options_.at(static_cast<std::size_t>(std::countr_one(covered))).at(number);
        if ((option.covered & covered) != 0 || !consistent(before, option.part)) return {};
        state.builder.parts[static_cast<std::size_t>(placed)] = &option.part;
        covered |= option.covered;
    }
    walk(state, covered, 2, before);
    return std::move(state.found);
}

void Solutions::walk(Walk& state, std::uint64_t covered, int placed, RowOrder before) const {
    if (placed == parts_of_a_solution()) {
        if ((++state.steps & 0xfff) == 0 && state.stop.expired()) throw diagram::Stopped();
        if (state.builder.can_build()) state.found.push_back(state.word);
        return;
    }
    const auto& options = options_[static_cast<std::size_t>(std::countr_one(covered))];
    const int shift = 2 * letters_of_a_part * (parts_of_a_solution() - 1 - placed);
    const diagram::Word word = state.word;
    for (std::size_t number = 0; number < options.size(); ++number) {
        const Option& option = options[number];
        RowOrder after = before;
        if ((option.covered & covered) != 0 || !consistent(after, option.part)) continue;
        state.builder.parts[static_cast<std::size_t>(placed)] = &option.part;
        state.word = word | diagram::Word{number} << shift;
        walk(state, covered | option.covered, placed + 1, after);
    }
    state.word = word;
}

std::vector<Part> Solutions::parts(diagram::Word word) const {
    std::vector<Part> result;
    std::uint64_t covered = 0;
    for (int placed = 0; placed < parts_of_a_solution(); ++placed) {
        const int shift = 2 * letters_of_a_part * (parts_of_a_solution() - 1 - placed);
        const auto number = static_cast<std::size_t>(word >> shift & ((1U << (2 * letters_of_a_part)) - 1));
        const Option& option = options_.at(static_cast<std::size_t>(std::countr_one(covered))).at(number);
        covered |= option.covered;
        result.push_back(option.part);
    }
    return result;
}
=======
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
Solutions<Set>::Solutions(Graph<Set>& graph) : graph_(&graph) {
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
Grown Solutions<Set>::step(const StopToken& stop, std::uint64_t bytes) {
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
                        8 * backs.capacity() + contexts.bytes() > bytes ||
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
std::vector<std::uint64_t> Solutions<Set>::queues(std::size_t solution) {
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
                for (const Contexts::Copy& copy : contexts.transfer(level, here.contexts[from], after.edges[edge] & 7,
                                                                    after.contexts[number]))
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
std::uint64_t Solutions<Set>::bytes() const {
    std::uint64_t total = 0;
    for (const Level& level : levels_)
        total += 12 * level.boards.capacity() + 4 * level.parts.capacity() + 8 * level.first.capacity() +
                 4 * level.edges.capacity();
    return total;
}

template class Solutions<Board>;
template class Solutions<TallBoard>;
>>>>>>> 49a5cd21cda97bb155777897678eab4281464e10

}  // namespace shapewright::clear
