// Plans in the engine: coloured machines against the packed ones, plans that replay, least numbers of machines.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "shapez/halves/halves.hpp"
#include "shapez/plan/improve/neighbourhood.hpp"
#include "shapez/plan/improve/pool.hpp"
#include "shapez/plan/improve/selection.hpp"
#include "shapez/plan/parts.hpp"
#include "shapez/plan/proof/exact.hpp"
#include "shapez/plan/search/planner.hpp"
#include "shapez/plan/supplies.hpp"
#include "shapez/rules/configurations.hpp"

using namespace shapewright::shapez;
using shapewright::Rng;
using shapewright::StopToken;

namespace {

Painted painted_of(std::string_view code) {
    constexpr std::string_view colours = "urgbcmywk", types = "CRSWHGFXY";
    Painted shape;
    int cell = 0;
    for (std::size_t i = 0; i + 1 < code.size(); i += 2) {
        if (code[i] == ':') ++i;
        const int colour = static_cast<int>(colours.find(code[i + 1]));
        shape[cell++] = code[i] == '-'   ? no_part
                        : code[i] == 'P' ? pin_part
                        : code[i] == 'c' ? crystal_of(colour)
                                         : static_cast<Part>(first_normal + colour_count * types.find(code[i]) +
                                                             static_cast<std::size_t>(colour));
    }
    return shape;
}

Painted random_painted(Rng& rng, const Game& game) {
    constexpr Part parts[] = {no_part, first_normal, pin_part, first_crystal};
    Painted shape;
    for (int cell = 0; cell < game.cells(); ++cell) shape[cell] = parts[rng.below(4)];
    return game.settled(shape);
}

/// What the machine of a step makes of its inputs.
bool replays(const Game& game, const std::vector<Painted>& values, const PlanStep& step) {
    const auto value = [&](std::int32_t v) { return values.at(static_cast<std::size_t>(v)); };
    const Painted a = value(step.in[0]), first = value(step.out[0]);
    switch (step.machine) {
        case Machine::rotate_cw:
            return game.rotated(a, 1) == first;
        case Machine::rotate_ccw:
            return game.rotated(a, -1) == first;
        case Machine::rotate_180:
            return game.rotated(a, game.half()) == first;
        case Machine::cut:
            return game.cut(a) == std::pair{first, value(step.out[1])};
        case Machine::swap:
            return game.swap(a, value(step.in[1])) == std::pair{first, value(step.out[1])};
        case Machine::stack:
            return game.stack(a, value(step.in[1])) == first;
        case Machine::push_pin:
            return game.push_pin(a) == first;
        case Machine::paint:
            return game.paint(a, step.in[1]) == first;
        case Machine::crystal:
            return game.crystallise(a, step.in[1]) == first;
        case Machine::mix:
            return step.in[0] < colour_count && step.in[1] < colour_count && step.out[0] < colour_count;
    }
    return false;
}

}  // namespace

TEST(shapez_plan_machines_do_what_the_packed_ones_do) {
    Rng rng(7);
    for (const auto& [parts, layers] : {std::pair{4, 4}, {6, 3}, {8, 3}, {10, 3}, {4, 7}}) {
        if (layers > most_layers(parts)) continue;
        const Game game(parts, layers);
        with_ring(parts, layers, [&](auto ring) {
            using Ring = decltype(ring);
            for (int k = 0; k < 300; ++k) {
                const Painted a = random_painted(rng, game), b = random_painted(rng, game);
                const auto x = game.packed(a), y = game.packed(b);
                CHECK(game.stable(a));
                CHECK_EQ(game.packed(game.push_pin(a)), Ring::push_pin(x));
                CHECK_EQ(game.packed(game.crystallise(a, 1)), Ring::crystallise(x));
                CHECK_EQ(game.packed(game.stack(a, b)), Ring::stack(x, y));
                CHECK_EQ(game.packed(game.cut(a).first), Ring::cut(x).first);
                CHECK_EQ(game.packed(game.cut(a).second), Ring::cut(x).second);
            }
        });
    }
}

