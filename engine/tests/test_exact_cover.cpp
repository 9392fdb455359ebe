// Every exact cover engine on every path against the brute force twin, and searches that are left, cut and gone on
// with.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "exact_cover/search.hpp"
#include "puzzles.hpp"
#include "twin.hpp"

using namespace shapewright;
using namespace shapewright::exact_cover;
using twin::no_limit;
using twin::search_all;

namespace {

struct Engine {
    std::string name;
    std::function<std::unique_ptr<Search>(const Instance&)> make;
};

std::vector<Engine> engines() {
    std::vector<Engine> all;
    for (const Simd simd : twin::simd_paths())
        all.push_back({std::string("bit-sliced on ") + simd_name(simd),
                       [simd](const Instance& instance) { return make_bit_sliced(instance, simd); }});
    all.push_back({"strip", make_strip});
    all.push_back({"sparse", make_sparse});
    return all;
}

/// What random instances the tests walk through: each takes one freedom more.
std::vector<twin::Flavour> flavours() {
    std::vector<twin::Flavour> all(7);
    all[0].placements = true;
    all[1].always_items = true;
    all[3].colours = true;
    all[4].colours = all[4].equal_options = true;
    all[5].placements = all[5].equal_options = true;
    all[6].always_items = all[6].equal_options = true;
    return all;
}

/// Whether `engine` has to take `instance`: what the header promises, for instances as small as these.
bool must_take(const std::string& engine, const Instance& instance) {
    if (engine != "strip") return true;
    for (const Option& option : instance.options) {
        if (option.items.empty() || option.uses.size() != 1 || option.uses[0].second != 1) return false;
        if (std::any_of(option.colours.begin(), option.colours.end(), [](std::uint32_t colour) { return colour != 0; }))
            return false;
    }
    return instance.items() > 0;
}

/// Run `body` on `times` random instances of every flavour with every engine that takes them.
void on_random_instances(std::uint64_t seed, int times,
                         const std::function<void(const Engine&, const Instance&, Search&, Rng&)>& body) {
    Rng rng(seed);
    for (const twin::Flavour& flavour : flavours())
        for (int time = 0; time < times; ++time) {
            const Instance instance = twin::random_instance(rng, flavour);
            for (const Engine& engine : engines()) {
                const std::unique_ptr<Search> search = engine.make(instance);
                if (search != nullptr) body(engine, instance, *search, rng);
            }
        }
}

/// Solutions below each prefix, one prefix after the other.
std::vector<Path> search_each(Search& search, const std::vector<Path>& prefixes) {
    std::vector<Path> found;
    for (const Path& prefix : prefixes) {
        const std::vector<Path> below = search_all(search, prefix);
        found.insert(found.end(), below.begin(), below.end());
    }
    return found;
}

}  // namespace

TEST(exact_cover_finds_what_the_twin_finds) {
    Rng rng(1);
    std::uint64_t solutions = 0, taken_by_strip = 0;
    for (const twin::Flavour& flavour : flavours())
        for (int time = 0; time < 400; ++time) {
            const Instance instance = twin::random_instance(rng, flavour);
            const std::vector<Path> expected = twin::covers(instance);
            solutions += expected.size();
            for (const Engine& engine : engines()) {
                const std::unique_ptr<Search> search = engine.make(instance);
                if (search == nullptr) {
                    if (must_take(engine.name, instance))
                        check::fail(__FILE__, __LINE__, engine.name + " refuses " + twin::describe(instance));
                    continue;
                }
                taken_by_strip += engine.name == "strip";
                twin::check_paths(engine.name, instance, twin::as_sets(search_all(*search)), expected);
                CHECK_EQ(search->solutions(), expected.size());
                CHECK_EQ(make_sparse(instance)->solutions(), 0u);
            }
        }
    // The instances are worth the while.
    CHECK(solutions > 5000);
    CHECK(taken_by_strip > 500);
}

