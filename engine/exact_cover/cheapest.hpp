// The cheapest exact covers: options have costs, and covers the sums of theirs.
//
// Branch and bound. Every required item pays a price; while no option costs less than its items pay, the prices of the
// open items are a bound on what is still to be paid (the dual of the linear programme, in whole numbers). At the
// beginning the prices are those of the linear programme; below, each item pays in turn what all its options leave. An
// option whose reduced cost is more than what is left to a better cover is hidden. Where the programme is large a dive
// for a cover goes first, and on beside it, so that something is known while it is solved.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "exact_cover/cells.hpp"
#include "exact_cover/dive.hpp"
#include "exact_cover/search.hpp"
#include "linear/programme.hpp"

namespace shapewright::exact_cover {

class Cheapest {
public:
    /// A cover and its cost.
    using Found = std::pair<std::uint64_t, Path>;

    /// The sum of all costs that is still taken.
    static constexpr std::uint64_t most = std::uint64_t{1} << 40;

    /// Looks for the `number` cheapest covers; of equally dear ones those that the search meets first. Throws
    /// std::invalid_argument unless there is a cost for each option and all together are at most `most`.
    Cheapest(const Instance& instance, std::vector<std::uint64_t> costs, std::size_t number);

    /// Look only for covers with these options, before the first `run`; false if that shows that there is none. Throws
    /// std::invalid_argument for an unknown option or one that is given twice.
    bool give(const Path& given);

    /// Go on until the covers found are proven to be the cheapest (true), or about `nodes` more nodes were visited or
    /// `stop` expires (false).
    bool run(const StopToken& stop, std::uint64_t nodes);

    /// The cheapest covers met so far, in the order of their costs.
    const std::vector<Found>& found() const { return found_; }

    /// No cover that is not among those found costs less; nothing once all is proven and there are no others that
    /// matter.
    std::optional<std::uint64_t> bound() const;

    std::uint64_t nodes() const { return nodes_; }

private:
    static constexpr std::uint32_t none = Cells::none;

    // Costs are whole, so two bounds say the same where the next whole costs are. Of such options the programme's own
    // go first: where many covers cost the same, they fit one another and others may not.
    struct Candidate {
        std::int64_t bound;  // on the covers with it, in units
        std::int64_t whole;  // the same in costs, rounded up
        std::uint32_t option;
        bool is_others;  // the programme takes less than half of it
        friend bool operator<(const Candidate& a, const Candidate& b) {
            return std::tie(a.whole, a.is_others, a.bound, a.option) <
                   std::tie(b.whole, b.is_others, b.bound, b.option);
        }
    };

    struct Frame {
        std::uint32_t option = none;  // chosen to get here
        std::uint32_t branch = none;  // list of the item to cover next
        std::int64_t bound = 0;       // on all covers below, in units
        std::uint64_t spent = 0;
        std::size_t raises = 0;  // before the choice
        std::vector<Candidate> candidates;
        std::size_t cursor = 0;  // those before it were tried
    };

    // A list whose options pay more: so many as were live then, which are still its first cells.
    struct Raise {
        std::uint32_t list, size;
        std::int64_t price;
    };

    bool dive(const StopToken& stop);
    void meet_dived();
    bool set_prices(const StopToken& stop);
    void start_programme();
    void take_prices();
    std::int64_t limit() const;
    void choose();
    void open(Frame& frame);
    void settle(Frame& frame);
    bool hide_dear(std::int64_t bound);
    std::uint32_t branch(std::int64_t bound);
    void meet(const Frame& frame);
    void push(std::uint32_t option, std::int64_t bound, std::uint64_t spent);
    void leave();
    Frame& top() { return frames_[depth_ - 1]; }

    Cells cells_;
    std::vector<std::uint64_t> costs_;
    std::size_t number_;
    std::int64_t unit_ = 1;              // of a cost
    std::vector<std::int64_t> reduced_;  // what an option costs more than its open items pay, in units
    std::vector<std::uint32_t> priced_;  // lists that are open at the beginning
    std::vector<std::uint32_t> row_;     // of the programme, for each option that has one
    std::vector<bool> is_others_;        // options of which the programme takes less than half
    double shift_ = 0;                   // every item pays as much more in the programme, which knows no price below 0
    std::unique_ptr<Dive> dive_;
    Path dived_;                    // the cover found by it
    std::int64_t first_bound_ = 0;  // in units: what is known before the programme is solved
    std::unique_ptr<linear::Programme> programme_;
    std::uint64_t steps_left_ = 0;
    std::vector<Raise> raises_;
    std::vector<Found> found_;
    std::size_t met_ = 0;  // covers that the search itself came upon
    std::vector<Frame> frames_;
    std::size_t depth_ = 0, root_ = 1;
    bool is_priced_ = false, is_over_ = false;
    std::uint64_t nodes_ = 0;
};

}  // namespace shapewright::exact_cover
