// The cheapest exact covers against all that the twin finds, and searches that are left and gone on with.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "exact_cover/cheapest.hpp"
#include "twin.hpp"

using namespace shapewright;
using namespace shapewright::exact_cover;

namespace {

using Costs = std::vector<std::uint64_t>;

std::vector<twin::Flavour> flavours() {
    std::vector<twin::Flavour> all(4);
    all[0].placements = true;
    all[2].colours = true;
    all[3].equal_options = true;
    return all;
}

Costs random_costs(Rng& rng, std::size_t number) {
    Costs costs;
    for (std::size_t k = 0; k < number; ++k) costs.push_back(rng.place(rng.place(2) == 0 ? 10 : 100000));
    return costs;
}

std::uint64_t cost_of(const Path& path, const Costs& costs) {
    std::uint64_t sum = 0;
    for (const std::uint32_t option : path) sum += costs[option];
    return sum;
}

}  // namespace

TEST(cheapest_covers_are_those_of_the_twin) {
    Rng rng(1);
    for (const twin::Flavour& flavour : flavours())
        for (int time = 0; time < check::draws(200); ++time) {
            const Instance instance = twin::random_instance(rng, flavour);
            const Costs costs = random_costs(rng, instance.options.size());
            Costs expected;
            for (const Path& path : twin::covers(instance)) expected.push_back(cost_of(path, costs));
            std::sort(expected.begin(), expected.end());
            const std::size_t number = rng.place(expected.size() + 2);
            expected.resize(std::min(number, expected.size()));
            Cheapest search(instance, costs, number);
            // A node at a time: what is not found yet costs at least the bound.
            for (bool over = false; !over;) {
                over = search.run(StopToken{}, 1);
                CHECK(search.found().size() <= expected.size());
                const std::size_t have = search.found().size();
                if (over || !search.bound()) continue;
                for (std::size_t k = 0; k < expected.size(); ++k) {
                    const bool is_found = k < have && search.found()[k].first == expected[k];
                    CHECK(is_found || *search.bound() <= expected[k]);
                }
            }
            CHECK(!search.bound());
            Costs found;
            for (const auto& [cost, path] : search.found()) {
                CHECK_EQ(cost, cost_of(path, costs));
                CHECK(twin::is_cover(instance, path));
                found.push_back(cost);
            }
            CHECK(found == expected);
        }
}

TEST(cheapest_refuses_costs_that_do_not_fit) {
    Instance instance;
    instance.required = {true};
    instance.options = {{{0}, {}, {}}, {{0}, {}, {}}};
    for (const Costs& costs : {Costs{1}, Costs{1, 2, 3}, Costs{Cheapest::most, 1}, Costs{~std::uint64_t{0}, 1}}) {
        bool refused = false;
        try {
            const Cheapest search(instance, costs, 1);
        } catch (const std::invalid_argument&) {
            refused = true;
        }
        CHECK(refused);
    }
}
