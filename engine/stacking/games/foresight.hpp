// What a player who sees only the next few of the pieces that chance deals comes to on average.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "stacking/question.hpp"
#include "stacking/search/contour_costs.hpp"
#include "stacking/search/contours.hpp"

namespace shapewright::stacking {

/// A game of chance over profiles modulo height. With Steep::refused what is found is what a player comes to who never
/// makes a step higher than the reach; with Steep::cliff it is what no player is below.
class Foresight {
public:
    enum class Ending { height, holes, flatness };

    /// How pieces are dealt: each kind as likely as any other, or in shuffled bags in which each comes once.
    struct Deal {
        std::size_t length = 1;  // pieces in all
        std::size_t see = 1;     // of which the player sees so many, the one that falls among them
        bool bags = false;
    };

    /// The pieces of the question are those that come. Throws what Contours throws.
    Foresight(const Question& question, int reach, Contours::Steep steep, Ending ending);

    /// Finds all contours; false if there are too many, or it was stopped. Before anything else.
    bool prepare(const ContourEffort& effort, const StopToken& stop);

    std::size_t contours() const { return contours_.size(); }

    /// Values that `expected` keeps at the same time; saturates. Like all below it throws std::invalid_argument before
    /// contours are found, for a deal of no pieces or one that shows none, bags of more than 16 kinds, and what is
    /// said.
    std::uint64_t room(const Deal& deal) const;

    /// The expected value of the ending, played best: infinite if there is no way to play on. Nothing if stopped.
    /// Throws where there are more than 2^32 values to keep.
    std::optional<double> expected(const Deal& deal, const StopToken& stop) const;

    /// The value for a player who knows all of these pieces from the beginning; infinite as above. Throws for a piece
    /// that is not one of the question.
    std::optional<double> known(std::span<const std::uint32_t> sequence, const StopToken& stop) const;

    /// The mean of `known` over all sequences of the deal, which is looked at one by one. Throws for more than 1000
    /// pieces.
    std::optional<double> known_on_average(const Deal& deal, const StopToken& stop) const;

private:
    using Values = std::vector<double>;

    void check() const;
    void check(const Deal& deal) const;
    std::size_t kinds() const { return question_.pieces.size(); }
    std::vector<std::uint32_t> masks(const Deal& deal, std::size_t revealed) const;
    Values last() const;
    void step_back(std::uint32_t piece, const double* after, double* before) const;
    double scaled(double cost, double cells) const;
    double mean_cells(std::size_t length) const;

    const Question question_;
    const Ending ending_;
    Contours contours_;
    std::uint32_t floor_ = 0;
    std::int64_t start_ = 0;  // what the board costs
    bool is_prepared_ = false;
};

}  // namespace shapewright::stacking
