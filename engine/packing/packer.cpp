#include "packing/packer.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>

namespace shapewright::packing {

namespace {

// A search of this many nodes (some milliseconds) comes before a table of bags is made.
constexpr std::uint64_t first_nodes = 30'000;
constexpr std::uint64_t table_states = 700'000;
constexpr std::uint64_t nodes_per_step = 20;
// Boards that have been asked about are remembered, but not without end.
constexpr std::size_t most_remembered = 64;

std::int64_t area_of(const Pieces& pieces, const Counts& counts) {
    std::int64_t area = 0;
    for (std::size_t t = 0; t < counts.size(); ++t)
        area += static_cast<std::int64_t>(counts[t]) * pieces.types()[t].area;
    return area;
}

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

Answer Packer::box(int width, int height, const Counts& counts, bool corner, std::uint64_t seed, std::uint64_t steps,
                   const StopToken& stop) {
    Answer answer;
    const std::int64_t holes = static_cast<std::int64_t>(width) * height - area_of(pieces_, counts);
    if (holes < 0) {
        answer.outcome = Outcome::none;
        return answer;
    }
    Rng rng(seed);
    if (static_cast<std::int64_t>(width) * height <= 64) {
        if (holes == 0 && colours_forbid(pieces_, Board::box(width, height), counts)) {
            answer.outcome = Outcome::none;
            answer.method = Method::colours;
            return answer;
        }
        if (!corner || holes == 0) return small_board_search(Board::box(width, height), counts, 0, rng, steps, stop);
        // A corner that is covered becomes (0, 0) by a rotation; those at (0, 0) and at its right are different.
        const SmallBoard board(pieces_, Board::box(width, height));
        answer = small_board_search(Board::box(width, height), counts, board.bit(0, 0), rng, steps, stop);
        if (answer.outcome == Outcome::found || answer.outcome == Outcome::stopped) return answer;
        Answer other = small_board_search(Board::box(width, height), counts, board.bit(width - 1, 0), rng, steps, stop);
        return other.outcome == Outcome::none ? answer : other;
    }
    const Board board = Board::box(width, height);
    if (holes == 0 && colours_forbid(pieces_, board, counts)) {
        answer.outcome = Outcome::none;
        answer.method = Method::colours;
        return answer;
    }
    const Wanted wanted = Wanted::exactly(counts);
    if (holes == 0 && pieces_.uniform() && pieces_.types()[0].area == 4 && pieces_.size() <= 8 &&
        !dissect(width, height).empty()) {
        answer.method = Method::dissection;
        answer.outcome = sum_of_bags(blocks_, width, height, counts, rng, 300, stop, answer.placed);
        if (answer.outcome != Outcome::gave_up || answer.placed.empty()) {
            if (answer.outcome != Outcome::gave_up) return answer;
        } else {
            std::uint64_t taken = 0;
            answer.method = Method::walk;
            answer.outcome = walk(pieces_, board, wanted, 0, rng, steps, stop, answer.placed, taken);
            return answer;
        }
    }
    answer.method = Method::walk;
    answer.outcome = fill(pieces_, board, wanted, static_cast<int>(holes), rng, 20, stop, answer.placed);
    if (answer.outcome != Outcome::found) return answer;
    thin(pieces_, board, wanted, static_cast<int>(holes), rng, answer.placed);
    for (std::uint64_t used = 0;;) {
        std::uint64_t taken = 0;
        answer.outcome =
            walk(pieces_, board, wanted, static_cast<int>(holes), rng, steps - used, stop, answer.placed, taken);
        used += taken;
        if (answer.outcome != Outcome::found || !corner || covers_corner(pieces_, width, height, answer.placed))
            return answer;
        if (used >= steps) break;
        // No corner is covered: fill anew.
        used += 1000;
        if (used >= steps) break;
        answer.outcome = fill(pieces_, board, wanted, static_cast<int>(holes), rng, 20, stop, answer.placed);
        if (answer.outcome != Outcome::found) return answer;
        thin(pieces_, board, wanted, static_cast<int>(holes), rng, answer.placed);
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
    if (pieces_.uniform() && pieces_.size() <= 8 && pieces <= 21) {
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

Answer Packer::box_by_dissection(int width, int height, const Counts& counts, std::uint64_t seed, std::uint64_t steps,
                                 const StopToken& stop) {
    Answer answer;
    answer.method = Method::dissection;
    if (static_cast<std::int64_t>(width) * height != area_of(pieces_, counts) || !pieces_.uniform() ||
        pieces_.types()[0].area != 4 || pieces_.size() > 8 || dissect(width, height).empty())
        return answer;
    Rng rng(seed);
    answer.outcome = sum_of_bags(blocks_, width, height, counts, rng, steps, stop, answer.placed);
    return answer;
}

Answer Packer::board(const Board& board, const Wanted& wanted, int holes, std::uint64_t seed, std::uint64_t steps,
                     const StopToken& stop) {
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
