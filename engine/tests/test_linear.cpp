// Linear programmes: an answer is right if amounts and prices both are possible and worth the same.
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "linear/dense.hpp"
#include "linear/programme.hpp"

using namespace shapewright;
using namespace shapewright::linear;

namespace {

using Numbers = Programme::Numbers;

constexpr std::uint64_t no_limit = ~std::uint64_t{0};
constexpr double near = 1e-6;

struct Random {
    std::vector<Numbers> columns;
    std::vector<double> room, gains;
    std::vector<bool> is_free;

    explicit Random(Rng& rng) : room(1 + rng.place(12)), is_free(room.size(), false) {
        for (double& each : room) each = static_cast<double>(rng.below(5));
        columns.resize(1 + rng.place(30));
        for (Numbers& rows : columns) {
            for (std::uint32_t r = 0; r < room.size(); ++r)
                if (rng.below(3) == 0) rows.push_back(r);
            if (rows.empty()) rows.push_back(static_cast<std::uint32_t>(rng.place(room.size())));
            gains.push_back(1.0);
        }
    }

    /// Whether the programme's amounts and prices prove each other.
    bool is_proven(const Programme& programme) const {
        std::vector<double> used(room.size(), 0.0);
        double worth = 0, cost = 0;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const double amount = programme.amount(c);
            double price = 0;
            for (const std::uint32_t row : columns[c]) used[row] += amount, price += programme.price(row);
            if (amount < -near || price < gains[c] - near) return false;
            worth += gains[c] * amount;
        }
        for (std::size_t r = 0; r < room.size(); ++r) {
            if (programme.price(r) < -near || (!is_free[r] && used[r] > room[r] + near)) return false;
            if (is_free[r] && programme.price(r) > near) return false;
            if (!is_free[r]) cost += room[r] * programme.price(r);
        }
        return std::abs(worth - cost) < near && std::abs(worth - programme.value()) < near;
    }
};

}  // namespace

TEST(linear_amounts_and_prices_prove_each_other) {
    Rng rng(1);
    for (int time = 0; time < 500; ++time) {
        const Random random(rng);
        Programme programme(random.columns, random.room);
        CHECK(programme.solve(1e9, no_limit) == Outcome::optimal);
        CHECK(random.is_proven(programme));
    }
}

TEST(linear_goes_on_from_the_basis_at_hand) {
    Rng rng(2);
    for (int time = 0; time < 500; ++time) {
        Random random(rng);
        Programme programme(random.columns, random.room);
        CHECK(programme.solve(1e9, no_limit) == Outcome::optimal);
        const Programme::Basis basis = programme.basis();
        const double value = programme.value();
        // Some columns are not wanted any more, and some rows limit nothing, unless a column would be without limit.
        for (std::size_t c = 0; c < random.columns.size(); ++c)
            if (rng.below(3) == 0) programme.set_gain(c, random.gains[c] = -1.0);
        const std::size_t row = rng.place(random.room.size());
        bool is_limited = true;
        for (std::size_t c = 0; c < random.columns.size(); ++c)
            if (random.gains[c] > 0 && random.columns[c] == Numbers{static_cast<std::uint32_t>(row)})
                is_limited = false;
        programme.set_free(row, true);
        random.is_free[row] = true;
        const Outcome outcome = programme.solve(1e9, no_limit);
        CHECK((outcome == Outcome::optimal) == is_limited);
        if (is_limited) CHECK(random.is_proven(programme));
        for (std::size_t c = 0; c < random.columns.size(); ++c) programme.set_gain(c, 1.0);
        programme.set_free(row, false);
        programme.restore(basis);
        CHECK(programme.solve(1e9, 0) == Outcome::optimal);
        CHECK(std::abs(programme.value() - value) < near);
    }
}

TEST(linear_is_the_same_with_an_inverse_made_anew) {
    Rng rng(3);
    for (int time = 0; time < 200; ++time) {
        const Random random(rng);
        Programme programme(random.columns, random.room);
        programme.solve(1e9, rng.below(8));
        const double value = programme.value();
        programme.invert();
        programme.solve(1e9, 0);
        CHECK(std::abs(programme.value() - value) < near);
        CHECK(programme.solve(1e9, no_limit) == Outcome::optimal);
        CHECK(random.is_proven(programme));
    }
}