// Items far apart make wide rows and wide windows; engines refuse only what is too wide for them.
TEST(exact_cover_takes_rows_and_windows_of_every_width) {
    Rng rng(2);
    for (const std::uint32_t spread : {10u, 12u, 20u, 24u, 30u, 60u, 100u, 165u, 200u})
        for (const twin::Flavour& like : flavours()) {
            twin::Flavour flavour = like;
            flavour.spread = spread;
            flavour.equal_options = false;
            for (int time = 0; time < 15; ++time) {
                const Instance instance = twin::random_instance(rng, flavour);
                const std::vector<Path> expected = twin::covers(instance);
                std::uint32_t span = 0;
                for (const Option& option : instance.options)
                    if (!option.items.empty()) {
                        const auto [low, high] = std::minmax_element(option.items.begin(), option.items.end());
                        span = std::max(span, *high - *low + 1);
                    }
                for (const Engine& engine : engines()) {
                    const std::unique_ptr<Search> search = engine.make(instance);
                    if (search == nullptr) {
                        if (engine.name == "strip")
                            CHECK(span > 127 || !must_take(engine.name, instance));
                        else
                            CHECK(instance.items() > 900);
                        continue;
                    }
                    twin::check_paths(engine.name, instance, twin::as_sets(search_all(*search)), expected);
                }
            }
        }
}

// Enough options for the kernels' long loops: every count from nothing to hundreds of rows, on every path.
TEST(exact_cover_branches_on_an_item_with_any_number_of_options) {
    for (std::uint32_t options = 1; options < 600; options += options < 140 ? 1 : 37) {
        Instance instance;
        instance.required.assign(11, false);
        instance.required[0] = true;
        for (std::uint32_t o = 0; o < options; ++o) {
            Option option{{0}, {}, {}};
            for (std::uint32_t bit = 0; bit < 10; ++bit)
                if ((o >> bit) & 1) option.items.push_back(bit + 1);
            instance.options.push_back(option);
        }
        for (const Engine& engine : engines()) {
            const std::unique_ptr<Search> search = engine.make(instance);
            if (search == nullptr) continue;
            CHECK_EQ(search_all(*search).size(), options);
        }
    }
}

// A window that slides by more than a word at once: bars of 90 and 30 cells on 210, nine compositions of 7 into 3
// and 1.
TEST(exact_cover_places_long_bars) {
    const std::string bar(30, '#');
    const Instance instance = puzzles::tiling(210, 1, {bar, bar + bar + bar}, 0, unlimited);
    for (const Engine& engine : engines()) CHECK_EQ(search_all(*engine.make(instance)).size(), 9u);
}

TEST(exact_cover_engines_refuse_what_does_not_fit) {
    Instance instance;
    instance.required = {true, true};
    instance.minimum = {0};
    instance.maximum = {unlimited};
    instance.required.assign(1100, false);
    instance.options = {{{0, 1099}, {}, {{0, 1}}}};
    for (const Simd simd : twin::simd_paths()) CHECK(make_bit_sliced(instance, simd) == nullptr);
    CHECK(make_strip(instance) == nullptr);
    CHECK_EQ(search_all(*make_sparse(instance)).size(), 2u);  // the option, or nothing at all
}

// Equal options are different choices, however many there are.
TEST(exact_cover_tells_equal_options_apart) {
    Instance instance;
    instance.required = {true, true};
    instance.minimum = {0};
    instance.maximum = {unlimited};
    for (int time = 0; time < 70; ++time)
        for (const std::uint32_t item : {0u, 1u}) instance.options.push_back({{item}, {}, {{0, 1}}});
    for (const Engine& engine : engines()) CHECK_EQ(search_all(*engine.make(instance)).size(), 70u * 70u);
}

