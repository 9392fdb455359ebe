// The planner's plans made cheaper in the end, with types and colours: plan_polish.hpp.
#include <algorithm>

#include "shapez/plan.hpp"
#include "shapez/plan_polish.hpp"
#include "shapez/plan_worlds.hpp"

namespace shapewright::shapez {

Planner::Set Planner::polished(const Set& plan, const Set& goals, const PlanOptions& options, const StopToken& stop) {
    std::vector<Art> raws, wanted;
    std::vector<int> crystals, paints;
    const auto note = [](auto& list, const auto& item) {
        if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
    };
    Polish<Parts>::Steps steps;
    Set mixers;
    for (const std::int32_t number : plan) {
        const PlanStep& step = steps_[static_cast<std::size_t>(number)];
        if (step.machine == Machine::mix) {
            mixers.push_back(number);
            continue;
        }
        const bool fluid = step.machine == Machine::paint || step.machine == Machine::crystal;
        if (step.machine == Machine::paint) note(paints, step.in[1]);
        if (step.machine == Machine::crystal) note(crystals, step.in[1]);
        const auto art = [&](std::int32_t v) { return v < 0 ? Art{} : values_[static_cast<std::size_t>(v)]; };
        for (const int slot : {0, 1})
            if (const std::int32_t v = step.in[slot]; v >= kColours && raw_[static_cast<std::size_t>(v)])
                note(raws, values_[static_cast<std::size_t>(v)]);
        steps.push_back({step.machine,
                         fluid ? step.in[1] : 0,
                         {art(step.in[0]), fluid ? Art{} : art(step.in[1])},
                         {Art{}, Art{}},
                         0});
    }
    for (const std::int32_t goal : goals)
        if (!raw_[static_cast<std::size_t>(goal)]) wanted.push_back(values_[static_cast<std::size_t>(goal)]);
    const Parts world(game_, raws, crystals, paints);
    Polish<Parts> polish(world, wanted, options.seed);
    const auto better = polish.improved(polish.ordered(steps), options.polish, stop);
    Set result = mixers;
    for (const auto& step : better) {
        const bool two = step.machine == Machine::stack || step.machine == Machine::swap;
        const bool fluid = step.machine == Machine::paint || step.machine == Machine::crystal;
        touched_.clear();
        add_step(step.machine, value(step.in[0]), two ? value(step.in[1]) : fluid ? step.fluid : kNone);
        result.insert(result.end(), touched_.begin(), touched_.end());
    }
    result = tidy(result, goals);
    const bool whole = result.empty() ? plan.empty() : result[0] != kNone;
    return whole && result.size() < plan.size() ? result : plan;
}

}  // namespace shapewright::shapez
