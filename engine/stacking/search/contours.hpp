// Profiles modulo height: a stack as the steps between its neighbouring columns, and what a falling piece makes of
// them.
//
// Either no step may be larger than `reach`: then every fall is one that a piece can make, and what is found is a plan.
// Or a larger step is a cliff, whose height is forgotten: then every plan has its image here, which costs no more, so
// that what no walk does is done by no plan. (A cliff whose lower side grows may be left at any height, and a piece
// that covers one wastes no less than the lowest cliff makes it waste.)
//
// Columns have weights. A fall costs what its columns rise, each times its weight; with what is empty below the highest
// column at the end, costs come to the height times the sum of weights. Weights that are all 1 count cells; with 0 and
// 1 in turn they show that S and Z leave room in wells of odd width.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/flat_index.hpp"
#include "core/stop.hpp"
#include "stacking/question.hpp"

namespace shapewright::stacking {

class Contours {
public:
    enum class Steep { refused, cliff };

    /// What became of a contour: which one it is now, and what its columns rose at least, each times its weight.
    struct Fall {
        std::uint32_t to;
        std::int32_t cost;
        Move move;
    };

    /// `weights` are one for each column, none negative. Throws std::invalid_argument if there are others, if `reach`
    /// is less than the tallest piece, or if contours need more than 64 bits.
    Contours(const Question& question, int reach, Steep steep, std::vector<int> weights);

    /// The contour of these heights; with Steep::refused it must have one.
    std::uint32_t of(std::span<const int> heights);

    /// Finds every contour that can be reached from those that are known by the pieces of the sequence; false if there
    /// are more than `most`, or more than `most_falls` falls, or if the stop token says so.
    bool close(std::size_t most, std::size_t most_falls, const StopToken& stop);

    std::size_t size() const { return keys_.size(); }

    /// What a piece can do: of several ways to the same contour the first of least cost.
    std::span<const Fall> falls(std::uint32_t contour, std::uint32_t piece) const;

    /// What is empty between the columns and the highest of them at least, each cell times the weight of its column.
    std::int32_t empty(std::uint32_t contour) const;

    /// The steps between neighbouring columns, added up; of a cliff what it has at least.
    std::int32_t unevenness(std::uint32_t contour) const;

    /// The weights of these heights: what they cost from an empty grid on.
    std::int64_t weight(std::span<const int> heights) const;

private:
    void open(std::uint64_t key, std::vector<int>& steps) const;
    std::uint32_t number(const std::vector<int>& steps);
    void expand(std::uint32_t contour, std::uint32_t piece);
    void land(const std::vector<int>& steps, const Orientation& shape, int x, Move move);

    const Question question_;
    const int reach_;
    const int cliff_;  // the step that says cliff: reach + 1
    const bool refuses_;
    const std::vector<int> weights_;
    std::vector<std::uint64_t> keys_;
    FlatIndex<> index_;  // of keys_
    std::vector<Fall> falls_;
    std::vector<std::uint64_t> first_;  // for each contour and piece where its falls begin
    std::vector<std::uint32_t> length_;
    std::vector<Fall> made_;
};

}  // namespace shapewright::stacking