// Covers with given options are those of all covers that have them, in any order of giving, as often as one likes.
TEST(exact_cover_takes_given_options) {
    int with_some = 0, with_none = 0;
    on_random_instances(12, 60, [&](const Engine& engine, const Instance& instance, Search& search, Rng& rng) {
        if (engine.name == "strip" || instance.options.empty()) return;
        const std::vector<Path> all = twin::as_sets(search_all(search));
        for (int time = 0; time < 4; ++time) {
            Path given;
            for (std::uint64_t k = rng.place(4); k > 0; --k) {
                // Mostly options of one cover.
                const Path& from = all.empty() ? given : all[rng.place(all.size())];
                const std::uint32_t one = from.empty() || rng.place(4) == 0
                                              ? static_cast<std::uint32_t>(rng.place(instance.options.size()))
                                              : from[rng.place(from.size())];
                if (std::find(given.begin(), given.end(), one) == given.end()) given.push_back(one);
            }
            std::vector<Path> expected;
            for (const Path& cover : all)
                if (std::all_of(given.begin(), given.end(), [&](std::uint32_t one) {
                        return std::find(cover.begin(), cover.end(), one) != cover.end();
                    }))
                    expected.push_back(cover);
            (expected.empty() ? with_none : with_some) += 1;
            if (!search.give(given)) {
                CHECK(expected.empty());
                twin::check_paths(engine.name + ": none given", instance, twin::as_sets(search_all(search)), all);
                continue;
            }
            twin::check_paths(engine.name + ": given", instance, twin::as_sets(search_all(search)), expected);
            std::vector<Path> parts = search_each(search, search.split(3));
            twin::check_paths(engine.name + ": given, split", instance, twin::as_sets(parts), expected);
        }
        CHECK(search.give({}) || all.empty());
        twin::check_paths(engine.name + ": given back", instance, twin::as_sets(search_all(search)), all);
    });
    CHECK(with_some > 1000);
    CHECK(with_none > 100);
}

TEST(exact_cover_of_nothing_is_one_cover) {
    const Instance instance;
    for (const Engine& engine : engines()) {
        if (engine.name == "strip") continue;
        CHECK_EQ(search_all(*engine.make(instance)), std::vector<Path>{Path{}});
    }
}

TEST(exact_cover_goes_on_where_it_stopped) {
    on_random_instances(3, 1000, [](const Engine& engine, const Instance& instance, Search& search, Rng& rng) {
        const std::vector<Path> expected = search_all(search);
        const std::unique_ptr<Search> other = engine.make(instance);
        search.start({});
        std::vector<Path> found;
        for (;;) {
            // What was found so far, then what each remaining prefix leads to, is everything in the same order.
            const std::vector<Path> rest = search.rest();
            std::vector<Path> together = found;
            const std::vector<Path> later = search_each(*other, rest);
            together.insert(together.end(), later.begin(), later.end());
            twin::check_paths(engine.name + ": found and rest", instance, together, expected);

            const std::uint64_t limit = rng.below(3) == 0 ? no_limit : 1 + rng.below(3);
            const std::uint64_t nodes = rng.below(3) == 0 ? no_limit : 1 + rng.below(6);
            const std::size_t found_before = found.size();
            const std::uint64_t nodes_before = search.nodes();
            const bool over = search.run(StopToken{}, limit, nodes, &found);
            CHECK(limit == no_limit || found.size() <= found_before + limit);
            CHECK(nodes == no_limit || search.nodes() <= nodes_before + nodes);
            if (over) {
                CHECK(search.rest().empty());
                break;
            }
            // It stopped for a reason.
            CHECK(found.size() - found_before == limit || search.nodes() - nodes_before == nodes);
        }
        twin::check_paths(engine.name + ": in steps", instance, found, expected);
    });
}

TEST(exact_cover_counts_without_a_list) {
    on_random_instances(4, 20, [](const Engine&, const Instance&, Search& search, Rng&) {
        const std::size_t expected = search_all(search).size();
        const std::uint64_t before = search.solutions();
        search.start({});
        CHECK(search.run(StopToken{}, no_limit, no_limit, nullptr));
        CHECK_EQ(search.solutions() - before, expected);
    });
}

TEST(exact_cover_children_make_up_the_tree) {
    on_random_instances(5, 40, [](const Engine& engine, const Instance& instance, Search& search, Rng&) {
        const std::uint64_t before = search.nodes();
        const std::vector<Path> expected = search_all(search);
        const std::uint64_t choices = search.nodes() - before;
        std::vector<Path> found;
        std::uint64_t nodes = 0;
        const auto walk = [&](const auto& self, const Path& prefix) -> void {
            bool solved = false;
            const std::vector<Path> below = *search.children(prefix, solved);
            if (solved) found.push_back(prefix);
            for (const Path& child : below) {
                CHECK_EQ(child.size(), prefix.size() + 1);
                CHECK(std::equal(prefix.begin(), prefix.end(), child.begin()));
                ++nodes;
                self(self, child);
            }
        };
        walk(walk, {});
        twin::check_paths(engine.name + ": walked", instance, found, expected);
        CHECK_EQ(nodes, choices);
    });
}

