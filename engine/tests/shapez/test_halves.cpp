// The search for halves: published numbers, the proof of every half, several threads, stopping.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/atomic_view.hpp"
#include "shapez/halves/halves.hpp"
#include "shapez/rules/configurations.hpp"

using namespace shapewright;
using namespace shapewright::shapez;

namespace {

HalfTable found(int parts, int layers, int threads = 1) {
    HalfTable table;
    CHECK(find_halves(parts, layers, threads, StopToken{}, {}, table));
    return table;
}

bool is_seed(auto ring, HalfKey half) {
    using H = typename decltype(ring)::Halves;
    const HalfKey taken = H::occupied(half);
    return H::pins(half) == 0 && (H::below(taken) & ~taken) == 0;
}

/// What the operation of a row makes of its operands.
HalfKey made(auto ring, const HalfTable& table, std::size_t row) {
    using R = decltype(ring);
    using H = typename R::Halves;
    const HalfKey first = table.first[row];
    const HalfKey second = table.second[row];
    const int steps = table.steps[row];
    switch (static_cast<HalfOperation>(table.operation[row])) {
        case HalfOperation::seed:
            return table.keys[row];
        case HalfOperation::push_pin:
            return H::push_pin(first);
        case HalfOperation::stack_piece:
            return H::stack_piece(first, second);
        case HalfOperation::cut:
            return R::east_key(R::cut(R::rotate(R::joined(first, second), steps)).first);
        case HalfOperation::pin_cut:
            return R::east_key(R::cut(R::rotate(R::push_pin(R::joined(first, second)), steps)).first);
        case HalfOperation::stack_across:
            break;
    }
    check::fail(__FILE__, __LINE__, "a half of this configuration needs no such operation");
}

}  // namespace

TEST(shapez_halves_have_the_published_numbers) {
    const std::vector<std::size_t> quads{16, 181, 1796, 16193, 135074};
    const auto check = [](int parts, const std::vector<std::size_t>& numbers) {
        for (int layers = 1; layers <= most_layers(parts) && layers <= static_cast<int>(numbers.size()); ++layers)
            CHECK_EQ(found(parts, layers).keys.size(), numbers[static_cast<std::size_t>(layers - 1)]);
    };
    check(4, quads);
    const std::vector<std::size_t> hexes{64, 2491, 81352};
    check(6, hexes);
}

TEST(shapez_halves_follow_from_earlier_ones) {
    for (const auto& [parts, layers] : {std::pair{4, 4}, {6, 2}, {8, 2}, {10, 1}}) {
        const HalfTable table = found(parts, layers);
        CHECK(std::is_sorted(table.keys.begin(), table.keys.end()));
        with_ring(parts, layers, [&](auto ring) {
            const auto order_of = [&](HalfKey half) {
                const auto place = std::lower_bound(table.keys.begin(), table.keys.end(), half);
                CHECK(place != table.keys.end() && *place == half);
                return table.order[static_cast<std::size_t>(place - table.keys.begin())];
            };
            for (std::size_t row = 0; row < table.keys.size(); ++row) {
                CHECK_EQ(made(ring, table, row), table.keys[row]);
                const auto operation = static_cast<HalfOperation>(table.operation[row]);
                if (operation == HalfOperation::seed) {
                    CHECK(is_seed(ring, table.keys[row]));
                    continue;
                }
                CHECK(order_of(table.first[row]) < table.order[row]);
                if (operation >= HalfOperation::cut) CHECK(order_of(table.second[row]) < table.order[row]);
            }
        });
    }
}

TEST(shapez_halves_do_not_depend_on_threads) {
    for (const auto& [parts, layers] : {std::pair{4, 4}, {8, 2}}) {
        const HalfTable one = found(parts, layers, 1);
        for (const int threads : {2, 3}) {
            const HalfTable many = found(parts, layers, threads);
            CHECK(many.keys == one.keys && many.operation == one.operation && many.first == one.first &&
                  many.second == one.second && many.steps == one.steps && many.order == one.order);
        }
    }
}

TEST(shapez_halves_are_stopped_by_a_flag) {
    for (const int threads : {1, 2}) {
        unsigned char flag = 0;
        HalfTable table;
        std::uint64_t latest = 0;
        const auto progress = [&](std::uint64_t halves) {
            CHECK(halves >= latest);
            latest = halves;
            if (halves > 1000) store_relaxed<unsigned char>(flag, 1);
        };
        CHECK(!find_halves(4, 4, threads, StopToken(&flag, -1), progress, table));
        CHECK(table.keys.empty());
        CHECK(latest > 1000 && latest < 16193);
    }
}
