// Plans: which machines, in which order, make shapes.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "declare.hpp"
#include "shapez/plan/improve/neighbourhood.hpp"
#include "shapez/plan/library/halves.hpp"
#include "shapez/plan/library/sets.hpp"
#include "shapez/plan/proof/exact.hpp"
#include "shapez/plan/search/plain.hpp"
#include "shapez/plan/search/planner.hpp"

namespace shapewright::bindings {

using shapez::HalfKey;
using shapez::Machine;
using shapez::Painted;
using shapez::Shape;

namespace {

Machine machine_of(int number) {
    if (number < 0 || number > static_cast<int>(Machine::crystal)) throw std::invalid_argument("no such machine");
    return static_cast<Machine>(number);
}

// --- Tables of plans for halves -------------------------------------------------------------------------------------

/// The columns of HalfPlans: machine, first, second; key, whole, start, steps.
using HalfPlanColumns = std::tuple<Output<std::uint8_t>, Output<Shape>, Output<Shape>, Output<HalfKey>, Output<Shape>,
                                   Output<std::uint32_t>, Output<std::uint32_t>>;

HalfPlanColumns columns_of(shapez::HalfPlans&& plans) {
    return HalfPlanColumns(array_of(std::move(plans.machine)), array_of(std::move(plans.first)),
                           array_of(std::move(plans.second)), array_of(std::move(plans.key)),
                           array_of(std::move(plans.whole)), array_of(std::move(plans.start)),
                           array_of(std::move(plans.steps)));
}

std::optional<HalfPlanColumns> half_plan_columns(int parts, int layers, Input<std::uint8_t> machine, Input<Shape> first,
                                                 Input<Shape> second, Input<HalfKey> key, Input<Shape> whole,
                                                 Input<std::uint32_t> start, Input<std::uint32_t> steps,
                                                 std::uint64_t polish, int joined, int stacked, int minimal,
                                                 std::uint64_t most, std::uint64_t seed, const StopToken& stop) {
    const shapez::HalfPlansView known{machine, first, second, key, whole, start, steps};
    shapez::HalfPlans plans =
        shapez::half_plans(parts, layers, known, {stacked, joined, polish, minimal, most, seed}, stop);
    if (stop.expired()) return std::nullopt;
    return columns_of(std::move(plans));
}

// --- All plans of few machines --------------------------------------------------------------------------------------

/// The columns of plans for whole shapes: start, machine, first, second.
using ShapePlanColumns =
    std::tuple<Output<std::uint32_t>, Output<std::uint8_t>, Output<std::uint32_t>, Output<std::uint32_t>>;

ShapePlanColumns columns_of(std::vector<std::uint32_t>&& start, const std::vector<shapez::PlainMachine>& steps) {
    std::vector<std::uint8_t> machine;
    std::vector<std::uint32_t> first, second;
    for (const shapez::PlainMachine& step : steps) {
        machine.push_back(static_cast<std::uint8_t>(step.machine));
        first.push_back(static_cast<std::uint32_t>(step.first));
        second.push_back(static_cast<std::uint32_t>(step.second));
    }
    return ShapePlanColumns(array_of(std::move(start)), array_of(std::move(machine)), array_of(std::move(first)),
                            array_of(std::move(second)));
}

using AllPlanColumns = std::tuple<Output<Shape>, Output<std::uint8_t>, std::optional<ShapePlanColumns>, HalfPlanColumns,
                                  std::vector<std::uint64_t>>;

std::optional<AllPlanColumns> all_plan_columns(int parts, int layers, int machines, int widest, const StopToken& stop) {
    shapez::AllPlans found = shapez::all_plans(parts, layers, machines, widest, stop);
    if (!found.complete) return std::nullopt;
    std::optional<ShapePlanColumns> plans;
    if (!found.start.empty()) plans = columns_of(std::move(found.start), found.steps);
    return AllPlanColumns(array_of(std::move(found.shapes)), array_of(std::move(found.least)), std::move(plans),
                          columns_of(std::move(found.halves)), std::move(found.sets));
}

// --- Plans for shapes of one colour ---------------------------------------------------------------------------------

using PlainStep = std::tuple<int, Shape, Shape, Shape, Shape>;

std::vector<PlainStep> plain_steps(int parts, int layers, const std::vector<Shape>& goals,
                                   const std::vector<PlainStep>& known, Input<std::uint8_t> machine, Input<Shape> first,
                                   Input<Shape> second, Input<HalfKey> key, Input<Shape> whole,
                                   Input<std::uint32_t> start, Input<std::uint32_t> steps, std::uint64_t budget,
                                   std::uint64_t seed, const StopToken& stop) {
    const shapez::HalfPlansView view{machine, first, second, key, whole, start, steps};
    std::vector<shapez::PackedStep> before;
    for (const auto& [number, a, b, one, other] : known) before.push_back({machine_of(number), a, b, {one, other}});
    std::vector<PlainStep> result;
    for (const shapez::PackedStep& step : shapez::plain_plan(parts, layers, view, goals, before, budget, seed, stop))
        result.emplace_back(static_cast<int>(step.machine), step.first, step.second, step.out[0], step.out[1]);
    return result;
}

// --- Plans for coloured shapes --------------------------------------------------------------------------------------

Painted read_painted(BytesView bytes, int parts, int layers) {
    if (bytes.size() > static_cast<std::size_t>(parts * layers))
        throw std::invalid_argument("a shape has more parts than there are in the game");
    Painted shape;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const shapez::Part part = bytes[i];
        const bool is_crystal = part >= shapez::first_crystal && part < shapez::first_crystal + shapez::colour_count;
        const bool is_normal = part >= shapez::first_normal && part < shapez::after_normal;
        if (part > shapez::pin_part && !is_crystal && !is_normal)
            throw std::invalid_argument("no such part of a shape");
        shape.part[i] = part;
    }
    return shape;
}

/// A fluid as its number, or a shape as its bytes.
using Value = std::optional<std::variant<int, Bytes>>;
/// Steps as (machine, input, input, output, output).
using Steps = std::vector<std::tuple<int, Value, Value, Value, Value>>;

Steps listed(const std::vector<Painted>& values, const std::vector<shapez::PlanStep>& steps) {
    const auto value = [&](std::int32_t v) -> Value {
        if (v < 0) return std::nullopt;
        if (v < shapez::colour_count) return static_cast<int>(v);
        const Painted& shape = values[static_cast<std::size_t>(v)];
        return Bytes(shape.part.data(), shape.part.size());
    };
    Steps result;
    for (const shapez::PlanStep& step : steps)
        result.emplace_back(static_cast<int>(step.machine), value(step.in[0]), value(step.in[1]), value(step.out[0]),
                            value(step.out[1]));
    return result;
}

std::tuple<int, std::optional<Steps>, std::uint64_t> exact_plan(int parts, int layers, BytesView goal, int least,
                                                                int below, std::uint64_t nodes, const StopToken& stop,
                                                                const Progress& progress) {
    const shapez::Game game(parts, layers);
    const shapez::ExactPlan found =
        shapez::exact_plan(game, read_painted(goal, parts, layers), least, below, nodes, stop, progress.report);
    std::optional<Steps> steps;
    if (found.found) steps = listed(found.values, found.steps);
    return {found.proven, std::move(steps), found.nodes};
}

/// What a machine takes: (machine, shape, shape or none, fluid or -1).
using TakenPainted = std::tuple<int, BytesView, std::optional<BytesView>, int>;
/// The same of plain shapes, the second 0 where there is none.
using TakenPlain = std::tuple<int, Shape, Shape>;

std::optional<std::tuple<Steps, std::uint64_t>> improved_steps(
    int parts, int layers, const std::vector<BytesView>& goals, const std::vector<std::vector<TakenPainted>>& starts,
    const std::vector<std::vector<TakenPlain>>& plain, Input<std::uint8_t> machine, Input<Shape> first,
    Input<Shape> second, Input<HalfKey> key, Input<Shape> whole, Input<std::uint32_t> start, Input<std::uint32_t> steps,
    std::uint32_t machines, const std::vector<BytesView>& on_hand, std::uint32_t fluids, const std::vector<int>& mixed,
    int stages, std::uint64_t rounds, std::uint64_t seed, const std::vector<std::int64_t>& belt, int deepest,
    const StopToken& stop, const Progress& progress) {
    const shapez::Game game(parts, layers);
    shapez::Supplies supplies;
    supplies.machines = machines;
    supplies.fluids = fluids;
    for (const BytesView shape : on_hand) supplies.shapes.push_back(read_painted(shape, parts, layers));
    if (mixed.size() != supplies.mixed.size()) throw std::invalid_argument("a table of mixtures has 81 entries");
    for (std::size_t k = 0; k < mixed.size(); ++k) {
        if (mixed[k] < 0 || mixed[k] >= shapez::colour_count) throw std::invalid_argument("a mixture is no colour");
        supplies.mixed[k] = static_cast<std::uint8_t>(mixed[k]);
    }
    std::vector<Painted> wanted;
    for (const BytesView goal : goals) wanted.push_back(read_painted(goal, parts, layers));
    std::vector<shapez::PaintedSteps> painted;
    for (const auto& given : starts) {
        painted.emplace_back();
        for (const auto& [number, a, b, fluid] : given) {
            if (fluid < -1 || fluid >= shapez::colour_count) throw std::invalid_argument("no such fluid");
            painted.back().push_back(
                {machine_of(number),
                 fluid,
                 {read_painted(a, parts, layers), b ? read_painted(*b, parts, layers) : Painted{}}});
        }
    }
    std::vector<shapez::PlainStart> unpainted;
    for (const auto& given : plain) {
        unpainted.emplace_back();
        for (const auto& [number, a, b] : given) {
            unpainted.back().machine.push_back(static_cast<std::uint8_t>(machine_of(number)));
            unpainted.back().first.push_back(a);
            unpainted.back().second.push_back(b);
        }
    }
    const shapez::HalfPlansView view{machine, first, second, key, whole, start, steps};
    shapez::NeighbourhoodOptions options{stages, rounds, seed, std::nullopt, deepest, progress.report};
    if (!belt.empty()) {
        shapez::BeltWeights weights;
        if (belt.size() != weights.by_machine.size() + 1)
            throw std::invalid_argument("a belt has a weight for each machine, and one for half-destroyers");
        std::copy(belt.begin(), belt.end() - 1, weights.by_machine.begin());
        weights.half_destroy = belt.back();
        options.belt = weights;
    }
    const shapez::ImprovedPlan found =
        shapez::improved_plan(game, supplies, view, wanted, painted, unpainted, options, stop);
    if (!found.found) return std::nullopt;
    return std::tuple(listed(found.values, found.steps), found.rounds);
}

/// The columns that a planner reads, and keeps alive.
struct PlannerColumns {
    KeptInput<HalfKey> keys;
    KeptInput<std::uint8_t> operation;
    KeptInput<HalfKey> first, second;
    KeptInput<std::uint8_t> steps;
    KeptInput<std::uint32_t> order;
    KeptInput<Shape> pins, pin_parents;

