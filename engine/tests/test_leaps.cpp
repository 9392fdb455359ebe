// Counting by leaps, against the brute force twin, the layered frontier and known numbers.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "frontier/frontier.hpp"
#include "frontier/leaps.hpp"
#include "twin.hpp"

using namespace shapewright;
using exact_cover::Instance;
using frontier::Leaps;

namespace {

constexpr std::uint64_t gigabyte = std::uint64_t{1} << 30;

/// Any number of the pieces given by cells (along, across), as they lie, on a strip.
Instance strip(int length, int width, const std::vector<std::vector<std::pair<int, int>>>& pieces) {
    Instance instance;
    instance.required.assign(static_cast<std::size_t>(length * width), true);
    instance.minimum.assign(pieces.size(), 0);
    instance.maximum.assign(pieces.size(), exact_cover::unlimited);
    for (int x = 0; x < length; ++x)
        for (int y = 0; y < width; ++y)
            for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
                exact_cover::Option option;
                bool fits = true;
                for (const auto& [dx, dy] : pieces[piece]) {
                    fits = fits && x + dx < length && y + dy < width && y + dy >= 0;
                    if (fits) option.items.push_back(static_cast<std::uint32_t>((x + dx) * width + y + dy));
                }
                option.uses = {{piece, 1}};
                if (fits) instance.options.push_back(option);
            }
    return instance;
}

const std::vector<std::vector<std::pair<int, int>>> small_pieces = {
    {{0, 0}, {1, 0}},         {{0, 0}, {0, 1}},          {{0, 0}, {1, 0}, {2, 0}},
    {{0, 0}, {0, 1}, {0, 2}}, {{0, 0}, {1, 0}, {0, 1}},  {{0, 0}, {0, 1}, {1, 1}},
    {{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 0}, {1, -1}}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
};

}  // namespace

TEST(leaps_count_what_the_twin_finds) {
    Rng rng(3);
    std::uint64_t solutions = 0, fitting = 0;
    for (int time = 0; time < check::draws(1500); ++time) {
        twin::Flavour flavour;
        flavour.placements = time % 2 == 0;
        flavour.equal_options = time % 3 == 0;
        Instance instance = twin::random_instance(rng, flavour);
        for (std::size_t piece = 0; piece < instance.pieces(); ++piece) {
            instance.minimum[piece] = 0;
            if (instance.maximum[piece] != 0) instance.maximum[piece] = exact_cover::unlimited;
        }
        if (!Leaps::fits(instance)) continue;
        ++fitting;
        const std::size_t expected = twin::covers(instance).size();
        Leaps leaps(instance);
        CHECK(leaps.run(StopToken{}, gigabyte, 1) == Leaps::Outcome::done);
        const std::uint64_t found = leaps.count().empty() ? 0 : leaps.count()[0];
        if (leaps.count().size() > 1 || found != expected)
            check::fail(__FILE__, __LINE__,
                        std::to_string(found) + " covers, not " + std::to_string(expected) + "\n    " +
                            twin::describe(instance));
        solutions += expected;
    }
    CHECK(fitting > 100);
    CHECK(solutions > 300);
}

TEST(leaps_count_as_the_layered_frontier_does_beyond_one_word) {
    for (const int length : {6, 40, 90, 160}) {
        const Instance instance = strip(length, 5, small_pieces);
        frontier::Sweep sweep(instance);
        CHECK(sweep.run(StopToken{}, gigabyte, false) == frontier::Outcome::done);
        for (const unsigned threads : {1U, 3U}) {
            Leaps leaps(instance);
            CHECK(leaps.run(StopToken{}, gigabyte, threads) == Leaps::Outcome::done);
            CHECK(leaps.count() == sweep.count());
            CHECK(leaps.states() < sweep.states());
        }
        if (length == 160) CHECK(sweep.count().size() > 3);
    }
}