TEST(exact_cover_split_partitions_the_search) {
    on_random_instances(6, 40, [](const Engine& engine, const Instance& instance, Search& search, Rng& rng) {
        const std::vector<Path> expected = twin::as_sets(search_all(search));
        const std::size_t target = 1 + rng.place(30);
        const std::vector<Path> prefixes = search.split(target);
        twin::check_paths(engine.name + ": split", instance, twin::as_sets(search_each(search, prefixes)), expected);
        if (prefixes.size() < target)
            for (const Path& prefix : prefixes) {
                // Nothing was left to cut: solutions and dead ends only.
                bool solved = false;
                CHECK(search.children(prefix, solved)->empty() || solved);
            }
    });
}

TEST(exact_cover_split_reaches_its_target) {
    const Instance instance = puzzles::tiling(6, 4, puzzles::tetrominoes, 0, 4);
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(instance);
        const std::size_t expected = search_all(*search).size();
        CHECK(expected > 1000);
        for (const std::size_t target : {std::size_t{1}, std::size_t{2}, std::size_t{50}, std::size_t{700}}) {
            const std::vector<Path> prefixes = search->split(target);
            CHECK(prefixes.size() >= target);
            CHECK_EQ(search_each(*search, prefixes).size(), expected);
        }
        CHECK_EQ(search->split(1), std::vector<Path>{Path{}});
    }
}

TEST(exact_cover_estimate_is_exact_on_an_even_tree) {
    const Instance instance = puzzles::rooks(4);
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(instance);
        CHECK_EQ(search_all(*search).size(), 24u);
        CHECK_EQ(search->nodes(), 4u + 12 + 24 + 24);
        for (const std::uint64_t seed : {0u, 1u, 2u}) {
            CHECK_EQ(*search->estimate({}, 3, seed), 1.0 + 4 + 12 + 24 + 24);
            CHECK_EQ(*search->estimate(search->split(4)[static_cast<std::size_t>(seed)], 3, seed), 1.0 + 3 + 6 + 6);
        }
        CHECK_EQ(*search->estimate({}, 0, 0), 0.0);
    }
}

TEST(exact_cover_estimate_comes_near_the_truth) {
    const Instance instance = puzzles::tiling(6, 4, puzzles::tetrominoes, 0, 4);
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(instance);
        search_all(*search);
        const double truth = 1 + static_cast<double>(search->nodes());
        const double estimate = *search->estimate({}, 1000, 1);
        CHECK(estimate > truth / 2 && estimate < truth * 2);
        CHECK_EQ(*search->estimate({}, 1000, 1), estimate);
    }
}

TEST(exact_cover_stops_before_the_end_of_a_cut_or_an_estimate) {
    const unsigned char set = 1;
    const StopToken stopped(&set, -1);
    const Instance instance = puzzles::tiling(6, 4, puzzles::tetrominoes, 0, 4);
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(instance);
        const std::size_t expected = search_all(*search).size();
        CHECK(!search->estimate({}, ~std::uint32_t{0}, 1, 100, stopped).has_value());
        CHECK_EQ(search->split(1000, stopped), std::vector<Path>{Path{}});
        const Path prefix = search->split(4)[1];
        CHECK(!search->start(prefix, stopped));
        CHECK_EQ(search->depth(), 0u);
        CHECK_EQ(search_each(*search, {Path{}}).size(), expected);
        bool solved = false;
        CHECK(!search->children({}, solved, stopped).has_value());
    }
}

TEST(exact_cover_begins_at_the_root_after_a_refused_prefix) {
    const Instance instance = puzzles::tiling(6, 4, puzzles::tetrominoes, 0, 4);
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(instance);
        const std::size_t expected = search_all(*search).size();
        for (Path prefix : search->split(50)) {
            prefix.push_back(prefix.front());
            CHECK_THROWS(search->start(prefix), std::invalid_argument);
            CHECK_EQ(search->rest(), std::vector<Path>{Path{}});
        }
        std::vector<Path> found;
        CHECK(search->run(StopToken(), no_limit, no_limit, &found));
        CHECK_EQ(found.size(), expected);
    }
}

