#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "casters.hpp"
#include "register.hpp"
#include "shapez/plan/exact.hpp"
#include "shapez/plan/halves.hpp"
#include "shapez/plan/plain.hpp"
#include "shapez/plan/planner.hpp"
#include "shapez/plan/sets.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace shapewright::shapez;

namespace {

template <typename Item>
using Column = nb::ndarray<const Item, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename Item>
std::span<const Item> items(const Column<Item>& column) {
    return {column.data(), column.shape(0)};
}

/// The columns of HalfPlans: machine, first, second; key, whole, start, steps.
using HalfPlanColumns = std::tuple<Output<std::uint8_t>, Output<std::uint32_t>, Output<std::uint32_t>, Output<HalfKey>,
                                   Output<std::uint32_t>, Output<std::uint32_t>, Output<std::uint32_t>>;

HalfPlanColumns columns_of(HalfPlans&& plans) {
    return HalfPlanColumns(array_of(std::move(plans.machine)), array_of(std::move(plans.first)),
                           array_of(std::move(plans.second)), array_of(std::move(plans.key)),
                           array_of(std::move(plans.whole)), array_of(std::move(plans.start)),
                           array_of(std::move(plans.steps)));
}

/// A table of plans for halves as it comes from Python.
HalfPlansView half_plans_view(const Column<std::uint8_t>& machine, const Column<std::uint32_t>& first,
                              const Column<std::uint32_t>& second, const Column<HalfKey>& key,
                              const Column<std::uint32_t>& whole, const Column<std::uint32_t>& start,
                              const Column<std::uint32_t>& steps) {
    return {items(machine), items(first), items(second), items(key), items(whole), items(start), items(steps)};
}

std::optional<HalfPlanColumns> half_plan_columns(int parts, int layers, const Column<std::uint8_t>& machine,
                                                 const Column<std::uint32_t>& first,
                                                 const Column<std::uint32_t>& second, const Column<HalfKey>& key,
                                                 const Column<std::uint32_t>& whole, const Column<std::uint32_t>& start,
                                                 const Column<std::uint32_t>& steps, std::uint64_t polish, int joined,
                                                 int stacked, int minimal, std::uint64_t seed, nb::handle stop,
                                                 double seconds) {
    const shapewright::StopToken token = stop_token(stop, seconds);
    const HalfPlansView known = half_plans_view(machine, first, second, key, whole, start, steps);
    HalfPlans plans;
    bool stopped;
    {
        const nb::gil_scoped_release released;
        plans = half_plans(parts, layers, known, {stacked, joined, polish, minimal, seed}, token);
        stopped = token.expired();
    }
    if (stopped) return std::nullopt;
    return columns_of(std::move(plans));
}

/// The columns of plans for whole shapes: start, machine, first, second.
using ShapePlanColumns =
    std::tuple<Output<std::uint32_t>, Output<std::uint8_t>, Output<std::uint32_t>, Output<std::uint32_t>>;

ShapePlanColumns columns_of(std::vector<std::uint32_t>&& start, const std::vector<PlainMachine>& steps) {
    std::vector<std::uint8_t> machine;
    std::vector<std::uint32_t> first, second;
    for (const PlainMachine& step : steps) {
        machine.push_back(static_cast<std::uint8_t>(step.machine));
        first.push_back(static_cast<std::uint32_t>(step.first));
        second.push_back(static_cast<std::uint32_t>(step.second));
    }
    return ShapePlanColumns(array_of(std::move(start)), array_of(std::move(machine)), array_of(std::move(first)),
                            array_of(std::move(second)));
}

using AllPlanColumns = std::tuple<Output<Shape>, Output<std::uint8_t>, std::optional<ShapePlanColumns>, HalfPlanColumns,
                                  std::vector<std::uint64_t>>;

std::optional<AllPlanColumns> all_plan_columns(int parts, int layers, int machines, int widest, nb::handle stop,
                                               double seconds) {
    const shapewright::StopToken token = stop_token(stop, seconds);
    AllPlans found;
    {
        const nb::gil_scoped_release released;
        found = all_plans(parts, layers, machines, widest, token);
    }
    if (!found.complete) return std::nullopt;
    std::optional<ShapePlanColumns> plans;
    if (!found.start.empty()) plans = columns_of(std::move(found.start), found.steps);
    return AllPlanColumns(array_of(std::move(found.shapes)), array_of(std::move(found.least)), std::move(plans),
                          columns_of(std::move(found.halves)), found.sets);
}

using PlainStep = std::tuple<int, Shape, Shape, Shape, Shape>;

std::vector<PlainStep> plain_steps(int parts, int layers, const std::vector<Shape>& goals,
                                   const std::vector<PlainStep>& known, Column<std::uint8_t> machine,
                                   Column<std::uint32_t> first, Column<std::uint32_t> second, Column<HalfKey> key,
                                   Column<std::uint32_t> whole, Column<std::uint32_t> start,
                                   Column<std::uint32_t> steps, std::uint64_t budget, std::uint64_t seed,
                                   nb::handle stop, double seconds) {
    const shapewright::StopToken token = stop_token(stop, seconds);
    const HalfPlansView view = half_plans_view(machine, first, second, key, whole, start, steps);
    std::vector<PackedStep> before, found;
    for (const auto& [machine_number, a, b, one, other] : known)
        before.push_back({static_cast<Machine>(machine_number), a, b, {one, other}});
    {
        const nb::gil_scoped_release released;
        found = plain_plan(parts, layers, view, goals, before, budget, seed, token);
    }
    std::vector<PlainStep> result;
    for (const PackedStep& step : found)
        result.emplace_back(static_cast<int>(step.machine), step.first, step.second, step.out[0], step.out[1]);
    return result;
}

Painted read_painted(const nb::bytes& bytes) {
    if (bytes.size() > most_cells) throw std::invalid_argument("a plan's shape has more than 32 parts");
    Painted shape;
    const char* data = bytes.c_str();
    for (std::size_t i = 0; i < bytes.size(); ++i) shape.part[i] = static_cast<Part>(data[i]);
    return shape;
}

nb::bytes written(const Painted& shape) {
    return nb::bytes(reinterpret_cast<const char*>(shape.part.data()), shape.part.size());
}

/// Steps as (machine, input, input, output, output).
nb::list listed(const std::vector<Painted>& values, const std::vector<PlanStep>& steps) {
    nb::list list;
    const auto value = [&](std::int32_t v) -> nb::object {
        if (v < 0) return nb::none();
        if (v < colour_count) return nb::int_(v);
        return written(values[static_cast<std::size_t>(v)]);
    };
    for (const PlanStep& step : steps)
        list.append(nb::make_tuple(static_cast<int>(step.machine), value(step.in[0]), value(step.in[1]),
                                   value(step.out[0]), value(step.out[1])));
    return list;
}

/// The arrays it reads are kept alive by it.
class BoundPlanner {
public:
    BoundPlanner(int parts, int layers, Column<HalfKey> keys, Column<std::uint8_t> operation, Column<HalfKey> first,
                 Column<HalfKey> second, Column<std::uint8_t> steps, Column<std::uint32_t> order, Column<Shape> pins,
                 Column<Shape> pin_parents)
        : keys_(std::move(keys)),
          operation_(std::move(operation)),
          first_(std::move(first)),
          second_(std::move(second)),
          steps_(std::move(steps)),
          order_(std::move(order)),
          pins_(std::move(pins)),
          pin_parents_(std::move(pin_parents)),
          planner_(parts, layers, data()) {}
    BoundPlanner(int parts, int layers) : planner_(parts, layers, {}) {}

