// Minimum set cover against trying every set of sets.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "set_cover/set_cover.hpp"

using namespace shapewright;
using namespace shapewright::set_cover;

namespace {

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

Problem random_problem(Rng& rng, std::size_t elements, std::size_t sets, std::uint64_t one_in, std::uint64_t heaviest) {
    Problem problem;
    problem.elements = elements;
    for (std::size_t s = 0; s < sets; ++s) {
        Numbers members;
        for (std::uint32_t e = 0; e < elements; ++e)
            if (rng.below(one_in) == 0) members.push_back(e);
        problem.sets.push_back(members);
        problem.weights.push_back(static_cast<std::uint32_t>(1 + rng.below(heaviest)));
    }
    for (std::uint32_t e = 0; e < elements; ++e) {
        Numbers& members = problem.sets[rng.place(sets)];
        if (std::find(members.begin(), members.end(), e) == members.end()) members.push_back(e);
    }
    return problem;
}

bool covers(const Problem& problem, const Numbers& chosen) {
    std::vector<bool> has(problem.elements, false);
    for (const std::uint32_t set : chosen)
        for (const std::uint32_t element : problem.sets[set]) has[element] = true;
    return std::find(has.begin(), has.end(), false) == has.end();
}

std::uint64_t weight_of(const Problem& problem, const Numbers& chosen) {
    std::uint64_t weight = 0;
    for (const std::uint32_t set : chosen) weight += problem.weights[set];
    return weight;
}

std::uint64_t least_weight(const Problem& problem) {
    std::uint64_t least = no_limit;
    for (std::uint32_t some = 0; some >> problem.sets.size() == 0; ++some) {
        Numbers chosen;
        for (std::uint32_t set = 0; set < problem.sets.size(); ++set)
            if ((some >> set) & 1) chosen.push_back(set);
        if (covers(problem, chosen)) least = std::min(least, weight_of(problem, chosen));
    }
    return least;
}

}  // namespace

TEST(set_cover_is_as_light_as_by_trying_everything) {
    Rng rng(1);
    for (int time = 0; time < 300; ++time) {
        const Problem problem =
            random_problem(rng, rng.place(20) + 1, rng.place(11) + 1, 2 + rng.below(4), time % 2 == 0 ? 1 : 4);
        const Result found = solve(problem, {}, StopToken{}, no_limit);
        CHECK(covers(problem, found.chosen));
        CHECK_EQ(found.weight, weight_of(problem, found.chosen));
        CHECK_EQ(found.bound, found.weight);
        CHECK_EQ(found.weight, least_weight(problem));
        CHECK(found == solve(problem, {}, StopToken{}, no_limit));
    }
}

TEST(set_cover_that_takes_branches_is_as_light_as_by_trying_everything) {
    Rng rng(6);
    std::uint64_t nodes = 0;
    for (int time = 0; time < 30; ++time) {
        const Problem problem = random_problem(rng, 150, 15, 2, time % 2 == 0 ? 1 : 1000);
        const Result found = solve(problem, {}, StopToken{}, no_limit);
        CHECK(covers(problem, found.chosen));
        CHECK_EQ(found.bound, found.weight);
        CHECK_EQ(found.weight, least_weight(problem));
        nodes += found.nodes;
    }
    CHECK(nodes > 100);
}

TEST(set_cover_in_parts_is_the_sum_of_its_parts) {
    Rng rng(2);
    for (int time = 0; time < 20; ++time) {
        const Problem first = random_problem(rng, 30, 25, 6, 1), second = random_problem(rng, 40, 30, 6, 1);
        Problem both = first;
        both.elements += second.elements;
        for (std::size_t s = 0; s < second.sets.size(); ++s) {
            Numbers moved = second.sets[s];
            for (std::uint32_t& element : moved) element += static_cast<std::uint32_t>(first.elements);
            both.sets.push_back(moved);
            both.weights.push_back(second.weights[s]);
        }
        const std::uint64_t sum =
            solve(first, {}, StopToken{}, no_limit).weight + solve(second, {}, StopToken{}, no_limit).weight;
        CHECK_EQ(solve(both, {}, StopToken{}, no_limit).weight, sum);
    }
}

// Any cover to begin with and any number of nodes: the bound is true, and the cover no heavier than the first.
TEST(set_cover_stopped_early_has_a_true_bound) {
    Rng rng(3);
    std::uint64_t open = 0;
    for (int time = 0; time < 20; ++time) {
        const Problem problem = random_problem(rng, 60, 40, 10, 1);
        const Result best = solve(problem, {}, StopToken{}, no_limit);
        CHECK_EQ(best.bound, best.weight);
        Numbers all(problem.sets.size());
        for (std::uint32_t set = 0; set < all.size(); ++set) all[set] = set;
        CHECK_EQ(solve(problem, all, StopToken{}, no_limit).weight, best.weight);
        CHECK(solve(problem, best.chosen, StopToken{}, no_limit).chosen == best.chosen);
        const unsigned char stop = 1;
        for (const StopToken& token : {StopToken{}, StopToken{&stop, -1}}) {
            const Result some = solve(problem, all, token, 1);
            CHECK(covers(problem, some.chosen));
            CHECK(some.bound <= best.weight);
            CHECK(some.weight >= best.weight);
            open += some.weight - some.bound;
        }
    }
    CHECK(open > 0);
}

TEST(set_cover_refuses_what_is_no_problem) {
    const auto refused = [](const Problem& problem, const Numbers& start = {}) {
        CHECK_THROWS(solve(problem, start, StopToken{}, no_limit), std::invalid_argument);
    };
    refused({1, {{}}, {1}});
    refused({1, {{1}}, {1}});
    refused({1, {{0, 0}}, {1}});
    refused({1, {{0}}, {}});
    refused({1, {{0}}, {1}}, {1});
    CHECK(solve({0, {}, {}}, {}, StopToken{}, no_limit).chosen.empty());
}
