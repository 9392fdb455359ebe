// The planner's pool: shapes, and steps (machines with their inputs) that make some of them from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "shapez/plan/column.hpp"
#include "shapez/plan/machine.hpp"
#include "shapez/rules/painted.hpp"

namespace shapewright::shapez {

/// Everything has a number, in the order in which it came. The first nine values are the fluids.
class Pool {
public:
    /// Numbers of values, or of steps.
    using Set = std::vector<std::int32_t>;
    static constexpr std::int32_t none = -1;

    /// `game` must outlive this.
    explicit Pool(const Game& game) : game_(game) {}

    /// Empties it but for the fluids and how they are mixed. What plans start with are raw shapes, or the seeds of the
    /// search for halves instead.
    void begin(bool from_halves);

    std::int32_t number(const Painted& shape);
    /// Adds a machine with what it makes of values a and b (none, or a fluid, where it takes one shape), unless it is
    /// there or changes nothing.
    void add(Machine machine, std::int32_t a, std::int32_t b = none);
    void add(Machine machine, const Painted& shape, std::int32_t fluid = none) { add(machine, number(shape), fluid); }
    /// The second gets its number first, with every compiler: answers depend on it.
    void add(Machine machine, const Painted& a, const Painted& b) {
        const std::int32_t second = number(b);
        add(machine, number(a), second);
    }

    std::size_t size() const { return values_.size(); }
    const std::vector<Painted>& values() const { return values_; }
    const std::vector<PlanStep>& steps() const { return steps_; }
    const Painted& value(std::int32_t v) const { return values_[static_cast<std::size_t>(v)]; }
    const PlanStep& step(std::int32_t number) const { return steps_[static_cast<std::size_t>(number)]; }
    const Set& makers(std::int32_t v) const { return makers_[v]; }
    const Set& users(std::int32_t v) const { return users_[v]; }

    /// Whether plans may start with it.
    bool is_free(std::int32_t v) const { return free_[v] != 0; }
    const Column<char>& free() const { return free_; }
    /// For as long as plans are looked for in which a miner gives it, too.
    void set_free(std::int32_t v, bool is_free) { free_[v] = is_free; }
    bool is_seed(const Painted& shape) const;

    /// The steps that were asked for since this was cleared, whether they were new or there already.
    Set& touched() { return touched_; }

private:
    bool is_raw(const Painted& shape) const;

    const Game& game_;
    bool from_halves_ = false;
    std::vector<Painted> values_;
    std::unordered_map<Painted, std::int32_t, Hash> index_;
    std::vector<PlanStep> steps_;
    std::unordered_map<std::uint64_t, std::int32_t> step_index_;
    Column<Set> makers_, users_;  // steps by value
    Column<char> free_;
    Set touched_;
};

}  // namespace shapewright::shapez