// More columns and rows than the first inverse has room for, and a basis kept before that.
TEST(linear_grows_as_far_as_its_rows) {
    std::vector<Numbers> columns;
    for (std::uint32_t c = 0; c < 300; ++c) columns.push_back({c, (c + 1) % 301});
    Programme programme(columns, std::vector<double>(301, 1.0));
    CHECK(programme.solve(1e9, 20) == Outcome::unfinished);
    const Programme::Basis early = programme.basis();
    CHECK(programme.solve(1e9, no_limit) == Outcome::optimal);
    CHECK(std::abs(programme.value() - 150) < near);
    const Programme::Basis late = programme.basis();
    for (const Programme::Basis& basis : {early, late}) {
        programme.restore(basis);
        CHECK(programme.solve(1e9, no_limit) == Outcome::optimal);
        CHECK(std::abs(programme.value() - 150) < near);
        CHECK(programme.taken().size() > 100);
    }
}

TEST(linear_stops_when_it_is_told_to) {
    const std::vector<Numbers> columns = {{0}, {1}, {2}};
    Programme programme(columns, {1.0, 1.0, 1.0});
    CHECK(programme.solve(10, 1) == Outcome::unfinished);
    CHECK(programme.solve(1.5, no_limit) == Outcome::beyond);
    CHECK(programme.solve(10, no_limit) == Outcome::optimal);
    CHECK_EQ(programme.steps(), std::uint64_t{3});
    CHECK_EQ(programme.value(), 3.0);
    const unsigned char flag = 1;
    const StopToken told(&flag, -1);
    CHECK(Programme(columns, {1.0, 1.0, 1.0}).solve(10, no_limit, told) == Outcome::unfinished);
    const std::vector<Entries> entries = {{{0, 1.0}}};
    CHECK(!solve_dense(entries, std::vector<double>{1.0}, std::vector<double>{1.0}, no_limit, told).is_optimal);
}

// The same programmes by the whole tableau: its prices are possible, and cost what the amounts are worth.
TEST(linear_prices_of_a_dense_programme) {
    Rng rng(4);
    for (int time = 0; time < 500; ++time) {
        Random random(rng);
        for (double& each : random.room) each += 0.5;
        Programme programme(random.columns, random.room);
        CHECK(programme.solve(1e9, no_limit) == Outcome::optimal);
        std::vector<Entries> columns;
        for (const Numbers& rows : random.columns) {
            columns.emplace_back();
            for (const std::uint32_t row : rows) columns.back().emplace_back(row, 1.0);
        }
        const Prices found = solve_dense(columns, random.gains, random.room, no_limit);
        CHECK(found.is_optimal);
        double cost = 0;
        for (std::size_t row = 0; row < random.room.size(); ++row) {
            CHECK(found.prices[row] > -near);
            cost += found.prices[row] * random.room[row];
        }
        for (const Numbers& rows : random.columns) {
            double price = 0;
            for (const std::uint32_t row : rows) price += found.prices[row];
            CHECK(price > 1 - near);
        }
        CHECK(std::abs(cost - programme.value()) < near);
    }
}

TEST(linear_prices_of_numbers_below_zero) {
    // The most of 2x + y with x - y <= 1 and y <= 3 is 11: x = 4, y = 3.
    const std::vector<Entries> columns = {{{0, 1.0}}, {{0, -1.0}, {1, 1.0}}};
    const std::vector<double> gains = {2.0, 1.0}, room = {1.0, 3.0};
    const Prices found = solve_dense(columns, gains, room, no_limit);
    CHECK(found.is_optimal);
    CHECK(std::abs(found.prices[0] - 2) < near);
    CHECK(std::abs(found.prices[1] - 3) < near);
    CHECK(!solve_dense(columns, gains, room, 1).is_optimal);
    CHECK(!solve_dense(std::vector<Entries>{{}}, std::vector<double>{1.0}, room, no_limit).is_optimal);
}
