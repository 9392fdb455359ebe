#include "shapez/plan/improve/pool_polish.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "shapez/plan/improve/polish.hpp"
#include "shapez/plan/improve/selection.hpp"
#include "shapez/plan/parts.hpp"

namespace shapewright::shapez {

namespace {

// After so many machines tried out the world begins anew, or it would grow without end.
constexpr std::uint64_t tried_at_a_time = 1'000'000;

struct PaintedStep {
    Machine machine;
    int fluid;
    std::array<Painted, 2> in;
};

}  // namespace

Pool::Set polished(const Game& game, Pool& pool, const Pool::Set& plan, const Pool::Set& goals, std::uint64_t budget,
                   std::uint64_t seed, const StopToken& stop) {
    std::vector<Painted> raws, wanted;
    std::vector<int> crystals, paints;
    const auto note = [](auto& list, const auto& item) {
        if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
    };
    std::vector<PaintedStep> steps;
    Pool::Set mixers;
    for (const std::int32_t number : plan) {
        const PlanStep& step = pool.step(number);
        if (step.machine == Machine::mix) {
            mixers.push_back(number);
            continue;
        }
        const bool fluid = step.machine == Machine::paint || step.machine == Machine::crystal;
        if (step.machine == Machine::paint) note(paints, step.in[1]);
        if (step.machine == Machine::crystal) note(crystals, step.in[1]);
        const auto painted = [&](std::int32_t v) { return v < 0 ? Painted{} : pool.value(v); };
        for (const int slot : {0, 1})
            if (const std::int32_t v = step.in[slot]; v >= colour_count && pool.is_free(v)) note(raws, pool.value(v));
        steps.push_back(
            {step.machine, fluid ? step.in[1] : 0, {painted(step.in[0]), fluid ? Painted{} : painted(step.in[1])}});
    }
    for (const std::int32_t goal : goals)
        if (!pool.is_free(goal)) wanted.push_back(pool.value(goal));
    std::vector<PaintedStep> current = steps;
    for (std::uint64_t spent = 0; spent < budget && current.size() > 1 && !stop.expired(); spent += tried_at_a_time) {
        Parts world(game, raws, crystals, paints);
        std::vector<Parts::Value> aims;
        for (const Painted& shape : wanted) aims.push_back(world.number(shape));
        Polish<Parts> polish(world, aims, seed + spent);
        Polish<Parts>::Steps numbered;
        for (const PaintedStep& step : current)
            numbered.push_back(
                {step.machine, step.fluid, {world.number(step.in[0]), world.number(step.in[1])}, {0, 0}, 0});
        const auto read = [&](const Polish<Parts>::Steps& better) {
            std::vector<PaintedStep> found;
            for (const auto& step : better)
                found.push_back({step.machine, step.fluid, {world.shape(step.in[0]), world.shape(step.in[1])}});
            return found;
        };
        const auto best = polish.improved(polish.ordered(numbered), std::min(budget - spent, tried_at_a_time), stop);
        if (best.size() < steps.size()) steps = read(best);
        current = read(polish.last());
    }
    Pool::Set result = mixers;
    for (const PaintedStep& step : steps) {
        const bool two = step.machine == Machine::stack || step.machine == Machine::swap;
        const bool fluid = step.machine == Machine::paint || step.machine == Machine::crystal;
        pool.touched().clear();
        if (two)
            pool.add(step.machine, step.in[0], step.in[1]);
        else
            pool.add(step.machine, step.in[0], fluid ? step.fluid : Pool::none);
        result.insert(result.end(), pool.touched().begin(), pool.touched().end());
    }
    result = Selection(pool, false).tidy(result, goals);
    const bool whole = result.empty() ? plan.empty() : result[0] != Pool::none;
    return whole && result.size() < plan.size() ? result : plan;
}

}  // namespace shapewright::shapez