// So many items that single options are kept track of: most are forced, in chains, among others that are not.
TEST(exact_cover_with_thousands_of_items_finds_what_it_finds_without_them) {
    Rng rng(14);
    for (int time = 0; time < check::draws(20); ++time) {
        twin::Flavour flavour;
        flavour.placements = time % 2 == 0;
        Instance instance = twin::random_instance(rng, flavour);
        const std::unique_ptr<Search> plain = make_sparse(instance);
        std::vector<Path> expected = search_all(*plain);
        const auto options = static_cast<std::uint32_t>(instance.options.size());
        const auto first = static_cast<std::uint32_t>(instance.items());
        constexpr std::uint32_t many = 5000;
        for (std::uint32_t k = 0; k < many; ++k) {
            instance.required.push_back(true);
            instance.options.push_back({{first + k}, {}, {}});
            // A pair is possible until its second item is seen to need the option of its own.
            if (k + 1 < many && k % 3 == 0) instance.options.push_back({{first + k, first + k + 1}, {}, {}});
            // Two of the same alternatives, so that what is forced before and after is taken back.
            if (k == many / 2) instance.options.push_back({{first + k}, {}, {}});
        }
        const std::unique_ptr<Search> search = make_sparse(instance);
        search->start({});
        std::vector<Path> found;
        // The fillers are put first only where they are forced; a prefix of any depth can be gone back to.
        search->run(StopToken(), 3, no_limit, &found);
        for (const Path& path : found) {
            Path own;
            for (const std::uint32_t option : path)
                if (option < options) own.push_back(option);
            std::sort(own.begin(), own.end());
            bool is_known = false;
            for (Path one : expected) {
                std::sort(one.begin(), one.end());
                is_known = is_known || one == own;
            }
            CHECK(is_known);
        }
        CHECK_EQ(found.empty(), expected.empty());
        if (found.empty()) continue;
        const std::vector<Path> rest = search->rest();
        for (std::size_t k = 0; k < std::min<std::size_t>(rest.size(), 3); ++k) {
            search->start(rest[rest.size() - 1 - k]);
            search->run(StopToken(), 1, 20'000, nullptr);
        }
    }
}

TEST(exact_cover_takes_a_hundred_thousand_forced_items) {
    Instance instance;
    constexpr std::uint32_t many = 100'000;
    instance.required.assign(many, true);
    for (std::uint32_t k = 0; k < many; ++k) instance.options.push_back({{k}, {}, {}});
    const std::unique_ptr<Search> search = make_sparse(instance);
    for (int time = 0; time < 2; ++time) {
        search->start({});
        std::vector<Path> found;
        CHECK(search->run(StopToken(), no_limit, no_limit, &found));
        CHECK_EQ(found.size(), 1u);
        CHECK_EQ(found[0].size(), many);
    }
}

TEST(exact_cover_refuses_a_prefix_that_contradicts_itself) {
    const Instance instance = puzzles::rooks(3);
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(instance);
        CHECK_THROWS(search->start({99}), std::invalid_argument);
        CHECK_THROWS(search->start({~0u}), std::invalid_argument);
        const Path once = search->split(3)[0];
        const Path twice{once[0], once[0]};
        CHECK_THROWS(search->start(twice), std::invalid_argument);
        const Path clash{0, 3};  // two rooks in the first column
        CHECK_THROWS(search->start(clash), std::invalid_argument);
        Path longer = search_all(*search)[0];
        longer.push_back(longer[0]);
        CHECK_THROWS(search->start(longer), std::invalid_argument);
        // It can be used again.
        CHECK_EQ(search_all(*search).size(), 6u);
    }
    // Below a dead end there is nothing: item 1 cannot be covered any more.
    Instance dead;
    dead.required = {true, true};
    dead.minimum = {0};
    dead.maximum = {1};
    dead.options = {{{0}, {}, {{0, 1}}}, {{1}, {}, {{0, 1}}}};
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(dead);
        CHECK_THROWS(search->start({0, 1}), std::invalid_argument);
        CHECK(search_all(*search).empty());
    }
}

