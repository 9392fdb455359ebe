// What is packed and where: types of pieces in their orientations, boards, and pieces that have been laid down.
#pragma once

#include <cstdint>
#include <vector>

namespace shapewright::packing {

struct Offset {
    int x = 0;
    int y = 0;
};

/// One way to turn a piece: its cells in scan order (row by row upward), seen from the corner of its bounding box.
struct Orientation {
    int width = 0;
    int height = 0;
    std::vector<Offset> cells;
};

struct Type {
    int area = 0;
    unsigned weight = 1;  ///< how early a random search tries it: large for pieces that are hard to place
    std::vector<Orientation> orientations;
};

/// The types of pieces of a bag, in the order in which counts are given.
class Pieces {
public:
    /// shapes[type][orientation] are cells with smallest coordinates 0. Throws std::invalid_argument.
    Pieces(const std::vector<std::vector<std::vector<Offset>>>& shapes, const std::vector<unsigned>& weights);

    const std::vector<Type>& types() const { return types_; }
    std::size_t size() const { return types_.size(); }
    int smallest_area() const { return smallest_area_; }
    /// Whether all types have the same area.
    bool uniform() const { return uniform_; }

private:
    std::vector<Type> types_;
    int smallest_area_ = 0;
    bool uniform_ = true;
};

/// A box of cells of which some may be closed; the cell (x, y) is number y * width + x. What makes one throws
/// std::invalid_argument for a box without cells or of more than 2^22.
struct Board {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> open;

    static Board box(int width, int height);
    /// With one entry of `open` for each cell: 1 open, 0 closed.
    static Board within(int width, int height, std::vector<std::uint8_t> open);
    int cells() const;
};

/// A piece that lies with the corner of its bounding box at (x, y).
struct Placed {
    std::int32_t type = 0;
    std::int32_t orientation = 0;
    std::int32_t x = 0;
    std::int32_t y = 0;
};

using Counts = std::vector<int>;

/// What a search came to. `none` is a proof.
enum class Outcome { found, none, gave_up, stopped };

/// Whether `placed` lie on open cells of `board` without overlap. The searches share nothing with this.
bool lies_well(const Pieces& pieces, const Board& board, const std::vector<Placed>& placed);

/// How many cells these counts cover.
std::int64_t area_of(const Pieces& pieces, const Counts& counts);

/// How often each type lies there.
Counts counted(const Pieces& pieces, const std::vector<Placed>& placed);

/// Slide a piece to each side of the box that none touches, where one can move that far: an empty border row is then
/// within the pieces' bounding box. With column- and row-convex pieces this always succeeds.
void stretch(const Pieces& pieces, int width, int height, std::vector<Placed>& placed);

}  // namespace shapewright::packing
