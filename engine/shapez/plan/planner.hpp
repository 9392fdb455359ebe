// Plans: which machines, in which order, make a coloured shape from what the miners give.
//
// The planner keeps a pool of shapes and of steps (pool.hpp) and selects plans from it (selection.hpp). It grows the
// pool backwards from the goals: every shape of the cheapest plan so far that nothing makes yet is taken apart in all
// ways the rules of thumb in planner_take_apart.cpp know, each verified forwards by the machines themselves. Whatever
// comes out of it is therefore a plan; only its cost is a matter of luck.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "shapez/halves/halves.hpp"
#include "shapez/plan/machine.hpp"
#include "shapez/plan/pool.hpp"
#include "shapez/plan/selection.hpp"
#include "shapez/rules/painted.hpp"
#include "shapez/verdict/verdict.hpp"

namespace shapewright::shapez {

/// How each half was found (the columns of HalfTable) and from what each essential pin-push shape is pushed: enough to
/// make any buildable shape. The arrays outlive the planner; all are empty where nothing is known.
struct PlanData {
    std::span<const HalfKey> keys;  // ascending
    std::span<const std::uint8_t> operation;
    std::span<const HalfKey> first;
    std::span<const HalfKey> second;
    std::span<const std::uint8_t> steps;
    std::span<const std::uint32_t> order;
    std::span<const Shape> pins;  // canonical, ascending
    std::span<const Shape> pin_parents;
};

struct FoundPlan {
    bool found = false;
    std::vector<Painted> values;  // the first eight are fluids, in the order of their colours
    std::vector<PlanStep> steps;  // in an order in which they can be built
    std::uint64_t expanded = 0, pooled = 0;
};

struct PlanOptions {
    std::uint32_t expansions = 400;   // shapes taken apart in all ways; after that the recorded way only
    std::uint32_t improvements = 60;  // shapes of the plan made anew in the light of all others
    bool depth = false;               // minimise depth, then machines
    bool from_halves = false;         // start from seeds of the search for halves instead of raw shapes
    std::uint64_t polish = 0;         // machines tried out to replace some by fewer; only machines from raw inputs
    std::uint64_t seed = 0;
};

class Planner {
public:
    /// Throws std::invalid_argument for sizes that are too large, and for columns that differ in length.
    Planner(int parts, int layers, PlanData data);
    Planner(const Planner&) = delete;
    Planner& operator=(const Planner&) = delete;
    FoundPlan plan(const std::vector<Painted>& goals, const PlanOptions& options, const StopToken& stop);

private:
    using Set = Pool::Set;
    static constexpr std::int32_t none = Pool::none;

    // --- growing the pool (planner.cpp)
    void choose_fillings(const std::vector<Painted>& goals);
    bool rescue_all(const Set& targets, FoundPlan& result, const StopToken& stop);
    void widen();
    std::int32_t value(const Painted& shape);
    void add_step(Machine machine, std::int32_t a, std::int32_t b = none);
    /// The same for two shapes. The second gets its number first, with every compiler: answers depend on it.
    void add_step_of(Machine machine, const Painted& a, const Painted& b);
    void evaluate();                      // tree costs of all values, those of unexpanded ones guessed
    void settle(std::size_t first_step);  // the same after steps were added: what they change, and what that changes
    double guess(std::int32_t v);
    bool grow(const Set& targets, std::uint64_t expansions, FoundPlan& result, const StopToken& stop);
    std::vector<std::int32_t> leaves(const Set& goals) const;  // unexpanded values of the cheapest trees
    Set polished(const Set& plan, const Set& goals, const PlanOptions& options, const StopToken& stop);

    // --- taking shapes apart (planner_take_apart.cpp)
    void expand(std::int32_t v, bool thoroughly);
    void from_rotation(std::int32_t v);
    void from_paint(const Painted& shape);
    void from_crystal(const Painted& shape);
    void from_push(const Painted& shape);
    void from_stack(const Painted& shape);
    void from_swap(const Painted& shape, bool thoroughly);
    void from_cut(const Painted& shape, bool thoroughly);
    void try_stack(const Painted& whole, const Painted& bottom, Painted top);
    enum class Fill { towers, pins_to_pins, needed_only, crystals_inside };
    std::vector<Painted> fills(const Painted& half, bool thoroughly);
    Painted filled(const Painted& half, Fill rule, int width, bool before) const;
    std::vector<Painted> capped(const Painted& half, const Painted& facing) const;
    bool plausible(std::int32_t v);

    // --- what the search recorded (planner_records.cpp)
    void from_records(const Painted& shape);
    void rescue(std::int32_t v, Set& simple);
    bool join(const Painted& whole);
    void turn_back(Painted shape, int turn);
    void from_half_record(const Painted& half, std::size_t record);
    void from_stack_across(const Painted& half, std::size_t record);
    Painted joined_record(std::size_t record) const;
    Painted over(Painted below, const Painted& above) const;
    void from_pin_record(const Painted& shape);
    HalfKey key_of(const Painted& half) const;
    bool is_half(const Painted& shape) const;
    std::ptrdiff_t record_of(const Painted& half) const;
    bool buildable(const Painted& shape) const;
    Painted from_half_key(HalfKey key) const;
    Painted from_kinds(std::uint64_t packed) const;
    template <typename Operation>
    bool trace(const Painted& from, const Painted& target, const Operation& operation, Painted& coloured) const;

    Game game_;
    PlanData data_;
    std::unique_ptr<Verdicts> verdicts_;
    Part scaffold_ = first_normal;
    Part filler_ = first_crystal + 1;
    bool by_depth_ = false, from_halves_ = false;
    Pool pool_;
    std::vector<char> expanded_, plausible_;  // by value; plausible: 0 not asked yet, 1 no, 2 yes
    double weight_ = 1;                       // of guesses
    std::vector<double> cost_, guess_;
    std::vector<char> waiting_;
    bool known_only_ = false;  // no guesses: what has not been taken apart costs infinitely much
    Set quickly_;              // values taken apart in few ways only
    Set fresh_;                // values expanded since costs were last right
    std::vector<std::int32_t> best_;
    std::vector<char> settled_;
};

}  // namespace shapewright::shapez