TEST(exact_cover_instance_says_what_is_wrong_with_it) {
    Instance good;
    good.required = {true, false};
    good.minimum = {0};
    good.maximum = {2};
    good.options = {{{0, 1}, {0, 3}, {{0, 1}}}};
    good.validate();
    const auto spoilt = [&](const std::function<void(Instance&)>& spoil) {
        Instance bad = good;
        spoil(bad);
        CHECK_THROWS(bad.validate(), std::invalid_argument);
    };
    spoilt([](Instance& bad) { bad.minimum.push_back(0); });
    spoilt([](Instance& bad) { bad.minimum[0] = 3; });
    spoilt([](Instance& bad) { bad.options[0].items[0] = 2; });
    spoilt([](Instance& bad) { bad.options[0].items[0] = 1; });
    spoilt([](Instance& bad) { bad.options[0].colours.pop_back(); });
    spoilt([](Instance& bad) { bad.options[0].colours[0] = 1; });
    spoilt([](Instance& bad) { bad.options[0].uses[0].first = 1; });
    spoilt([](Instance& bad) { bad.options[0].uses[0].second = 0; });
    spoilt([](Instance& bad) { bad.options[0].uses.emplace_back(0, 2); });
    spoilt([](Instance& bad) { bad.options[0] = {}; });
}

TEST(exact_cover_options_come_by_the_ranks_of_their_pieces) {
    const Instance instance = puzzles::pentominoes(10, 6);
    std::vector<std::uint32_t> order, same, ranks(instance.pieces(), 512);
    ranks[3] = 0;
    const Instance ranked = instance.shuffled(7, order, ranks);
    CHECK(ranked.options.size() == instance.options.size());
    bool is_over = false;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const bool is_first = instance.options[order[k]].uses.front().first == 3;
        CHECK(!(is_over && is_first));
        is_over = is_over || !is_first;
        CHECK(ranked.options[k].items == instance.options[order[k]].items);
    }
    instance.shuffled(7, same, ranks);
    CHECK(order == same);
    instance.shuffled(8, same, ranks);
    CHECK(order != same);
    ranks.pop_back();
    CHECK_THROWS(instance.shuffled(7, order, ranks), std::invalid_argument);
}

TEST(exact_cover_stops_when_told) {
    const Instance instance = puzzles::pentominoes(10, 6);
    const unsigned char flag = 1;
    for (const Engine& engine : engines()) {
        const std::unique_ptr<Search> search = engine.make(instance);
        for (const StopToken& stop : {StopToken(&flag, -1), StopToken(nullptr, 0)}) {
            const std::uint64_t before = search->nodes();
            search->start({});
            CHECK(!search->run(stop, no_limit, no_limit, nullptr));
            CHECK(!search->rest().empty());
            CHECK(search->nodes() - before <= 1u << 17);
        }
        const unsigned char clear = 0;
        std::vector<Path> found;
        search->start({});
        CHECK(!search->run(StopToken(&clear, 1e12), 1, no_limit, &found));
        CHECK_EQ(found.size(), 1u);
        CHECK(twin::is_cover(instance, found[0]));
    }
}

TEST(exact_cover_knows_the_pentominoes) {
    const Instance strip = puzzles::pentominoes(20, 3);
    for (const Engine& engine : engines()) {
        const std::vector<Path> found = search_all(*engine.make(strip));
        CHECK_EQ(found.size(), 8u);
        for (const Path& path : found) CHECK(twin::is_cover(strip, path));
    }
    const Instance board = puzzles::pentominoes(8, 8, {{3, 3}, {3, 4}, {4, 3}, {4, 4}});
    const std::vector<Path> found = search_all(*make_bit_sliced(board, best_simd()));
    CHECK_EQ(found.size(), 520u);
    for (const Path& path : found) CHECK(twin::is_cover(board, path));
    CHECK_EQ(search_all(*make_strip(puzzles::pentominoes(15, 4))).size(), 1472u);
}

TEST(exact_cover_knows_two_sets_of_tetrominoes) {
    const Instance instance = puzzles::tiling(8, 5, puzzles::tetrominoes, 2, 2);
    for (const Engine& engine : engines()) CHECK_EQ(search_all(*engine.make(instance)).size(), 3106u);
}
