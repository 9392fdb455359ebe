// The best facilities against trying every choice of them.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "location/location.hpp"

using namespace shapewright;
using namespace shapewright::location;

namespace {

constexpr std::uint64_t no_limit = ~std::uint64_t{0};

class Table : public Facilities {
public:
    Table(Rng& rng, std::size_t facilities, std::size_t customers, std::uint64_t one_in, std::uint64_t most_gain)
        : customers_(customers), gains_(facilities, std::vector<std::uint32_t>(customers, 0)) {
        for (auto& row : gains_)
            for (std::uint32_t& gain : row)
                if (rng.below(one_in) == 0) gain = static_cast<std::uint32_t>(1 + rng.below(most_gain));
    }

    std::size_t size() const override { return gains_.size(); }
    std::size_t customers() const override { return customers_; }
    void row(std::uint32_t facility, std::vector<Gain>& gains) override {
        gains.clear();
        for (std::uint32_t customer = 0; customer < customers_; ++customer)
            if (const std::uint32_t gain = gains_[facility][customer]; gain != 0) gains.push_back({customer, gain});
    }

    std::uint64_t value(const Numbers& chosen) const {
        std::uint64_t sum = 0;
        for (std::size_t customer = 0; customer < customers_; ++customer) {
            std::uint32_t best = 0;
            for (const std::uint32_t facility : chosen) best = std::max(best, gains_[facility][customer]);
            sum += best;
        }
        return sum;
    }

    std::uint64_t most(std::size_t k, Numbers chosen = {}, std::uint32_t from = 0) const {
        std::uint64_t best = value(chosen);
        if (chosen.size() == k) return best;
        for (std::uint32_t facility = from; facility < gains_.size(); ++facility) {
            Numbers more = chosen;
            more.push_back(facility);
            best = std::max(best, most(k, more, facility + 1));
        }
        return best;
    }

private:
    std::size_t customers_;
    std::vector<std::vector<std::uint32_t>> gains_;
};

}  // namespace

TEST(facilities_are_as_good_as_by_trying_every_choice) {
    Rng rng(1);
    for (int draw = 0; draw < check::draws(400); ++draw) {
        Table table(rng, 1 + rng.place(14), 1 + rng.place(12), 1 + rng.below(4), 1 + rng.below(9));
        const std::size_t k = 1 + rng.place(5);
        const Result found = solve(table, k, StopToken{}, no_limit);
        CHECK(found.chosen.size() <= k);
        CHECK_EQ(found.value, table.value(found.chosen));
        CHECK_EQ(found.value, table.most(std::min(k, table.size())));
        CHECK_EQ(found.bound, found.value);
        CHECK(found == solve(table, k, StopToken{}, no_limit));
    }
}

TEST(facilities_that_need_branches_are_as_good_as_by_trying_every_choice) {
    Rng rng(2);
    std::uint64_t nodes = 0;
    for (int draw = 0; draw < check::draws(20); ++draw) {
        Table table(rng, 24, 40, 3, 2);
        const Result found = solve(table, 4, StopToken{}, no_limit);
        CHECK_EQ(found.value, table.most(4));
        CHECK_EQ(found.bound, found.value);
        nodes += found.nodes;
    }
    CHECK(nodes > static_cast<std::uint64_t>(check::draws(20)));
}

TEST(facilities_that_are_not_all_written_down_at_first) {
    Rng rng(3);
    for (int draw = 0; draw < check::draws(3); ++draw) {
        // More than the first prices are found for: the best pair is looked for by hand.
        Table table(rng, 3000, 12, 3, 20);
        const Result found = solve(table, 2, StopToken{}, no_limit);
        CHECK_EQ(found.value, table.most(2));
        CHECK_EQ(found.bound, found.value);
    }
}

TEST(facilities_stopped_early_have_a_true_bound) {
    Rng rng(4);
    for (int draw = 0; draw < check::draws(20); ++draw) {
        Table table(rng, 30, 40, 3, 2);
        const Result best = solve(table, 4, StopToken{}, no_limit);
        const Result some = solve(table, 4, StopToken{}, 1);
        CHECK_EQ(some.value, table.value(some.chosen));
        CHECK(some.value <= best.value);
        CHECK(some.bound >= best.value);
    }
    Table none(rng, 0, 3, 1, 1);
    CHECK(solve(none, 2, StopToken{}, no_limit) == Result{});
    Table empty(rng, 3, 0, 1, 1);
    CHECK(solve(empty, 2, StopToken{}, no_limit) == Result{});
}