    shapez::PlanData data() const {
        return {keys.items,  operation.items, first.items, second.items,
                steps.items, order.items,     pins.items,  pin_parents.items};
    }
};

class Planner {
public:
    Planner(int parts, int layers, PlannerColumns columns)
        : parts_(parts), layers_(layers), columns_(std::move(columns)), planner_(parts, layers, columns_.data()) {}

    using Found = std::tuple<Steps, std::uint64_t, std::uint64_t>;
    std::optional<Found> plan(const std::vector<BytesView>& goals, std::uint32_t expansions, std::uint32_t improvements,
                              std::uint64_t polish, bool depth, bool from_halves, std::uint64_t seed,
                              const StopToken& stop) {
        std::vector<Painted> wanted;
        for (const BytesView goal : goals) wanted.push_back(read_painted(goal, parts_, layers_));
        shapez::PlanOptions options;
        options.expansions = expansions;
        options.improvements = improvements;
        options.polish = polish;
        options.depth = depth;
        options.from_halves = from_halves;
        options.seed = seed;
        const shapez::FoundPlan found = planner_.plan(wanted, options, stop);
        if (!found.found) return std::nullopt;
        return Found(listed(found.values, found.steps), found.expanded, found.pooled);
    }

private:
    int parts_, layers_;
    PlannerColumns columns_;
    shapez::Planner planner_;
};

Planner planner_of(int parts, int layers, KeptInput<HalfKey> keys, KeptInput<std::uint8_t> operation,
                   KeptInput<HalfKey> first, KeptInput<HalfKey> second, KeptInput<std::uint8_t> steps,
                   KeptInput<std::uint32_t> order, KeptInput<Shape> pins, KeptInput<Shape> pin_parents) {
    return Planner(parts, layers,
                   {std::move(keys), std::move(operation), std::move(first), std::move(second), std::move(steps),
                    std::move(order), std::move(pins), std::move(pin_parents)});
}

}  // namespace

