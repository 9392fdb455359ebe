#include "packing/pieces.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"

namespace shapewright::packing {

namespace {

constexpr int largest_extent = 1 << 12;
constexpr std::int64_t most_cells = 1 << 22;

std::size_t place(const Board& board, int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(board.width) + static_cast<std::size_t>(x);
}

}  // namespace

Pieces::Pieces(const std::vector<std::vector<std::vector<Offset>>>& shapes, const std::vector<unsigned>& weights) {
    if (shapes.empty()) throw std::invalid_argument("there are no pieces");
    if (weights.size() != shapes.size()) throw std::invalid_argument("every type of piece has one weight");
    for (std::size_t t = 0; t < shapes.size(); ++t) {
        Type type;
        type.weight = std::clamp(weights[t], 1u, 1u << 10);
        for (const auto& cells : shapes[t]) {
            Orientation orientation;
            orientation.cells = cells;
            std::sort(orientation.cells.begin(), orientation.cells.end(),
                      [](const Offset& a, const Offset& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
            for (const Offset& cell : cells) {
                if (cell.x < 0 || cell.y < 0 || cell.x >= largest_extent || cell.y >= largest_extent)
                    throw std::invalid_argument("a piece is larger than 4096 cells across");
                orientation.width = std::max(orientation.width, cell.x + 1);
                orientation.height = std::max(orientation.height, cell.y + 1);
            }
            type.area = static_cast<int>(cells.size());
            type.orientations.push_back(std::move(orientation));
        }
        if (type.orientations.empty() || type.area == 0) throw std::invalid_argument("a piece has no cells");
        if (smallest_area_ != 0 && type.area != types_[0].area) uniform_ = false;
        smallest_area_ = smallest_area_ == 0 ? type.area : std::min(smallest_area_, type.area);
        types_.push_back(std::move(type));
    }
}

Board Board::box(int width, int height) {
    if (width < 1 || height < 1 || static_cast<std::int64_t>(width) * height > most_cells)
        throw std::invalid_argument("a box has at least one cell and at most 4194304");
    return {width, height,
            std::vector<std::uint8_t>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1)};
}

Board Board::within(int width, int height, std::vector<std::uint8_t> open) {
    Board board = box(width, height);
    if (open.size() != board.open.size()) throw std::invalid_argument("a board has one byte for each cell of its box");
    board.open = std::move(open);
    return board;
}

int Board::cells() const {
    return static_cast<int>(std::count(open.begin(), open.end(), std::uint8_t{1}));
}

bool lies_well(const Pieces& pieces, const Board& board, const std::vector<Placed>& placed) {
    std::vector<std::uint8_t> free = board.open;
    for (const Placed& piece : placed) {
        const Type& type = pieces.types().at(static_cast<std::size_t>(piece.type));
        const Orientation& orientation = type.orientations.at(static_cast<std::size_t>(piece.orientation));
        if (piece.x < 0 || piece.y < 0 || piece.x + orientation.width > board.width ||
            piece.y + orientation.height > board.height)
            return false;
        for (const Offset& cell : orientation.cells) {
            std::uint8_t& here = free[place(board, piece.x + cell.x, piece.y + cell.y)];
            if (here != 1) return false;
            here = 0;
        }
    }
    return true;
}

std::int64_t area_of(const Pieces& pieces, const Counts& counts) {
    SHAPEWRIGHT_ASSERT(counts.size() == pieces.size());
    std::int64_t area = 0;
    for (std::size_t t = 0; t < counts.size(); ++t)
        area += static_cast<std::int64_t>(counts[t]) * pieces.types()[t].area;
    return area;
}

Counts counted(const Pieces& pieces, const std::vector<Placed>& placed) {
    Counts counts(pieces.size(), 0);
    for (const Placed& piece : placed) ++counts[static_cast<std::size_t>(piece.type)];
    return counts;
}

void stretch(const Pieces& pieces, int width, int height, std::vector<Placed>& placed) {
    if (placed.empty()) return;
    const auto orientation = [&](const Placed& piece) -> const Orientation& {
        return pieces.types()[static_cast<std::size_t>(piece.type)]
            .orientations[static_cast<std::size_t>(piece.orientation)];
    };
    int left = width, bottom = height, right = 0, top = 0;
    for (const Placed& piece : placed) {
        left = std::min(left, piece.x);
        bottom = std::min(bottom, piece.y);
        right = std::max(right, piece.x + orientation(piece).width);
        top = std::max(top, piece.y + orientation(piece).height);
    }
    if (left == 0 && bottom == 0 && right == width && top == height) return;
    for (Placed& piece : placed) {
        piece.x -= left;
        piece.y -= bottom;
    }
    right -= left;
    top -= bottom;
    const Board box = Board::box(width, height);
    std::vector<std::uint8_t> taken(box.open.size(), 0);
    const auto mark = [&](const Placed& piece, std::uint8_t value) {
        for (const Offset& cell : orientation(piece).cells)
            taken[place(box, piece.x + cell.x, piece.y + cell.y)] = value;
    };
    for (const Placed& piece : placed) mark(piece, 1);
    // A piece that sees nothing but empty cells on its way outward can be slid to the border.
    const auto slide = [&](bool upward) {
        const auto near = std::count_if(placed.begin(), placed.end(),
                                        [&](const Placed& piece) { return (upward ? piece.y : piece.x) == 0; });
        for (Placed& piece : placed) {
            // The only piece that holds the near side stays.
            if (near == 1 && (upward ? piece.y : piece.x) == 0) continue;
            mark(piece, 0);
            Placed moved = piece;
            bool is_free = true;
            while (is_free && (upward ? moved.y + orientation(piece).height < height
                                      : moved.x + orientation(piece).width < width)) {
                ++(upward ? moved.y : moved.x);
                for (const Offset& cell : orientation(piece).cells)
                    is_free = is_free && taken[place(box, moved.x + cell.x, moved.y + cell.y)] == 0;
            }
            if (is_free) piece = moved;
            mark(piece, 1);
            if (is_free) return;
        }
    };
    if (top < height) slide(true);
    if (right < width) slide(false);
}

}  // namespace shapewright::packing
