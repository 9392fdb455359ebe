#include "clear/all_solutions.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "core/assert.hpp"
#include "diagram/store.hpp"

namespace shapewright::clear {

namespace {

using RowOrder = std::array<std::uint8_t, AllSolutions::most_rows>;

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
                for (int above = cell; above < columns * AllSolutions::most_rows; above += columns)
                    result[piece][facing] |= Board{1} << above;
    return result;
}();

}  // namespace

/// Tells whether parts that cover the field can be placed in some order.
class AllSolutions::Builder {
public:
    Builder(const Mover<Board>& mover, int height, int parts)
        : mover_(mover), height_(height), all_((1U << parts) - 1), seen_(std::size_t{1} << parts) {}

    std::array<const Part*, columns * most_rows / 4> parts{};

    bool can_build() {
        SHAPEWRIGHT_ASSERT(std::none_of(parts.begin(), parts.begin() + std::popcount(all_),
                                        [](const Part* part) { return part == nullptr; }));
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
            SHAPEWRIGHT_ASSERT(y + orientations[piece][part.facing].height <= rows && (cells & part.cells) == 0);
            const int corner = part.x + columns * y;
            if (y > 0 && (board & orientations[piece][part.facing].bits << (corner - columns)) == 0) continue;
            if ((board & skies[piece][part.facing] << corner) != 0) {
                // Under an overhang.
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
    int height_;
    unsigned all_;
    std::vector<char> seen_;  // sets of parts that were placed before, in another order
    std::vector<unsigned> touched_;
};

struct AllSolutions::Walk {
    Builder builder;
    diagram::Poll poll;
    diagram::Word word = 0;
    std::vector<diagram::Word> found{};
};

AllSolutions::AllSolutions(const Mover<Board>& mover, int height)
    : mover_(mover), height_(height), options_(static_cast<std::size_t>(columns * most_rows)) {
    if (height != 2 && height != 4) throw std::invalid_argument("solutions are listed for heights 2 and 4");
    if (spins_every_t(mover.drop())) throw std::invalid_argument("solutions are not listed by spins");
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
                    Option option{
                        {static_cast<Piece>(piece), static_cast<std::uint8_t>(facing), static_cast<std::uint8_t>(x),
                         static_cast<std::uint8_t>(rows), static_cast<std::uint8_t>(span & ~rows), 0},
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

std::vector<diagram::Word> AllSolutions::beginnings() const {
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

std::vector<diagram::Word> AllSolutions::words(diagram::Word beginning, const StopToken& stop) const {
    if ((beginning & ((diagram::Word{1} << (2 * letters_of_a_part * (parts_of_a_solution() - 2))) - 1)) != 0)
        throw std::invalid_argument("a beginning has two parts and no more");
    Walk state{Builder(mover_, height_, parts_of_a_solution()), diagram::Poll(stop)};
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
    SHAPEWRIGHT_ASSERT(std::popcount(covered) == 8);
    walk(state, covered, 2, before);
    return std::move(state.found);
}

void AllSolutions::walk(Walk& state, std::uint64_t covered, int placed, RowOrder before) const {
    SHAPEWRIGHT_ASSERT(std::popcount(covered) == 4 * placed && placed <= parts_of_a_solution());
    state.poll();
    if (placed == parts_of_a_solution()) {
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

std::vector<Part> AllSolutions::parts(diagram::Word word) const {
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

std::array<std::uint8_t, pieces> AllSolutions::pieces_of(diagram::Word word) const {
    std::array<std::uint8_t, pieces> result{};
    for (const Part& part : parts(word)) ++result[static_cast<std::size_t>(part.piece)];
    return result;
}

}  // namespace shapewright::clear
