// Every stack that the rules allow, layer by layer: exact where all of them fit, a beam where they do not.
//
// This search knows all rules: a hold slot, line clears, pieces that slide, other goals than the height. When no layer
// had to be cut it knows every plan whose goal is at most the bound, and can count them and list them in order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/flat_index.hpp"
#include "core/natural.hpp"
#include "core/stop.hpp"
#include "stacking/question.hpp"
#include "stacking/search/endings.hpp"
#include "stacking/slides.hpp"

namespace shapewright::stacking {

/// What is to be small. Of rows cleared and of tetrises (four rows or more cleared at once) there are to be many: their
/// goals are minus these numbers. The peak is the highest row that a piece ever came to lie in, before rows vanish.
enum class Objective { height, holes, flatness, peak, rows, tetrises };

struct Rules {
    bool hold = false;
    bool clears = false;
    Objective objective = Objective::height;
    int ceiling = 0;  // no piece may come to lie with a cell in this row or above
    /// With facings of every piece they slide and turn while they fall; without, they fall straight down.
    std::vector<std::vector<Facing>> facings{};

    bool slides() const { return !facings.empty(); }
};

/// Where a piece came to lie: its move, and the row of its lowest cells.
struct Place : Move {
    std::uint16_t row = 0;
};

/// A stack as a sequence of bytes, unpacked.
struct Stack {
    int held = -1;  // the piece that waits, if there is a hold slot
    int tally = 0;  // the peak or the tetrises so far; 0 for goals that the stack alone tells
    std::vector<int> heights;
    std::vector<std::uint64_t> rows;  // with line clears or slides only
};

class Graph {
public:
    Graph(Question question, Rules rules);

    enum class Outcome { complete, cut, stopped };

    /// Builds the layers of all stacks from which a goal of at most `bound` is not excluded, at most `widest` in a
    /// layer: the best by a rough score, if there are more. `complete` means that no layer was cut.
    Outcome beam(std::int64_t bound, std::uint64_t widest, const StopToken& stop) {
        return beam(bound, widest, 0, widest, stop);
    }

    /// The same, with at most `widest_last` stacks in each of the `last` layers: where the bound asks for something
    /// that few stacks come to, many of them are needed at the end.
    Outcome beam(std::int64_t bound, std::uint64_t widest, std::size_t last, std::uint64_t widest_last,
                 const StopToken& stop);

    /// The same without cutting: gives up, with `cut`, when there are more than `most` stacks in all layers together.
    Outcome whole(std::int64_t bound, std::uint64_t most, const StopToken& stop);

    /// Looks for a plan after which nothing is left: layers as above, or with all their stacks if there are at most
    /// `most` of them, until a stack is met that the last pieces clear. `complete` without a plan means that there is
    /// none. For straight falls without a hold slot, with line clears.
    Outcome vanish(const Endings& endings, std::uint64_t widest, std::size_t last, std::uint64_t widest_last,
                   std::uint64_t most, const StopToken& stop);

    /// The least goal that was reached; nothing if no stack was left.
    std::optional<std::int64_t> best() const { return best_; }

    /// Every goal that was reached, ascending.
    std::vector<std::int64_t> goals() const;

    /// A plan that reaches `best`.
    std::vector<Place> plan() const;

    /// How many pieces fell in the longest game that was looked at, and the drops of one; also after a run that was
    /// stopped.
    std::size_t longest() const;
    std::vector<Place> longest_plan() const;

    /// How many plans end with exactly this goal (nothing if stopped); only after a complete run.
    std::optional<Natural> count(std::int64_t goal, const StopToken& stop) const;

    /// Begins to list the plans that end with exactly this goal, in the order of their moves; only after a complete
    /// run. `next` gives them one after the other. False if stopped.
    bool list(std::int64_t goal, const StopToken& stop);
    std::optional<std::vector<Place>> next();

    std::uint64_t states() const { return states_; }

private:
    /// The stacks of one layer, each once, with the first way to it.
    struct Layer {
        std::vector<std::uint8_t> bytes;
        std::vector<std::uint64_t> start{0};  // where each stack's bytes begin; one more than there are stacks
        std::vector<std::int64_t> score;
        std::vector<std::uint32_t> parent;
        std::vector<Place> move;
        FlatIndex<> index;

        std::size_t size() const { return score.size(); }
        std::span<const std::uint8_t> key(std::size_t k) const {
            return {bytes.data() + start[k], static_cast<std::size_t>(start[k + 1] - start[k])};
        }
        std::uint32_t find(std::span<const std::uint8_t> key) const;
        bool add(std::span<const std::uint8_t> key, std::int64_t score, std::uint32_t parent, Place move);
        void cut(std::size_t most);
    };

    Stack first() const;
    void write(const Stack& stack, std::vector<std::uint8_t>& key) const;
    Stack read(std::span<const std::uint8_t> key) const;
    std::int64_t goal(const Stack& stack, std::size_t placed) const;
    std::int64_t least_goal(const Stack& stack, std::size_t placed) const;
    std::int64_t least_rows(const Stack& stack, std::size_t placed) const;
    std::int64_t most_cleared(const Stack& stack, std::size_t placed) const;
    std::int64_t most_tetrises(const Stack& stack, std::size_t placed) const;
    std::int64_t cells(const Stack& stack, std::size_t placed) const;
    bool tallied() const;
    std::int64_t score(const Stack& stack, std::size_t placed) const;
    std::int64_t area_left(const Stack& stack, std::size_t placed) const;
    bool has_rows() const { return rules_.clears || rules_.slides(); }
    int landing(const Stack& before, const Orientation& shape, int x) const;
    bool lay(const Stack& before, const Orientation& shape, int x, int base, Stack& after) const;
    template <typename Visit>
    void expand(std::size_t placed, std::span<const std::uint8_t> key, Visit&& visit) const;
    Outcome build(std::int64_t bound, std::uint64_t widest_first, std::size_t last, std::uint64_t widest_last,
                  std::uint64_t most, const StopToken& stop, const Endings* endings = nullptr);
    void clear_by(const Endings& endings, std::vector<std::uint8_t> key);
    void check_complete() const;
    std::vector<Place> way_to(std::size_t layer, std::uint32_t at) const;

    const Question question_;
    const Rules rules_;
    mutable std::optional<Slides> slides_;  // its lists of places are made again by every call
    std::vector<std::int64_t> area_after_;  // of the pieces from each number on
    std::vector<std::int64_t> tall_after_;  // how many of these can fill four rows
    std::vector<bool> tall_;                // of each piece
    std::int64_t start_cells_ = 0;
    std::int64_t bound_ = 0;
    std::vector<Layer> layers_;
    std::optional<std::int64_t> best_;
    std::uint32_t best_at_ = 0;
    std::vector<Place> vanishing_;  // a plan that leaves nothing, if `vanish` found one
    std::uint64_t states_ = 0;

    std::vector<std::vector<bool>> leads_;  // of each layer: whether the goal asked for can still be reached
    struct Frame {
        std::uint32_t at;
        std::vector<std::pair<Place, std::uint32_t>> ways;
        std::size_t way;
    };
    std::vector<Frame> frames_;
    bool complete_ = false;
};

}  // namespace shapewright::stacking
