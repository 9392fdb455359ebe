// Diagrams that no longer change: every question that can be asked of one, against a plain set; and damaged nodes.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "diagram/diagram.hpp"
#include "diagram/words.hpp"
#include "words.hpp"

using namespace shapewright;
using namespace shapewright::diagram;
using words::letters_from;
using words::Nodes;
using words::nodes_of;
using words::word_from;

namespace {

Diagram diagram_of(const std::set<Word>& words, int length) {
    const auto [nodes, root] = nodes_of(words, length);
    return Diagram(length, nodes, root);
}

std::set<Word> random_set(Rng& rng, int length, std::uint64_t one_in) {
    std::set<Word> words;
    for (Word word = 0; word < Word{1} << 2 * length; ++word)
        if (rng.below(one_in) == 0) words.insert(word);
    return words;
}

int differing(Word a, Word b) {
    int letters = 0;
    for (Word rest = a ^ b; rest != 0; rest >>= 2) letters += (rest & 3) != 0 ? 1 : 0;
    return letters;
}

template <typename Keep>
std::vector<Word> those(const std::set<Word>& words, Keep keep) {
    std::vector<Word> kept;
    for (const Word word : words)
        if (keep(word)) kept.push_back(word);
    return kept;
}

std::vector<Word> part_of(const std::vector<Word>& words, std::uint64_t rank, std::uint64_t most) {
    const auto begin = static_cast<std::size_t>(std::min<std::uint64_t>(rank, words.size()));
    const auto end = begin + static_cast<std::size_t>(std::min<std::uint64_t>(most, words.size() - begin));
    return {words.begin() + static_cast<std::ptrdiff_t>(begin), words.begin() + static_cast<std::ptrdiff_t>(end)};
}

/// The blocks of a word in another order.
Word rearranged(Word word, int length, int block, const std::vector<int>& order) {
    const Letters letters = letters_from(word, length);
    Letters result;
    for (const int k : order)
        for (int letter = 0; letter < block; ++letter)
            result.push_back(letters[static_cast<std::size_t>(k * block + letter)]);
    return word_from(result);
}

/// The words that are the same when rearranged like this.
std::vector<Word> unchanged(const std::set<Word>& words, int length, int block, const std::vector<int>& order) {
    return those(words, [&](Word word) { return rearranged(word, length, block, order) == word; });
}

bool refused(int letters, const Nodes& nodes, Node root) {
    try {
        static_cast<void>(Diagram(letters, nodes, root));
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

TEST(diagram_words_come_in_order_and_by_rank) {
    Rng rng(10);
    for (int length = 1; length <= 5; ++length) {
        const std::set<Word> words = random_set(rng, length, 3);
        const std::vector<Word> sorted(words.begin(), words.end());
        const Diagram diagram = diagram_of(words, length);
        CHECK_EQ(diagram.letters(), length);
        CHECK_EQ(diagram.count(), words.size());
        for (Word word = 0; word < Word{1} << 2 * length; ++word)
            CHECK_EQ(diagram.contains(word), words.contains(word));
        for (std::size_t rank = 0; rank < sorted.size(); ++rank) CHECK_EQ(diagram.word(rank), sorted[rank]);
        CHECK_THROWS(diagram.word(sorted.size()), std::invalid_argument);
        for (int k = 0; k < 20; ++k) {
            const std::uint64_t rank = rng.below(sorted.size() + 3), most = rng.below(10);
            CHECK(diagram.words(rank, most) == part_of(sorted, rank, most));
        }
        CHECK(diagram.words(0, ~std::uint64_t{0}) == sorted);
        CHECK(diagram.words(~std::uint64_t{0}, 1).empty());
    }
}

TEST(diagram_of_every_word_is_counted_exactly) {
    Nodes nodes;
    for (Node node = 1; node <= 30; ++node) nodes.push_back({node, node, node, node});
    const Diagram diagram(30, nodes, 31);
    const std::uint64_t count = std::uint64_t{1} << 60;
    CHECK_EQ(diagram.count(), count);
    CHECK_EQ(diagram.word(count - 1), count - 1);
    CHECK_EQ(diagram.word(12345678901234567), Word{12345678901234567});
    CHECK(diagram.words(count - 2, 5) == (std::vector<Word>{count - 2, count - 1}));
    CHECK_EQ(diagram.count_matching(std::vector<std::uint8_t>(30, 3)), std::uint64_t{1} << 30);
    CHECK_EQ(*diagram.distance(count - 1), 0);
}

TEST(diagram_samples_every_word_alike) {
    Rng rng(11);
    const std::set<Word> words = random_set(rng, 4, 8);
    const Diagram diagram = diagram_of(words, 4);
    std::map<Word, double> seen;
    const double expected = 500;
    const auto samples = static_cast<int>(expected * static_cast<double>(words.size()));
    for (int k = 0; k < samples; ++k) ++seen[diagram.sample(rng)];
    double chi_square = 0;
    for (const auto& [word, times] : seen) {
        CHECK(words.contains(word));
        chi_square += (times - expected) * (times - expected) / expected;
    }
    CHECK_EQ(seen.size(), words.size());
    // Its mean is the number of words less one, about 30, and its standard deviation about 8.
    CHECK(chi_square < 2.5 * static_cast<double>(words.size()));
    CHECK_THROWS(diagram_of({}, 4).sample(rng), std::invalid_argument);
}

TEST(diagram_matches_masks_of_letters) {
    Rng rng(12);
    for (int round = 0; round < 60; ++round) {
        const int length = static_cast<int>(1 + rng.below(5));
        const std::set<Word> words = random_set(rng, length, 1 + rng.below(6));
        const Diagram diagram = diagram_of(words, length);
        std::vector<std::uint8_t> masks;
        for (int k = 0; k < length; ++k)
            masks.push_back(rng.below(2) == 0 ? 15 : static_cast<std::uint8_t>(rng.below(16)));
        const std::vector<Word> expected = those(words, [&](Word word) {
            const Letters letters = letters_from(word, length);
            for (std::size_t k = 0; k < letters.size(); ++k)
                if ((masks[k] >> letters[k] & 1) == 0) return false;
            return true;
        });
        CHECK_EQ(diagram.count_matching(masks), expected.size());
        CHECK(diagram.matching(masks, 0, ~std::uint64_t{0}) == expected);
        const std::uint64_t rank = rng.below(expected.size() + 2), most = rng.below(8);
        CHECK(diagram.matching(masks, rank, most) == part_of(expected, rank, most));
        masks.push_back(15);
        CHECK_THROWS(diagram.count_matching(masks), std::invalid_argument);
        CHECK_THROWS(diagram.matching(masks, 0, 1), std::invalid_argument);
    }
}

TEST(diagram_finds_the_nearest_words) {
    Rng rng(13);
    for (int round = 0; round < 60; ++round) {
        const int length = static_cast<int>(1 + rng.below(5));
        const std::set<Word> words = random_set(rng, length, 1 + rng.below(60));
        const Diagram diagram = diagram_of(words, length);
        const Word wanted = rng.below(Word{1} << 2 * length);
        std::optional<int> least;
        for (const Word word : words) least = std::min(least.value_or(length), differing(word, wanted));
        CHECK(diagram.distance(wanted) == least);
        const std::vector<Word> expected =
            those(words, [&](Word word) { return differing(word, wanted) == least.value_or(-1); });
        CHECK(diagram.nearest(wanted, ~std::uint64_t{0}) == expected);
        const std::uint64_t most = rng.below(4);
        CHECK(diagram.nearest(wanted, most) == part_of(expected, 0, most));
    }
}

TEST(diagram_counts_periodic_words) {
    Rng rng(14);
    const StopToken never;
    for (const auto& [length, block] : {std::pair{6, 1}, {6, 2}, {6, 3}, {4, 1}, {4, 2}, {5, 1}, {4, 4}})
        for (int blocks = 0; blocks <= length / block; ++blocks) {
            const std::set<Word> words = random_set(rng, length, 2);
            const int all = length / block;
            std::vector<int> order;
            for (int k = 0; k < all; ++k) order.push_back((k + blocks) % all);
            const std::vector<Word> expected = unchanged(words, length, block, order);
            for (const int threads : {1, 3})
                CHECK_EQ(diagram_of(words, length).count_periodic(block, blocks, never, threads), expected.size());
        }
}

TEST(diagram_counts_palindromes) {
    Rng rng(15);
    const StopToken never;
    for (const auto& [length, block] :
         {std::pair{6, 1}, {6, 3}, {6, 2}, {4, 1}, {4, 2}, {2, 1}, {5, 1}, {3, 3}, {1, 1}})
        for (const bool singles : {false, true}) {
            const std::set<Word> words = random_set(rng, length, 2);
            const int all = length / block;
            std::vector<int> order;
            for (int k = 0; k < all; ++k) order.push_back(singles ? (all - k) % all : all - 1 - k);
            const std::vector<Word> expected = unchanged(words, length, block, order);
            for (const int threads : {1, 3})
                CHECK_EQ(diagram_of(words, length).count_palindromic(block, singles, never, threads), expected.size());
        }
}

TEST(diagram_counts_palindromes_of_sets_that_are_turned) {
    Rng rng(16);
    const StopToken never;
    for (const auto& [length, block] : {std::pair{4, 1}, {6, 1}, {8, 2}, {6, 3}})
        for (const bool singles : {false, true}) {
            std::set<Word> words = random_set(rng, length, 2);
            for (const Word word : std::set<Word>(words))  // its second half comes first
                words.insert((word << length | word >> length) & ((Word{1} << 2 * length) - 1));
            const Diagram diagram = diagram_of(words, length);
            for (const int threads : {1, 3})
                CHECK_EQ(diagram.count_palindromic(block, singles, never, threads, true),
                         diagram.count_palindromic(block, singles, never, threads));
        }
}

TEST(diagram_counts_stop) {
    Nodes nodes;
    for (Node node = 1; node <= 20; ++node) nodes.push_back({node, node, node, node});
    const Diagram diagram(20, nodes, 21);
    const unsigned char flag = 1;
    const StopToken told(&flag, -1);
    CHECK_THROWS(diagram.count_periodic(1, 10, told), Stopped);
    CHECK_THROWS(diagram.count_palindromic(1, false, told), Stopped);
    CHECK_THROWS(diagram.count_palindromic(1, true, told), Stopped);
    const std::vector<std::uint8_t> masks(20, 7);
    Rng rng(1);
    CHECK_THROWS(diagram.words(0, 1U << 30, told), Stopped);
    CHECK_THROWS(diagram.matching(masks, 0, 1U << 30, told), Stopped);
    CHECK_THROWS(diagram.count_matching(masks, told), Stopped);
    CHECK_THROWS(diagram.distance(0, told), Stopped);
    CHECK_THROWS(diagram.nearest(0, 1, told), Stopped);
    CHECK_THROWS(diagram.samples(rng, 1U << 30, told), Stopped);
    CHECK_THROWS(diagram.samples(rng, (std::uint64_t{1} << 32) + 1), std::invalid_argument);
}

TEST(diagram_of_no_word_and_of_the_empty_word) {
    const Diagram nothing = diagram_of({}, 3);
    const StopToken never;
    CHECK_EQ(nothing.count(), 0u);
    CHECK(!nothing.contains(0));
    CHECK(nothing.words(0, 10).empty());
    CHECK(!nothing.distance(5).has_value());
    CHECK(nothing.nearest(5, 10).empty());
    CHECK_EQ(nothing.count_matching(std::vector<std::uint8_t>(3, 15)), 0u);
    CHECK_EQ(nothing.count_periodic(1, 1, never), 0u);
    const Diagram empty_word(0, {}, unit);
    CHECK_EQ(empty_word.count(), 1u);
    CHECK(empty_word.contains(0));
    CHECK(empty_word.words(0, 10) == std::vector<Word>{0});
}

TEST(diagram_of_words_that_ascend) {
    Rng rng(23);
    for (const int length : {0, 1, 4}) {
        const std::set<Word> some = random_set(rng, length, 3);
        const std::vector<Word> listed(some.begin(), some.end());
        const Diagram diagram = diagram_of_words(listed, length);
        CHECK_EQ(diagram.count(), some.size());
        CHECK(diagram.words(0, some.size()) == listed);
    }
    CHECK_THROWS(diagram_of_words(std::vector<Word>{2, 1}, 1), std::invalid_argument);
    CHECK_THROWS(diagram_of_words(std::vector<Word>{1, 1}, 1), std::invalid_argument);
    CHECK_THROWS(diagram_of_words(std::vector<Word>{4}, 1), std::invalid_argument);
    CHECK_THROWS(diagram_of_words(std::vector<Word>{}, 31), std::invalid_argument);
}

TEST(diagram_of_a_bit_for_each_word) {
    Rng rng(24);
    for (const int length : {3, 4, 5, 7})
        for (const std::uint64_t one_in : {std::uint64_t{2}, std::uint64_t{40}}) {
            std::vector<std::uint64_t> bits((std::size_t{1} << 2 * length) / 64);
            std::vector<Word> listed;
            for (Word word = 0; word < Word{1} << 2 * length; ++word)
                if (rng.below(one_in) == 0) {
                    bits[word / 64] |= std::uint64_t{1} << word % 64;
                    listed.push_back(word);
                }
            // Node by node the same, so that it does not matter which of the two made a set.
            Store<4> store, expected;
            CHECK_EQ(set_of_bits(store, bits, length), set_of_words(expected, listed, length));
            CHECK_EQ(store.size(), expected.size());
        }
}

TEST(diagram_refuses_damaged_nodes) {
    const Nodes good{{unit, none, unit, none}, {2, none, none, 2}};
    CHECK_EQ(Diagram(2, good, 3).count(), 4u);
    CHECK(refused(3, good, 3));  // words of another length
    CHECK(refused(2, good, 2));  // a root of another length
    CHECK(refused(2, good, unit));
    CHECK(refused(2, good, 4));                              // no such node
    CHECK(refused(2, {good[0], {3, none, none, 2}}, 3));     // a node below itself
    CHECK(refused(2, {good[1], good[0]}, 2));                // parents first
    CHECK(refused(2, {good[0], {2, unit, none, none}}, 3));  // words of two lengths
    CHECK(refused(2, {good[0], {none, none, none, none}, {2, none, none, 2}}, 4));
    CHECK(refused(2, {good[0], good[1], {3, none, none, none}}, 3));  // too deep, though not below the root
    CHECK(refused(2, {good[0], {~Node{0}, none, none, none}}, 3));
    CHECK(refused(-1, {}, none));
    CHECK(refused(31, {}, none));
    CHECK(!refused(2, {}, none));
}

// Whatever the damage, either it is refused or the answers agree with each other.
TEST(diagram_is_sound_after_any_damage) {
    Rng rng(16);
    int taken = 0;
    for (int round = 0; round < 1000; ++round) {
        const int length = static_cast<int>(1 + rng.below(4));
        Nodes nodes;
        Node root = none;
        std::tie(nodes, root) = nodes_of(random_set(rng, length, 1 + rng.below(4)), length);
        const auto some_node = [&] {
            return static_cast<Node>(rng.below(8) == 0 ? rng.next() : rng.below(nodes.size() + 3));
        };
        if (nodes.empty() || rng.below(4) == 0)
            root = some_node();
        else
            nodes[rng.place(nodes.size())][rng.place(4)] = some_node();
        if (refused(length, nodes, root)) continue;
        ++taken;
        const Diagram diagram(length, nodes, root);
        std::uint64_t members = 0;
        for (Word word = 0; word < Word{1} << 2 * length; ++word) members += diagram.contains(word) ? 1 : 0;
        CHECK_EQ(diagram.count(), members);
        const std::vector<Word> all = diagram.words(0, members + 1);
        CHECK_EQ(all.size(), members);
        CHECK(std::is_sorted(all.begin(), all.end()));
        for (std::size_t rank = 0; rank < all.size(); ++rank) CHECK_EQ(diagram.word(rank), all[rank]);
        if (members > 0) CHECK_EQ(*diagram.distance(all.back()), 0);
    }
    CHECK(taken > 100 && taken < 900);
}