    nb::object plan(const std::vector<nb::bytes>& goals, std::uint32_t expansions, std::uint32_t improvements,
                    std::uint64_t polish, bool depth, bool from_halves, std::uint64_t seed, nb::handle stop,
                    double seconds) {
        const shapewright::StopToken token = stop_token(stop, seconds);
        std::vector<Painted> wanted;
        for (const nb::bytes& goal : goals) wanted.push_back(read_painted(goal));
        FoundPlan found;
        {
            const nb::gil_scoped_release released;
            PlanOptions options;
            options.expansions = expansions;
            options.improvements = improvements;
            options.polish = polish;
            options.depth = depth;
            options.from_halves = from_halves;
            options.seed = seed;
            found = planner_.plan(wanted, options, token);
        }
        if (!found.found) return nb::none();
        const nb::list steps = listed(found.values, found.steps);
        return nb::make_tuple(steps, found.expanded, found.pooled);
    }

private:
    PlanData data() const {
        return {items(keys_),  items(operation_), items(first_), items(second_),
                items(steps_), items(order_),     items(pins_),  items(pin_parents_)};
    }

    Column<HalfKey> keys_;
    Column<std::uint8_t> operation_;
    Column<HalfKey> first_, second_;
    Column<std::uint8_t> steps_;
    Column<std::uint32_t> order_;
    Column<Shape> pins_, pin_parents_;
    Planner planner_;
};

}  // namespace