void declare_shapez_plan(Door& door) {
    door.def("shapez_exact_plan", &exact_plan, arg("parts"), arg("layers"), arg("goal"), arg("least"), arg("below"),
             arg("nodes"), stopping_if_asked, nullable("progress") = none,
             "The least number of machines without mixers, and how many sets of steps were looked at, with which "
             "``progress`` is called: see engine/shapez/plan/proof/exact.hpp.");
    door.def(
        "shapez_half_plans", &half_plan_columns, arg("parts"), arg("layers"), arg("machine"), arg("first"),
        arg("second"), arg("key"), arg("whole"), arg("start"), arg("steps"), arg("polish"), arg("joined"),
        arg("stacked"), arg("minimal"), arg("most"), arg("seed"), stopping,
        "The columns machine, first, second, key, whole, start, steps of engine/shapez/plan/library/halves.hpp, made "
        "from such columns of known plans; None if stopped.");
    door.def("shapez_all_plans", &all_plan_columns, arg("parts"), arg("layers"), arg("machines"), arg("widest"),
             stopping,
             "Shapes, the least number of machines of each, their plans (start, machine, first, second; None for "
             "more than 8 parts), plans for halves (as shapez_half_plans), and by machines the sets remembered: "
             "engine/shapez/plan/library/sets.hpp; None if stopped.");
    door.def(
        "shapez_plain_plan", &plain_steps, arg("parts"), arg("layers"), arg("goals"), arg("known"), arg("machine"),
        arg("first"), arg("second"), arg("key"), arg("whole"), arg("start"), arg("steps"), arg("budget"), arg("seed"),
        stopping,
        "Steps (machine, first, second, output, output), packed: engine/shapez/plan/search/plain.hpp; empty if none "
        "are found.");
    door.def(
        "shapez_improved_plan", &improved_steps, arg("parts"), arg("layers"), arg("goals"), arg("starts"), arg("plain"),
        arg("machine"), arg("first"), arg("second"), arg("key"), arg("whole"), arg("start"), arg("steps"),
        arg("machines"), arg("on_hand"), arg("fluids"), arg("mixed"), arg("stages"), arg("rounds"), arg("seed"),
        arg("belt"), arg("deepest"), stopping_if_asked, nullable("progress") = none,
        "Steps as ShapezPlanner gives them, mixers too, and how many rounds there were: "
        "engine/shapez/plan/improve/neighbourhood.hpp; None if no start works. ``belt`` is empty, or thousandths of a "
        "machine "
        "that "
        "a run takes of a full belt, for each machine, cutters without a west last; ``progress`` is called with the "
        "least cost so far.");
    door.type<Planner>("ShapezPlanner", "Makes plans: see engine/shapez/plan/search/planner.hpp.")
        .init([](int parts, int layers) { return Planner(parts, layers, {}); }, arg("parts"), arg("layers"),
              "Without any data: it may fail where there is a plan.")
        .init(&planner_of, arg("parts"), arg("layers"), arg("keys"), arg("operation"), arg("first"), arg("second"),
              arg("steps"), arg("order"), arg("pins"), arg("pin_parents"))
        .def("plan", &Planner::plan, arg("goals"), arg("expansions"), arg("improvements"), arg("polish"), arg("depth"),
             arg("from_halves"), arg("seed"), stopping,
             "Steps as (machine, input, input, output, output), fluids as ints and shapes as bytes; None if none is "
             "found.");
}

}  // namespace shapewright::bindings
