#include "clear/live/boards.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "core/share.hpp"

namespace shapewright::clear {

namespace {

constexpr std::size_t number_bytes = 8;
constexpr std::size_t between_marks = 64;

void put_number(std::string& into, std::uint64_t number) {
    for (std::size_t k = 0; k < number_bytes; ++k) into.push_back(static_cast<char>(number >> (8 * k) & 255));
}

/// Differences come in fours: a byte with two bits for the length of each, the first in the lowest, then their bytes.
constexpr std::size_t together = 4;
constexpr std::array<unsigned, 4> lengths{1, 2, 3, 8};
constexpr std::size_t most_bytes = 1 + together * lengths.back();

void put_differences(std::string& into, std::span<const std::uint64_t> differences) {
    const std::size_t head = into.size();
    into.push_back(0);
    unsigned control = 0;
    for (std::size_t k = 0; k < differences.size(); ++k) {
        unsigned kind = 0;
        while (lengths[kind] < 8 && differences[k] >> (8 * lengths[kind]) != 0) ++kind;
        control |= kind << (2 * k);
        for (unsigned byte = 0; byte < lengths[kind]; ++byte)
            into.push_back(static_cast<char>(differences[k] >> (8 * byte) & 255));
    }
    into[head] = static_cast<char>(control);
}

[[noreturn]] void refuse() {
    throw std::invalid_argument("these bytes are no live boards");
}

std::uint64_t take_number(std::span<const std::uint8_t>& from) {
    if (from.size() < number_bytes) refuse();
    std::uint64_t result = 0;
    for (std::size_t k = 0; k < number_bytes; ++k) result |= std::uint64_t{from[k]} << (8 * k);
    from = from.subspan(number_bytes);
    return result;
}

/// Unpacks boards in bunches; what is missing at the end of the bytes is read as zeros.
class Unpacking {
public:
    explicit Unpacking(std::span<const std::uint8_t> bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}
    Unpacking(LiveBoard last, const std::uint8_t* at, const std::uint8_t* end) : last_(last), at_(at), end_(end) {}

    const std::uint8_t* at() const { return at_; }
    LiveBoard last() const { return last_; }

    /// Unpacks the next boards, four or those that are left; false if the bytes end before, or a board is not after
    /// the one before it.
    bool four(LiveBoard* into, std::size_t number) {
        std::array<std::uint8_t, most_bytes + 7> tail{};
        const std::uint8_t* from = at_;
        const auto left = static_cast<std::size_t>(end_ - at_);
        if (left < tail.size()) from = std::copy(at_, end_, tail.begin()) - left;
        const std::uint8_t* next = from + 1;
        unsigned control = *from;
        std::uint64_t key = last_.key;
        bool ascends = true;
        for (std::size_t k = 0; k < number; ++k, control >>= 2) {
            std::uint64_t difference;
            std::memcpy(&difference, next, sizeof difference);
            difference &= masks[control & 3];
            next += lengths[control & 3];
            ascends &= difference <= ~key && (difference != 0 || key == 0);
            key += difference;
            into[k] = {key};
        }
        const auto used = static_cast<std::size_t>(next - from);
        if (used > left || !ascends) return false;
        at_ += used;
        last_ = {key};
        return true;
    }

private:
    static constexpr std::array<std::uint64_t, 4> masks{0xff, 0xffff, 0xffffff, ~std::uint64_t{0}};

    LiveBoard last_;
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

}  // namespace

std::string LiveBoards::packed(const LiveGraph& graph) {
    std::string result;
    put_number(result, static_cast<std::uint64_t>(graph.lines()));
    for (int placed = 0; placed <= graph.pieces_needed(); ++placed) {
        std::string level;
        std::uint64_t last = 0;
        const std::span<const LiveBoard> boards = graph.boards(placed);
        for (std::size_t from = 0; from < boards.size(); from += together) {
            std::array<std::uint64_t, together> differences;
            const std::size_t number = std::min(together, boards.size() - from);
            for (std::size_t k = 0; k < number; ++k) {
                differences[k] = boards[from + k].key - last;
                last = boards[from + k].key;
            }
            put_differences(level, {differences.data(), number});
        }
        put_number(result, boards.size());
        put_number(result, level.size());
        result += level;
    }
    return result;
}

LiveBoards::LiveBoards(std::span<const std::uint8_t> bytes, unsigned threads) : bytes_(bytes.begin(), bytes.end()) {
    std::span<const std::uint8_t> rest(bytes_);
    const std::uint64_t lines = take_number(rest);
    if (lines != 2 && lines != 4) refuse();
    lines_ = static_cast<int>(lines);
    levels_.resize(columns * lines / 4 + 1);
    for (Level& level : levels_) {
        const std::uint64_t number = take_number(rest);
        const std::uint64_t size = take_number(rest);
        if (size > rest.size() || number > size) refuse();
        level.number = static_cast<std::size_t>(number);
        level.bytes = rest.first(static_cast<std::size_t>(size));
        rest = rest.subspan(level.bytes.size());
    }
    if (!rest.empty()) refuse();
    share(threads, levels_.size(), 1, {}, [&](unsigned, std::size_t placed, std::size_t) { index(levels_[placed]); });
}

/// Looks through a level: makes its marks and its filter.
void LiveBoards::index(Level& level) {
    level.filter = LiveFilter(level.number);
    Unpacking rest(level.bytes);
    std::array<LiveBoard, between_marks> bunch;
    for (std::size_t done = 0; done < level.number; done += bunch.size()) {
        level.marks.push_back({rest.last(), rest.at()});
        const std::size_t number = std::min(bunch.size(), level.number - done);
        for (std::size_t k = 0; k < number; k += together)
            if (!rest.four(&bunch[k], std::min(together, number - k))) refuse();
        level.filter.insert({bunch.data(), number});
    }
    if (rest.at() != level.bytes.data() + level.bytes.size()) refuse();
}

std::vector<LiveBoard> LiveBoards::boards(int placed) const {
    const Level& level = levels_[static_cast<std::size_t>(placed)];
    std::vector<LiveBoard> result(level.number);
    Unpacking rest(level.bytes);
    for (std::size_t k = 0; k < result.size(); k += together)
        rest.four(&result[k], std::min(together, result.size() - k));
    return result;
}

int LiveBoards::placed(LiveBoard board) const {
    const int empty = columns * board.height() - std::popcount(board.board());
    const int placed = pieces_needed() - empty / 4;
    const bool is_of_game = board.height() <= lines_ && placed >= 0 && empty % 4 == 0 &&
                            (board.board() & ~lowest_rows<Board>(board.height())) == 0;
    return is_of_game ? placed : -1;
}

bool LiveBoards::contains(LiveBoard board) const {
    const int placed = this->placed(board);
    if (placed < 0) return false;
    const Level& level = levels_[static_cast<std::size_t>(placed)];
    if (level.marks.empty()) return false;
    // The boards behind a mark are those after its own, up to and with the next mark's.
    const auto after = std::partition_point(level.marks.begin() + 1, level.marks.end(),
                                            [&](const Mark& mark) { return mark.before < board; });
    const auto number = static_cast<std::size_t>(after - level.marks.begin()) * between_marks;
    Unpacking rest(std::prev(after)->before, std::prev(after)->at, level.bytes.data() + level.bytes.size());
    for (std::size_t k = number - between_marks; k < std::min(number, level.number); k += together) {
        std::array<LiveBoard, together> four;
        rest.four(four.data(), std::min(together, level.number - k));
        if (std::find(four.begin(), four.end(), board) != four.end()) return true;
    }
    return false;
}

}  // namespace shapewright::clear
