// What a checkerboard says about the room that is left: pieces cover one colour more often than the other by known
// numbers, and so must the room, but for the cells that may stay empty.
#pragma once

#include <cstdlib>
#include <vector>

#include "stacking/question.hpp"

namespace shapewright::stacking {

class Colours {
public:
    explicit Colours(const Question& question) {
        std::vector<int> excess;
        excess.reserve(question.sequence.size());
        for (const std::uint32_t piece : question.sequence) excess.push_back(question.pieces[piece].colour_excess);
        after_.assign(excess.size() + 1, Sums{});
        before_.assign(excess.size() + 1, Sums{});
        for (std::size_t i = excess.size(); i-- > 0;) after_[i] = after_[i + 1].with(excess[i]);
        for (std::size_t i = 0; i < excess.size(); ++i) before_[i + 1] = before_[i].with(excess[i]);
    }

    /// Whether the pieces from number `i` on can fill room of this imbalance but for `slack` cells.
    bool can_fill(std::size_t i, int imbalance, int slack) const { return after_[i].reaches(imbalance, slack); }

    /// Whether the pieces before number `i` can have filled room of this imbalance, with `slack` cells of waste.
    bool can_have_filled(std::size_t i, int imbalance, int slack) const { return before_[i].reaches(imbalance, slack); }

private:
    /// The sums of numbers whose signs may be chosen: symmetric about 0, at most `most`, all congruent to `most`
    /// modulo `step`. (There may be fewer; this is what is quick to say and true.)
    struct Sums {
        int most = 0;
        int step = 0;  // 0: only one sum, 0

        Sums with(int excess) const {
            if (excess == 0) return *this;
            int a = step;
            int b = 2 * excess;
            while (b != 0) {
                const int rest = a % b;
                a = b;
                b = rest;
            }
            return Sums{most + excess, a};
        }

        bool reaches(int imbalance, int slack) const {
            const int value = std::abs(imbalance);
            if (value > most + slack) return false;
            if (slack > 0 || step == 0) return true;
            return (most - value) % step == 0;
        }
    };

    std::vector<Sums> after_;
    std::vector<Sums> before_;
};

}  // namespace shapewright::stacking