TEST(shapez_plans_replay_and_make_their_goals) {
    HalfTable table;
    CHECK(find_halves(4, 3, 1, StopToken(), [](std::uint64_t) {}, table));
    PlanData data;
    data.keys = table.keys, data.operation = table.operation, data.first = table.first;
    data.second = table.second, data.steps = table.steps, data.order = table.order;
    const Game game(4, 3);
    Planner planner(4, 3, data);
    for (const std::string_view code :
         {"Cu------", "CrRg----:cbP---Sw", "P-------", "cucrcgcb", "CuP-----:P-CuCu--:CwP-Cr--"}) {
        const Painted goal = painted_of(code);
        const FoundPlan plan = planner.plan({goal}, {}, StopToken());
        CHECK(plan.found);
        bool made = false;
        for (const PlanStep& step : plan.steps) {
            CHECK(replays(game, plan.values, step));
            for (const std::int32_t out : step.out)
                made |= out >= 0 && plan.values[static_cast<std::size_t>(out)] == goal;
        }
        CHECK(made);
    }
}

TEST(shapez_pools_number_what_machines_make_and_plans_are_selected_from_them) {
    const Game game(4, 2);
    Pool pool(game);
    pool.begin(false);
    CHECK_EQ(pool.size(), static_cast<std::size_t>(colour_count));
    const std::int32_t ring = pool.number(painted_of("CuCuCuCu"));
    const std::int32_t half = pool.number(painted_of("CuCu----"));
    CHECK(pool.is_free(ring) && !pool.is_free(half));
    const std::size_t mixtures = pool.steps().size();
    pool.add(Machine::rotate_cw, ring);  // changes nothing
    CHECK_EQ(pool.steps().size(), mixtures);
    pool.add(Machine::cut, ring);
    pool.add(Machine::cut, ring);  // there already
    CHECK_EQ(pool.steps().size(), mixtures + 1);
    CHECK_EQ(pool.touched().size(), std::size_t{2});
    CHECK(pool.touched()[0] == pool.touched()[1]);
    const std::int32_t elsewhere = pool.number(painted_of("P-------"));
    pool.touched().clear();
    pool.add(Machine::rotate_cw, half);
    const std::int32_t down = pool.step(pool.touched()[0]).out[0];
    pool.add(Machine::cut, down);
    pool.add(Machine::rotate_cw, down);
    const std::int32_t far_side = pool.step(pool.touched()[2]).out[0];
    pool.add(Machine::rotate_ccw, far_side);
    pool.add(Machine::rotate_180, half);
    Selection selection(pool, false);
    const Pool::Set plan = selection.plan({down});
    CHECK_EQ(plan.size(), std::size_t{2});
    for (const std::int32_t number : plan) CHECK(replays(game, pool.values(), pool.step(number)));
    // What no goal needs is dropped, and what is out of reach is said to be.
    Pool::Set all(pool.steps().size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<std::int32_t>(k);
    CHECK(selection.tidy(all, {down}) == plan);
    CHECK(selection.tidy(plan, {elsewhere}) == Pool::Set{Pool::none});
    CHECK(selection.improve(plan, {down}, 10, 1, StopToken()).size() <= plan.size());
}

TEST(shapez_least_numbers_of_machines) {
    const Game game(4, 4);
    for (const auto& [code, least] : {std::pair<std::string_view, int>{"CuCu----", 1},
                                      {"Cu------", 3},
                                      {"Cu--Cu--", 4},
                                      {"CuCuRuRu", 1},
                                      {"CrCrRuRu", 2},
                                      {"P-------", 6}}) {
        const ExactPlan plan = exact_plan(game, painted_of(code), 1, 9, 10'000'000, StopToken());
        CHECK(plan.found);
        CHECK_EQ(plan.proven, least);
        CHECK_EQ(static_cast<int>(plan.steps.size()), least);
        // Both outputs of cutters and swappers are told, those too that are empty or were there before.
        for (const PlanStep& step : plan.steps) CHECK(replays(game, plan.values, step));
    }
}

TEST(shapez_the_planner_refuses_columns_that_differ_in_length) {
    const std::vector<HalfKey> keys{0, 1};
    const std::vector<Shape> pins{1};
    PlanData data;
    data.keys = keys;
    CHECK_THROWS(Planner(4, 3, data), std::invalid_argument);
    data = {};
    data.pins = pins;
    CHECK_THROWS(Planner(4, 3, data), std::invalid_argument);
}

TEST(shapez_a_search_that_is_cut_short_proves_no_more_than_it_saw) {
    const Game game(4, 4);
    const ExactPlan plan = exact_plan(game, painted_of("P-------"), 1, 9, 1000, StopToken());
    CHECK(!plan.found);
    CHECK_EQ(plan.proven, 5);
}

// Asked often enough that the table has forgotten some answers and has others.
TEST(shapez_numbered_shapes_become_what_the_machines_make) {
    for (const auto& [parts, layers] : {std::pair{4, 3}, {6, 2}}) {
        const Game game(parts, layers);
        Rng rng(7);
        std::vector<Painted> shapes;
        for (int k = 0; k < 60; ++k) shapes.push_back(random_painted(rng, game));
        shapes.push_back(Painted{});
        Parts world(game, {shapes[0]}, {1, 2}, {3});
        CHECK_EQ(world.raws().size(), std::size_t{1});
        const auto any = [&]() -> const Painted& { return shapes[rng.place(shapes.size())]; };
        for (int k = 0; k < check::draws(20000); ++k) {
            const Painted a = any(), b = any();
            const Parts::Value v = world.number(a), w = world.number(b);
            CHECK(world.shape(v) == a && world.number(a) == v);
            CHECK(world.empty(v) == (a == Painted{}));
            CHECK(world.shape(world.rotated(v, 1)) == game.rotated(a, 1));
            CHECK(world.shape(world.rotated(v, -1)) == game.rotated(a, -1));
            CHECK(world.shape(world.turned(v)) == game.rotated(a, game.half()));
            CHECK(world.shape(world.push_pin(v)) == game.push_pin(a));
            CHECK(world.shape(world.crystallise(v, 2)) == game.crystallise(a, 2));
            CHECK(world.shape(world.paint(v, 3)) == game.paint(a, 3));
            CHECK(world.shape(world.stack(v, w)) == game.stack(a, b));
            const auto [east, west] = world.cut(v);
            CHECK((std::pair{world.shape(east), world.shape(west)} == game.cut(a)));
            CHECK(world.shape(world.united(east, world.cut(w).second)) == game.swap(a, b).first);
            // Nothing that stacks well is ruled out.
            if (game.stack(b, a) != b && game.height(game.stack(b, a)) < layers) {
                const Parts::Value whole = world.stack(w, v);
                CHECK(world.begins(w, whole));
                CHECK(world.may_top(v, whole));
            }
        }
    }
}

namespace {

/// The mixing table of the game, as bits of three lights.
Supplies all_supplies() {
    Supplies supplies;
    for (std::size_t k = 0; k < supplies.mixed.size(); ++k)
        supplies.mixed[k] = static_cast<std::uint8_t>(k / colour_count);  // nothing new of black
    constexpr int lights[8] = {0, 4, 2, 1, 3, 5, 6, 7};                   // u r g b c m y w
    for (int a = 0; a < 8; ++a)
        for (int b = 0; b < 8; ++b) {
            const int mixed = (lights[a] & lights[b]) != 0 ? lights[a] & lights[b] : lights[a] | lights[b];
            for (int colour = 0; colour < 8; ++colour)
                if (lights[colour] == mixed)
                    supplies.mixed[static_cast<std::size_t>(colour_count * a + b)] = static_cast<std::uint8_t>(colour);
        }
    return supplies;
}

/// Runs a plan's machines on what is there; whether every input was.
bool replays(const Game& game, const ImprovedPlan& plan, const std::vector<Painted>& goals) {
    std::vector<Painted> there;
    const auto has = [&](const Painted& shape) {
        for (const Painted& other : there)
            if (other == shape) return true;
        bool raw = kind_of(shape[0]) == Kind::normal && unpainted(shape[0]) == shape[0];
        for (int cell = 0; cell < game.cells(); ++cell)
            raw = raw && shape[cell] == (cell < game.parts() ? shape[0] : no_part);
        return raw;
    };
    const auto value = [&](std::int32_t v) { return plan.values[static_cast<std::size_t>(v)]; };
    for (const PlanStep& step : plan.steps) {
        if (step.machine == Machine::mix) continue;
        if (!has(value(step.in[0]))) return false;
        const bool two = step.machine == Machine::stack || step.machine == Machine::swap;
        if (two && !has(value(step.in[1]))) return false;
        for (const std::int32_t out : step.out)
            if (out >= 0) there.push_back(value(out));
    }
    for (const Painted& goal : goals)
        if (!has(goal)) return false;
    return true;
}

}  // namespace

TEST(large_neighbourhood_search_makes_plans_that_replay_and_is_monotone) {
    const Game game(4, 4);
    const Supplies supplies = all_supplies();
    for (const std::string_view code : {"CuRuSuWu", "RwCwCwRw:RyCyCrRr", "CuCu----:RrRr----", "P-P-P-P-:CyCrCrCy"}) {
        const std::vector<Painted> goals{painted_of(code)};
        std::size_t before = 1000;
        for (int stages = 1; stages < 4; ++stages) {
            const ImprovedPlan plan = improved_plan(game, supplies, {}, goals, {}, {}, {stages, 40, 0}, StopToken());
            CHECK(plan.found);
            CHECK(replays(game, plan, goals));
            CHECK(plan.steps.size() <= before);
            before = plan.steps.size();
        }
    }
    const std::vector<Painted> four{painted_of("CuRuSuWu")};
    CHECK_EQ(improved_plan(game, supplies, {}, four, {}, {}, {2, 100, 0}, StopToken()).steps.size(), 5U);
}

TEST(plans_no_deeper_than_asked_for_replay) {
    const Game game(4, 4);
    // The most machines one after the other, mixers too.
    const auto depth_of = [](const ImprovedPlan& plan) {
        std::vector<int> depth(plan.values.size(), 0);
        int deepest = 0;
        for (const PlanStep& step : plan.steps) {
            int before = 0;
            for (const std::int32_t in : step.in)
                if (in >= 0) before = std::max(before, depth[static_cast<std::size_t>(in)]);
            for (const std::int32_t out : step.out)
                if (out >= 0 && depth[static_cast<std::size_t>(out)] == 0)
                    depth[static_cast<std::size_t>(out)] = before + 1;
            deepest = std::max(deepest, before + 1);
        }
        return deepest;
    };
    int found = 0;
    for (const std::string_view code : {"CuRuSuWu", "CuCu----:RyRy----", "RwCwCwRw:RyCyCrRr"}) {
        const std::vector<Painted> goals{painted_of(code)};
        NeighbourhoodOptions options{2, 60, 0};
        const ImprovedPlan any = improved_plan(game, all_supplies(), {}, goals, {}, {}, options, StopToken());
        options.deepest = depth_of(any);
        for (; options.deepest > 0; --options.deepest) {
            const ImprovedPlan plan = improved_plan(game, all_supplies(), {}, goals, {}, {}, options, StopToken());
            if (!plan.found) break;
            CHECK(replays(game, plan, goals));
            CHECK(depth_of(plan) <= options.deepest);
        }
        CHECK(options.deepest > 0);  // all of these goals take a machine
        found += options.deepest < depth_of(any);
    }
    CHECK(found > 0);
}

TEST(painters_leave_refined_and_exotic_parts_as_they_are) {
    const Game game(4, 4);
    CHECK(game.paint(painted_of("CuCuCuCu:XuYrSgWk"), 1) == painted_of("CuCuCuCu:XuYrSrWr"));
    CHECK(game.paint(painted_of("CuXbRwYg"), black) == painted_of("CkXbRkYg"));
    CHECK(game.crystallise(painted_of("XkP---Yu"), black) == painted_of("XkckckYu"));
    for (const std::string_view type : {"C", "R", "S", "W", "H", "G", "F", "X", "Y"})
        for (const std::string_view colour : {"u", "r", "g", "b", "c", "m", "y", "w", "k"}) {
            const std::string code = std::string(type) + std::string(colour);
            const Part part = painted_of(code)[0];
            const bool takes_paint = type != "X" && type != "Y";
            CHECK(kind_of(part) == Kind::normal && part < normal_tracer);
            CHECK_EQ(is_paintable(part), takes_paint);
            CHECK(unpainted(part) == (takes_paint ? painted_of(std::string(type) + "u")[0] : part));
            CHECK(recoloured(part, colour_of(part)) == part);
        }
}

TEST(plans_take_rings_that_no_painter_makes_as_they_come) {
    const Game game(4, 4);
    for (const std::string_view code : {"XrXr----", "XrYkCuCk", "XkXkXkXk:XrCkckck"}) {
        const std::vector<Painted> goals{painted_of(code)};
        Supplies supplies = all_supplies();
        supplies.fluids |= Colours{1} << black;
        const ImprovedPlan plan = improved_plan(game, supplies, {}, goals, {}, {}, {3, 40, 0}, StopToken());
        CHECK(plan.found);
        CHECK(replays(game, plan, goals));
    }
}

TEST(mixers_are_counted_for_every_set_of_colours) {
    const Mixers mixers(all_supplies());
    for (Colours colours = 0; colours < 256; ++colours) {
        const int mixed = ((colours >> 4) & 1) + ((colours >> 5) & 1) + ((colours >> 6) & 1);
        const int expected = colours >> 7 ? (mixed > 1 ? mixed : 1) + 1 : mixed;
        CHECK_EQ(mixers.count(colours), expected);
        CHECK_EQ(static_cast<int>(mixers.of(colours).size()), expected);
    }
    CHECK_EQ(mixers.count(Colours{1} << black), Mixers::never);
}
