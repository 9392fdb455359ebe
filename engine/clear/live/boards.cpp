#include "clear/live/boards.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"

namespace shapewright::clear {

namespace {

// Numbers in the bytes are read where they lie.
static_assert(std::endian::native == std::endian::little);
constexpr std::size_t number_bytes = 8;
constexpr std::size_t between_marks = 64;

template <typename Item>
void put_all(std::string& into, const std::vector<Item>& items) {
    into.append(reinterpret_cast<const char*>(items.data()), sizeof(Item) * items.size());
}

void put_number(std::string& into, std::uint64_t number) {
    put_all(into, std::vector{number});
}

/// Differences come in fours: a byte with two bits for the length of each, the first in the lowest, then their bytes.
constexpr std::size_t together = 4;
constexpr std::array<unsigned, 4> lengths{1, 2, 3, 8};
constexpr std::size_t most_bytes = 1 + together * lengths.back();

void put_differences(std::string& into, std::span<const std::uint64_t> differences) {
    SHAPEWRIGHT_ASSERT(differences.size() <= together);
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

/// Takes the parts of the bytes one after the other.
class Parts {
public:
    explicit Parts(std::span<const std::uint8_t> bytes) : rest_(bytes) {
        if (reinterpret_cast<std::uintptr_t>(bytes.data()) % number_bytes != 0 || bytes.size() % number_bytes != 0)
            refuse();
    }
    template <typename Item>
    std::span<const Item> take(std::uint64_t number) {
        if (number > rest_.size() / sizeof(Item)) refuse();
        const auto* const items = reinterpret_cast<const Item*>(rest_.data());
        const std::size_t bytes = sizeof(Item) * static_cast<std::size_t>(number);
        rest_ = rest_.subspan(std::min(rest_.size(), (bytes + number_bytes - 1) / number_bytes * number_bytes));
        return {items, static_cast<std::size_t>(number)};
    }
    std::uint64_t number() { return take<std::uint64_t>(1)[0]; }
    bool is_empty() const { return rest_.empty(); }

private:
    std::span<const std::uint8_t> rest_;
};

/// Unpacks boards in bunches; what is missing at the end of the bytes is read as zeros.
class Unpacking {
public:
    explicit Unpacking(std::span<const std::uint8_t> bytes, LiveBoard last = {})
        : last_(last), at_(bytes.data()), end_(at_ + bytes.size()) {}

    bool is_at_end() const { return at_ == end_; }

    /// Unpacks the next boards, four or those that are left; false if the bytes end before, or a board is not after
    /// the one before it.
    bool four(LiveBoard* into, std::size_t number) {
        SHAPEWRIGHT_ASSERT(number <= together && at_ <= end_);
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

/// Writes how many boards and bytes there are; then the bytes, the marks and the filter.
void LiveBoards::put_level(std::string& into, std::span<const LiveBoard> boards) {
    std::string bytes;
    std::vector<Mark> marks;
    std::uint64_t last = 0;
    for (std::size_t from = 0; from < boards.size(); from += together) {
        if (from % between_marks == 0) marks.push_back({last, bytes.size()});
        std::array<std::uint64_t, together> differences;
        const std::size_t number = std::min(together, boards.size() - from);
        for (std::size_t k = 0; k < number; ++k) {
            differences[k] = boards[from + k].key - last;
            last = boards[from + k].key;
        }
        SHAPEWRIGHT_ASSERT(from == 0 || boards[from - 1] < boards[from]);
        put_differences(bytes, {differences.data(), number});
    }
    put_number(into, boards.size());
    put_number(into, bytes.size());
    bytes.resize((bytes.size() + number_bytes - 1) / number_bytes * number_bytes);
    into += bytes;
    put_all(into, marks);
    put_all(into, LiveFilter::words(boards));
}

std::string LiveBoards::packed(const LiveGraph& graph) {
    std::string result;
    put_number(result, static_cast<std::uint64_t>(graph.lines()));
    for (int placed = 0; placed <= graph.pieces_needed(); ++placed) put_level(result, graph.boards(placed));
    return result;
}

LiveBoards::LiveBoards(std::span<const std::uint8_t> bytes, std::shared_ptr<const void> owner)
    : owner_(std::move(owner)) {
    Parts parts(bytes);
    const std::uint64_t lines = parts.number();
    if (lines != 2 && lines != 4) refuse();
    lines_ = static_cast<int>(lines);
    levels_.resize(columns * lines / 4 + 1);
    for (Level& level : levels_) {
        const std::uint64_t number = parts.number();
        const std::uint64_t size = parts.number();
        level.bytes = parts.take<std::uint8_t>(size);
        if (number > size) refuse();
        level.number = static_cast<std::size_t>(number);
        level.marks = parts.take<Mark>((level.number + between_marks - 1) / between_marks);
        level.filter = parts.take<std::uint64_t>(LiveFilter::words_for(level.number));
    }
    if (!parts.is_empty()) refuse();
}

std::vector<LiveBoard> LiveBoards::boards(int placed) const {
    const Level& level = levels_[static_cast<std::size_t>(placed)];
    std::vector<LiveBoard> result(level.number);
    Unpacking rest(level.bytes);
    for (std::size_t k = 0; k < result.size(); k += together)
        if (!rest.four(&result[k], std::min(together, result.size() - k))) refuse();
    if (!rest.is_at_end()) refuse();
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
                                            [&](const Mark& mark) { return mark.before < board.key; });
    const auto number = static_cast<std::size_t>(after - level.marks.begin()) * between_marks;
    const Mark mark = *std::prev(after);
    if (mark.at > level.bytes.size()) refuse();
    Unpacking rest(level.bytes.subspan(static_cast<std::size_t>(mark.at)), {mark.before});
    for (std::size_t k = number - between_marks; k < std::min(number, level.number); k += together) {
        std::array<LiveBoard, together> four{};
        const std::size_t left = std::min(together, level.number - k);
        if (!rest.four(four.data(), left)) refuse();
        if (std::find(four.begin(), four.end(), board) != four.end()) return true;
    }
    return false;
}

}  // namespace shapewright::clear
