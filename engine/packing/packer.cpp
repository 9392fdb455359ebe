#include "packing/packer.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "packing/fill.hpp"
#include "packing/greedy.hpp"

namespace shapewright::packing {

namespace {

// A search of this many nodes (some milliseconds) comes before a table of bags is made.
constexpr std::uint64_t first_nodes = 30'000;
// The table of a larger board takes up to a second; so many nodes find nearly everything that the first did not.
constexpr int cells_of_quick_table = 48;
constexpr std::uint64_t nodes_before_table = 1'000'000;
constexpr std::uint64_t table_states = 700'000;
constexpr std::uint64_t nodes_per_step = 20;
constexpr std::uint64_t states_of_asked_table = 1'000'000;
constexpr int most_pieces_of_table = 21;
// Boards that have been asked about are remembered, but not without end.
constexpr std::size_t most_remembered = 64;
// Sums of rectangles are looked for among so many before their list is shuffled anew.
constexpr std::uint64_t most_backtracks = 20'000;

bool covers_corner(const Pieces& pieces, int width, int height, const std::vector<Placed>& placed) {
    return std::any_of(placed.begin(), placed.end(), [&](const Placed& piece) {
        const auto& cells = pieces.types()[static_cast<std::size_t>(piece.type)]
                                .orientations[static_cast<std::size_t>(piece.orientation)]
                                .cells;
        return std::any_of(cells.begin(), cells.end(), [&](const Offset& cell) {
            const int x = piece.x + cell.x, y = piece.y + cell.y;
            return (x == 0 || x == width - 1) && (y == 0 || y == height - 1);
        });
    });
}

void require_packing(const Pieces& pieces, const Board& board, const std::vector<Placed>& placed) {
    if (!lies_well(pieces, board, placed)) throw std::runtime_error("a packing overlaps itself or the border");
}

}  // namespace

bool colours_forbid(const Pieces& pieces, const Board& board, const Counts& counts) {
    // The colour of (x, y) is the parity of a x + b y.
    for (const auto& [a, b] : {std::pair{1, 1}, std::pair{1, 0}, std::pair{0, 1}}) {
        std::int64_t modulus = 0, sum = 0;
        for (std::size_t t = 0; t < pieces.size(); ++t) {
            if (counts[t] == 0) continue;
            std::int64_t first = 0;
            bool is_first = true;
            for (const Orientation& orientation : pieces.types()[t].orientations) {
                std::int64_t difference = 0;
                for (const Offset& cell : orientation.cells) difference += (a * cell.x + b * cell.y) % 2 == 0 ? 1 : -1;
                if (is_first) {
                    first = difference;
                    is_first = false;
                }
                // One cell further the colours change places.
                modulus = std::gcd(std::gcd(modulus, difference - first), difference + first);
            }
            sum += first * counts[t];
        }
        if (modulus <= 1) continue;
        std::int64_t wanted = 0;
        for (int y = 0; y < board.height; ++y)
            for (int x = 0; x < board.width; ++x)
                if (board.open[static_cast<std::size_t>(y) * static_cast<std::size_t>(board.width) +
                               static_cast<std::size_t>(x)] != 0)
                    wanted += (a * x + b * y) % 2 == 0 ? 1 : -1;
        if ((sum - wanted) % modulus != 0) return true;
    }
    return false;
}

void Packer::require(const Counts& counts) const {
    if (counts.size() != pieces_.size()) throw std::invalid_argument("there is one count for each type of piece");
    for (const int count : counts)
        if (count < 0) throw std::invalid_argument("a count is negative");
}

/// Looks at what a search says it found, with nothing that a search uses.
Answer Packer::checked(const Board& board, const Counts& counts, bool may_stretch, Answer answer) const {
    if (answer.outcome != Outcome::found) {
        answer.placed.clear();
        return answer;
    }
    if (may_stretch) stretch(pieces_, board.width, board.height, answer.placed);
    if (counted(pieces_, answer.placed) != counts) throw std::runtime_error("a packing has other pieces than its bag");
    require_packing(pieces_, board, answer.placed);
    return answer;
}

Answer Packer::box(int width, int height, const Counts& counts, bool corner, std::uint64_t seed, std::uint64_t steps,
                   const StopToken& stop) {
    require(counts);
    const Board board = Board::box(width, height);
    // A covered corner must stay where it is.
    return checked(board, counts, !corner, box_search(board, counts, corner, seed, steps, stop));
}

Answer Packer::box_search(const Board& board, const Counts& counts, bool corner, std::uint64_t seed,
                          std::uint64_t steps, const StopToken& stop) {
    const std::int64_t holes = board.cells() - area_of(pieces_, counts);
    if (holes < 0) return {Outcome::none, Method::areas, {}};
    if (holes == 0 && colours_forbid(pieces_, board, counts)) return {Outcome::none, Method::colours, {}};
    Rng rng(seed);
    if (SmallBoard::fits(board)) return small_box_search(board, counts, corner && holes != 0, rng, steps, stop);
    if (holes == 0 && has_dissection(board.width, board.height)) {
        Answer answer;
        answer.method = Method::dissection;
        answer.outcome = sum_of_bags(blocks_, board.width, board.height, counts, rng, 300, stop, answer.placed);
        if (answer.outcome != Outcome::gave_up) return answer;
        if (!answer.placed.empty()) {
            std::uint64_t taken = 0;
            answer.method = Method::walk;
            answer.outcome = walk(pieces_, board, Wanted::exactly(counts), 0, rng, steps, stop, answer.placed, taken);
            return answer;
        }
    }
    return fill_and_walk(board, counts, static_cast<int>(holes), corner, rng, steps, stop);
}

Answer Packer::small_box_search(const Board& board, const Counts& counts, bool corner, Rng& rng, std::uint64_t steps,
                                const StopToken& stop) {
    if (!corner) return small_board_search(board, counts, 0, rng, steps, stop);
    // A corner that is covered becomes (0, 0) by a rotation; those at (0, 0) and at its right are different.
    const SmallBoard small(pieces_, board);
    Answer answer = small_board_search(board, counts, small.bit(0, 0), rng, steps, stop);
    if (answer.outcome == Outcome::found || answer.outcome == Outcome::stopped) return answer;
    Answer other = small_board_search(board, counts, small.bit(board.width - 1, 0), rng, steps, stop);
    return other.outcome == Outcome::none ? answer : other;
}

Answer Packer::fill_and_walk(const Board& board, const Counts& counts, int holes, bool corner, Rng& rng,
                             std::uint64_t steps, const StopToken& stop) const {
    const Wanted wanted = Wanted::exactly(counts);
    Answer answer;
    answer.method = Method::walk;
    // Where no corner is covered the box is filled anew.
    for (std::uint64_t used = 0; used == 0 || used < steps; used += 1000) {
        answer.outcome = fill(pieces_, board, wanted, holes, rng, 20, stop, answer.placed);
        if (answer.outcome != Outcome::found) return answer;
        thin(pieces_, board, wanted, holes, rng, answer.placed);
        std::uint64_t taken = 0;
        answer.outcome = walk(pieces_, board, wanted, holes, rng, steps - used, stop, answer.placed, taken);
        used += taken;
        if (answer.outcome != Outcome::found || !corner ||
            covers_corner(pieces_, board.width, board.height, answer.placed))
            return answer;
    }
    answer.outcome = Outcome::gave_up;
    return answer;
}

Answer Packer::small_board_search(const Board& whole, const Counts& counts, SmallBoard::Mask required, Rng& rng,
                                  std::uint64_t steps, const StopToken& stop) {
    Answer answer;
    answer.method = Method::search;
    const auto board = small_board(whole);
    answer.outcome = board->search(counts, required, rng, first_nodes, stop, answer.placed);
    if (answer.outcome != Outcome::gave_up) return answer;
    const int pieces = std::accumulate(counts.begin(), counts.end(), 0);
    if (pieces_.uniform() && pieces_.size() <= 8 && pieces <= most_pieces_of_table) {
        // Also where the table is known: an answer does not depend on what was asked before.
        if (board->cells() > cells_of_quick_table) {
            answer.outcome = board->search(counts, required, rng, nodes_before_table, stop, answer.placed);
            if (answer.outcome != Outcome::gave_up) return answer;
        }
        const auto bags = table(whole, pieces, required, stop, table_states);
        if (bags && !bags->contains(counts)) {
            answer.outcome = Outcome::none;
            answer.method = Method::table;
            return answer;
        }
    }
    answer.outcome = board->search(counts, required, rng, steps * nodes_per_step, stop, answer.placed);
    return answer;
}

bool Packer::has_dissection(int width, int height) const {
    return pieces_.uniform() && pieces_.types()[0].area == 4 && pieces_.size() <= 8 && !dissect(width, height).empty();
}

Answer Packer::box_by_dissection(int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t steps,
                                 const StopToken& stop) {
    require(counts);
    const Board board = Board::box(width, height);
    Answer answer;
    answer.method = Method::dissection;
    if (board.cells() == area_of(pieces_, counts) && has_dissection(width, height)) {
        Rng rng(seed);
        answer.outcome = sum_of_bags(blocks_, width, height, counts, rng, steps, stop, answer.placed);
    }
    return checked(board, counts, true, std::move(answer));
}

Answer Packer::box_greedily(int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t attempts,
                            const StopToken& stop) const {
    require(counts);
    const Board board = Board::box(width, height);
    Answer answer;
    answer.method = Method::search;
    Rng rng(seed);
    answer.outcome = most_touching(pieces_, width, height, counts, rng, attempts, stop, answer.placed);
    return checked(board, counts, true, std::move(answer));
}

Answer Packer::box_by_rectangles(const Rectangles& known, int width, int height, const Counts& counts,
                                 std::uint64_t seed, std::uint64_t rounds, const StopToken& stop) const {
    require(counts);
    const Board board = Board::box(width, height);
    Answer answer;
    answer.method = Method::search;
    Rng rng(seed);
    answer.outcome = known.pack(pieces_, width, height, counts, rng, rounds, most_backtracks, stop, answer.placed);
    return checked(board, counts, true, std::move(answer));
}

Answer Packer::exhaust(const Board& board, const Counts& counts, const StopToken& stop) const {
    require(counts);
    if (!SmallBoard::fits(board)) throw std::invalid_argument("a board of more than 64 cells is not small");
    Answer answer;
    answer.method = Method::search;
    std::uint64_t nodes = 0;
    answer.outcome = SmallBoard(pieces_, board).exhaust(counts, 0, stop, answer.placed, nodes);
    return checked(board, counts, false, std::move(answer));
}

Answer Packer::walk_from(std::vector<Placed> start, const Board& board, const Counts& counts, std::uint64_t seed,
                         std::uint64_t steps, const StopToken& stop) const {
    require(counts);
    if (!lies_well(pieces_, board, start)) throw std::invalid_argument("the packing to start from overlaps");
    const std::int64_t holes = board.cells() - area_of(pieces_, counts);
    if (holes < 0) throw std::invalid_argument("the pieces have more cells than the board");
    Answer answer;
    answer.method = Method::walk;
    answer.placed = std::move(start);
    Rng rng(seed);
    std::uint64_t taken = 0;
    answer.outcome =
        walk(pieces_, board, Wanted::exactly(counts), static_cast<int>(holes), rng, steps, stop, answer.placed, taken);
    return checked(board, counts, false, std::move(answer));
}

std::vector<Placed> Packer::growing_square(const Counts& counts, const StopToken& stop) const {
    require(counts);
    return packing::growing_square(pieces_, counts, stop);
}

Packer::Bags Packer::bags(int width, int height, int pieces, const StopToken& stop) {
    const Board board = Board::box(width, height);
    if (!SmallBoard::fits(board)) throw std::invalid_argument("a board of more than 64 cells is not small");
    if (pieces < 0 || pieces > most_pieces_of_table) throw std::invalid_argument("a table is for at most 21 pieces");
    const auto bags = table(board, pieces, 0, stop, states_of_asked_table);
    if (!bags) return {};
    std::vector<std::uint8_t> all = bags->all(stop);
    return {!stop.expired(), std::move(all)};
}

bool Packer::is_forbidden(int width, int height, const Counts& counts) const {
    require(counts);
    return colours_forbid(pieces_, Board::box(width, height), counts);
}

Answer Packer::board(const Board& board, const Wanted& wanted, int holes, std::uint64_t seed, std::uint64_t steps,
                     const StopToken& stop) {
    require(wanted.minimum);
    require(wanted.maximum);
    Answer answer = board_search(board, wanted, holes, seed, steps, stop);
    if (answer.outcome == Outcome::none) answer.placed.clear();
    require_packing(pieces_, board, answer.placed);
    return answer;
}

Answer Packer::board_search(const Board& board, const Wanted& wanted, int holes, std::uint64_t seed,
                            std::uint64_t steps, const StopToken& stop) {
    Answer answer;
    answer.method = Method::walk;
    Rng rng(seed);
    if (wanted.minimum == wanted.maximum && SmallBoard::fits(board)) {
        answer = small_board_search(board, wanted.minimum, 0, rng, steps, stop);
        if (answer.outcome != Outcome::gave_up) return answer;
        answer.method = Method::walk;
    }
    // If the board cannot be filled that well, with more and more empty cells.
    for (int spare = 0; answer.outcome != Outcome::found; spare = 2 * spare + 1) {
        answer.outcome =
            fill(pieces_, board, wanted, std::min(holes + spare, board.cells()), rng, 20, stop, answer.placed);
        if (answer.outcome == Outcome::stopped) {
            // Time is over; what can be laid at once if any cell may stay empty is better than nothing.
            if (!stop.requested()) fill(pieces_, board, wanted, board.cells(), rng, 1, StopToken(), answer.placed);
            break;
        }
        if (holes + spare >= board.cells() && answer.outcome != Outcome::found) return answer;
    }
    if (answer.outcome != Outcome::stopped) {
        thin(pieces_, board, wanted, holes, rng, answer.placed);
        std::uint64_t taken = 0;
        answer.outcome = walk(pieces_, board, wanted, holes, rng, steps, stop, answer.placed, taken);
    }
    if (answer.outcome != Outcome::found) {
        // What is too much goes: of each type, the last ones.
        Counts counts(pieces_.size(), 0);
        std::erase_if(answer.placed, [&](const Placed& piece) {
            const auto type = static_cast<std::size_t>(piece.type);
            return ++counts[type] > wanted.maximum[type];
        });
    }
    return answer;
}

std::shared_ptr<const SmallBoard> Packer::small_board(const Board& board) {
    SmallBoard::Mask open = 0;
    for (std::size_t k = 0; k < board.open.size(); ++k)
        if (board.open[k] != 0) open |= SmallBoard::Mask{1} << k;
    const std::lock_guard lock(mutex_);
    if (small_boards_.size() > most_remembered) small_boards_.clear();
    auto& known = small_boards_[{board.width, board.height, open}];
    if (!known) known = std::make_shared<SmallBoard>(pieces_, board);
    return known;
}

std::shared_ptr<const BagTable> Packer::table(const Board& board, int pieces, SmallBoard::Mask required,
                                              const StopToken& stop, std::uint64_t states) {
    const auto small = small_board(board);
    const std::tuple<Key, int, SmallBoard::Mask> key{{board.width, board.height, small->open()}, pieces, required};
    // Whoever comes second waits for the table instead of making it again.
    static std::mutex making;
    const std::lock_guard one_at_a_time(making);
    {
        const std::lock_guard lock(mutex_);
        const auto found = tables_.find(key);
        if (found != tables_.end()) return found->second->complete() ? found->second : nullptr;
    }
    const auto made = std::make_shared<BagTable>(*small, pieces, required, stop, states);
    if (!made->complete() && stop.expired()) return nullptr;
    const std::lock_guard lock(mutex_);
    if (tables_.size() > most_remembered) tables_.clear();
    tables_[key] = made;
    return made->complete() ? made : nullptr;
}

}  // namespace shapewright::packing