TEST(leaps_count_as_many_with_mirrors) {
    // Whole pieces only: a strip as wide as it likes, across which the pieces are reflected.
    for (const auto& [length, width] : {std::pair(7, 5), std::pair(5, 8), std::pair(12, 6), std::pair(1, 9)}) {
        Instance instance = strip(length, width, small_pieces);
        std::vector<std::uint32_t> across, along, both;
        for (std::uint32_t item = 0; item < instance.items(); ++item) {
            const auto w = static_cast<std::uint32_t>(width), l = static_cast<std::uint32_t>(length);
            const std::uint32_t x = item / w, y = item % w;
            across.push_back(x * w + w - 1 - y);
            along.push_back((l - 1 - x) * w + y);
            both.push_back((l - 1 - x) * w + w - 1 - y);
        }
        for (const bool leave : {false, true}) {
            if (leave) instance.required[0] = instance.required[across[0]] = false;
            Leaps plain(instance), mirrored(instance, {across});
            CHECK(plain.run(StopToken{}, gigabyte, 1) == Leaps::Outcome::done);
            CHECK(mirrored.run(StopToken{}, gigabyte, 2) == Leaps::Outcome::done);
            CHECK(plain.count() == mirrored.count());
            CHECK(mirrored.states() <= plain.states());
            if (length == 12) CHECK(mirrored.states() * 5 < plain.states() * 3);
            CHECK_THROWS(Leaps(instance, {{0, 1}}), std::invalid_argument);
            if (leave && length > 1) CHECK_THROWS(Leaps(instance, {along}), std::invalid_argument);
        }
        instance = strip(length, width, small_pieces);
        Leaps plain(instance), all(instance, {across, along, both});  // two of them move items far, or are the first
        CHECK(plain.run(StopToken{}, gigabyte, 1) == Leaps::Outcome::done);
        CHECK(all.run(StopToken{}, gigabyte, 1) == Leaps::Outcome::done);
        CHECK(plain.count() == all.count());
    }
    Instance lopsided = strip(3, 3, small_pieces);
    lopsided.options.erase(lopsided.options.begin());
    CHECK_THROWS(Leaps(lopsided, {{2, 1, 0, 5, 4, 3, 8, 7, 6}}), std::invalid_argument);
}

TEST(leaps_share_large_tables_among_threads) {
    const Instance instance = strip(11, 11, small_pieces);
    Leaps one(instance), many(instance);
    CHECK(one.run(StopToken{}, gigabyte, 1) == Leaps::Outcome::done);
    CHECK(many.run(StopToken{}, gigabyte, 3) == Leaps::Outcome::done);
    CHECK(one.count() == many.count());
    CHECK_EQ(one.states(), many.states());
    CHECK(one.most_states() > 1 << 15);
    frontier::Sweep sweep(instance);
    CHECK(sweep.run(StopToken{}, gigabyte, false) == frontier::Outcome::done);
    CHECK(one.count() == sweep.count());
    CHECK(many.run(StopToken{}, 1 << 16, 3) == Leaps::Outcome::too_large);
    const unsigned char flag = 1;
    CHECK(many.run(StopToken(&flag, -1), gigabyte, 3) == Leaps::Outcome::stopped);
    CHECK(many.run(StopToken{}, gigabyte, 2) == Leaps::Outcome::done);
    CHECK(one.count() == many.count());
}

TEST(leaps_refuse_what_does_not_fit) {
    Instance instance = strip(3, 3, small_pieces);
    CHECK(Leaps::fits(instance));
    Instance counted = instance;
    counted.maximum[0] = 1;
    CHECK(!Leaps::fits(counted));
    CHECK_THROWS(Leaps(counted), std::invalid_argument);
    Instance coloured = instance;
    coloured.options[0].colours.assign(coloured.options[0].items.size(), 1);
    CHECK(!Leaps::fits(coloured));
    CHECK(!Leaps::fits(strip(4, 40, small_pieces)));
    Instance impossible = instance;
    impossible.required.assign(9, false);
    impossible.options.clear();
    Leaps nothing(impossible);
    CHECK(nothing.run(StopToken{}, gigabyte, 1) == Leaps::Outcome::done);
    CHECK(nothing.count() == Natural{1});
}