void register_shapez_plan(nb::module_& module) {
    module.def(
        "shapez_exact_plan",
        [](int parts, int layers, const nb::bytes& goal, int least, int below, std::uint64_t nodes, nb::handle stop,
           double seconds) -> nb::object {
            const shapewright::StopToken token = stop_token(stop, seconds);
            const Game game(parts, layers);
            const Painted wanted = read_painted(goal);
            ExactPlan found;
            {
                const nb::gil_scoped_release released;
                found = exact_plan(game, wanted, least, below, nodes, token);
            }
            nb::object steps = nb::none();
            if (found.found) steps = listed(found.values, found.steps);
            return nb::make_tuple(found.proven, steps, found.nodes);
        },
        "parts"_a, "layers"_a, "goal"_a, "least"_a, "below"_a, "nodes"_a, "stop"_a.none(), "seconds"_a,
        "The least number of machines without mixers: see engine/shapez/plan/exact.hpp.");
    module.def("shapez_half_plans", half_plan_columns, "parts"_a, "layers"_a, "machine"_a, "first"_a, "second"_a,
               "key"_a, "whole"_a, "start"_a, "steps"_a, "polish"_a, "joined"_a, "stacked"_a, "minimal"_a, "seed"_a,
               "stop"_a.none(), "seconds"_a,
               "The columns machine, first, second, key, whole, start, steps of engine/shapez/plan/halves.hpp, made "
               "from such columns of known plans; None if stopped.");
    module.def("shapez_all_plans", all_plan_columns, "parts"_a, "layers"_a, "machines"_a, "widest"_a, "stop"_a.none(),
               "seconds"_a,
               "Shapes, the least number of machines of each, their plans (start, machine, first, second; None for "
               "more than 8 parts), plans for halves (as shapez_half_plans), and by machines the sets remembered: "
               "engine/shapez/plan/sets.hpp; None if stopped.");
    module.def("shapez_plain_plan", plain_steps, "parts"_a, "layers"_a, "goals"_a, "known"_a, "machine"_a, "first"_a,
               "second"_a, "key"_a, "whole"_a, "start"_a, "steps"_a, "budget"_a, "seed"_a, "stop"_a.none(), "seconds"_a,
               "Steps (machine, first, second, output, output), packed: engine/shapez/plan/plain.hpp; empty if none "
               "are found.");
    nb::class_<BoundPlanner>(module, "ShapezPlanner", "Makes plans: see engine/shapez/plan/planner.hpp.")
        .def(nb::init<int, int>(), "parts"_a, "layers"_a, "Without any data: it may fail where there is a plan.")
        .def(nb::init<int, int, Column<HalfKey>, Column<std::uint8_t>, Column<HalfKey>, Column<HalfKey>,
                      Column<std::uint8_t>, Column<std::uint32_t>, Column<Shape>, Column<Shape>>(),
             "parts"_a, "layers"_a, "keys"_a, "operation"_a, "first"_a, "second"_a, "steps"_a, "order"_a, "pins"_a,
             "pin_parents"_a)
        .def("plan", &BoundPlanner::plan, "goals"_a, "expansions"_a, "improvements"_a, "polish"_a, "depth"_a,
             "from_halves"_a, "seed"_a, "stop"_a.none(), "seconds"_a,
             "Steps as (machine, input, input, output, output), fluids as ints and shapes as bytes; None if none is "
             "found.");
}
