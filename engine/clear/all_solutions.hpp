// All perfect clears of an empty field at once, as sets of pieces: which piece covers which cells, in any order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "clear/moves.hpp"
#include "core/stop.hpp"
#include "diagram/diagram.hpp"

namespace shapewright::clear {

/// A piece among the cells of the field at the start. Rows between its own may be cleared before it comes, so its rows
/// need not be neighbours.
struct Part {
    Piece piece;
    std::uint8_t facing;
    std::uint8_t x;     // of its box
    std::uint8_t rows;  // as a mask
    std::uint8_t gaps;  // rows between them, which are gone when it comes
    Board cells;
};

/// Every solution is a word: the field is gone through column by column, each from the bottom up; whenever a cell is
/// not yet covered, three letters name the part that covers it, by its number among those whose first cell this is.
class AllSolutions {
public:
    static constexpr int most_rows = 4;
    static constexpr int letters_of_a_part = 3;

    /// Throws std::invalid_argument for other heights than 2 and 4: no other has a number of cells that pieces can
    /// fill.
    AllSolutions(const Mover<Board>& mover, int height);

    int height() const { return height_; }
    int parts_of_a_solution() const { return columns * height_ / 4; }
    int letters() const { return letters_of_a_part * parts_of_a_solution(); }

    /// The work cut into pieces: the words of the first two parts, in order.
    std::vector<diagram::Word> beginnings() const;

    /// The words, ascending, of all solutions that begin with `beginning` and can be built in some order. Throws
    /// diagram::Stopped, and std::invalid_argument for a beginning of more than two parts.
    std::vector<diagram::Word> words(diagram::Word beginning, const StopToken& stop) const;

    std::vector<Part> parts(diagram::Word word) const;
    /// How many of each piece it has.
    std::array<std::uint8_t, pieces> pieces_of(diagram::Word word) const;

private:
    struct Option {
        Part part;
        std::uint64_t covered;  // its cells, numbered column by column
    };
    class Builder;
    struct Walk;

    void walk(Walk& state, std::uint64_t covered, int placed, std::array<std::uint8_t, most_rows> before) const;

    const Mover<Board>& mover_;
    int height_;
    std::vector<std::vector<Option>> options_;  // by first cell
};

}  // namespace shapewright::clear
