// Decision diagrams against plain sets of words: the store's operations, transducers run word by word, every question
// a diagram answers, and damaged nodes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "diagram/diagram.hpp"
#include "diagram/image.hpp"
#include "diagram/source.hpp"
#include "diagram/store.hpp"

using namespace shapewright;
using namespace shapewright::diagram;

namespace {

using Words = std::set<Letters>;

Letters random_letters(Rng& rng, int length, int arity) {
    Letters letters;
    for (int k = 0; k < length; ++k)
        letters.push_back(static_cast<std::uint8_t>(rng.below(static_cast<std::uint64_t>(arity))));
    return letters;
}

/// Words of a few beginnings, so that sets overlap and share nodes.
Words random_words(Rng& rng, int length, int arity, std::uint64_t most) {
    Words words;
    const std::uint64_t size = rng.below(most + 1);
    Letters base = random_letters(rng, length, arity);
    for (std::uint64_t k = 0; k < size; ++k) {
        if (rng.below(4) == 0) base = random_letters(rng, length, arity);
        Letters word = base;
        const auto changed = static_cast<std::size_t>(rng.below(static_cast<std::uint64_t>(length)));
        word[changed] = static_cast<std::uint8_t>(rng.below(static_cast<std::uint64_t>(arity)));
        words.insert(word);
    }
    return words;
}

template <int Arity>
Node node_of(Store<Arity>& store, const Words& words) {
    Node node = none;
    for (const Letters& word : words) node = store.unite(node, store.word(word));
    return node;
}

template <int Arity>
Words words_of(const Store<Arity>& store, Node node, int length) {
    Words words;
    Letters path;
    const auto visit = [&](auto&& self, Node at) -> void {
        if (at == none) return;
        if (path.size() == static_cast<std::size_t>(length)) {
            CHECK_EQ(at, unit);
            words.insert(path);
            return;
        }
        for (int letter = 0; letter < Arity; ++letter) {
            path.push_back(static_cast<std::uint8_t>(letter));
            self(self, store.child(at, letter));
            path.pop_back();
        }
    };
    visit(visit, node);
    return words;
}

Words united(const Words& a, const Words& b) {
    Words words = a;
    words.insert(b.begin(), b.end());
    return words;
}

Words chosen(const Words& a, const Words& b, bool in_both) {
    Words words;
    for (const Letters& word : a)
        if (b.contains(word) == in_both) words.insert(word);
    return words;
}

template <int Arity>
void check_set_algebra(std::uint64_t seed) {
    Rng rng(seed);
    Store<Arity> store;
    for (int round = 0; round < 60; ++round) {
        const int length = static_cast<int>(1 + rng.below(6));
        const Words a = random_words(rng, length, Arity, 60), b = random_words(rng, length, Arity, 60);
        const Node x = node_of(store, a), y = node_of(store, b);
        CHECK(words_of(store, x, length) == a);
        CHECK_EQ(x == y, a == b);
        CHECK(words_of(store, store.unite(x, y), length) == united(a, b));
        CHECK(words_of(store, store.intersect(x, y), length) == chosen(a, b, true));
        CHECK(words_of(store, store.subtract(x, y), length) == chosen(a, b, false));
        // Equal sets are one node, however they came about.
        CHECK_EQ(store.unite(x, y), store.unite(y, x));
        CHECK_EQ(store.unite(store.subtract(x, y), store.intersect(y, x)), x);
        CHECK_EQ(store.subtract(store.unite(x, y), y), store.subtract(x, y));
        for (int k = 0; k < 20; ++k) {
            const Letters word = random_letters(rng, length, Arity);
            CHECK_EQ(store.contains(x, word), a.contains(word));
        }
        for (const Letters& word : a) CHECK(store.contains(x, word));
        // Also words that are followed by those of the other set.
        const Words tail = random_words(rng, 2, Arity, 5);
        Words joined;
        for (const Letters& word : a)
            for (const Letters& end : tail) {
                joined.insert(word);
                auto node = joined.extract(word);
                node.value().insert(node.value().end(), end.begin(), end.end());
                joined.insert(std::move(node));
            }
        CHECK(words_of(store, store.concatenate(x, node_of(store, tail), length), length + 2) == joined);
    }
}

/// A machine by tables: for each level, state and letter some ways, as pairs of a written letter and the next state.
struct TableMachine {
    using Way = std::pair<int, State>;

    TableMachine(Rng& rng, int from, int to, int read, int written) : read(read), written(written) {
        states = 1 + rng.below(4);
        for (int level = 0; level < read; ++level)
            for (State state = 0; state < states; ++state)
                for (int letter = 0; letter < from; ++letter) {
                    auto& to_take = ways[{level, state, letter}];
                    // None, one or two: what is guessed is often rejected later.
                    for (std::uint64_t k = rng.below(3); k > 0; --k)
                        to_take.emplace_back(static_cast<int>(rng.below(static_cast<std::uint64_t>(to))),
                                             static_cast<State>(rng.below(states)));
                }
        for (State state = 0; state < states; ++state) accepting.push_back(rng.below(2) == 0);
        accepting[0] = true;
    }

    State start() const { return static_cast<State>(states - 1); }
    template <class Emit>
    void step(int level, State state, int letter, Emit&& emit) const {
        for (const auto& [letter_written, next] : ways.at({level, state, letter})) emit(letter_written, next);
    }
    bool accepts(State state) const { return accepting[state]; }

    /// All that is written for one word.
    Words written_for(const Letters& word) const {
        std::set<std::pair<Letters, State>> now{{{}, start()}};
        for (int level = 0; level < read; ++level) {
            std::set<std::pair<Letters, State>> next;
            for (const auto& [text, state] : now)
                for (const auto& [letter, to] : ways.at({level, state, word[static_cast<std::size_t>(level)]})) {
                    Letters longer = text;
                    if (level < written) longer.push_back(static_cast<std::uint8_t>(letter));
                    next.emplace(longer, to);
                }
            now.swap(next);
        }
        Words result;
        for (const auto& [text, state] : now)
            if (accepting[state]) result.insert(text);
        return result;
    }

    int read, written;
    std::uint64_t states;
    struct Key {
        int level;
        State state;
        int letter;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, std::vector<Way>> ways;
    std::vector<bool> accepting;
};

template <int From, int To>
void check_machine(Rng& rng, Store<From>& from, Store<To>& to, Memo& memo, Memo& failures) {
    const int read = static_cast<int>(1 + rng.below(6)), written = static_cast<int>(rng.below(read + 1u));
    const TableMachine machine(rng, From, To, read, written);
    const Words words = random_words(rng, read, From, 40);
    const Node set = node_of(from, words);
    Words expected;
    for (const Letters& word : words) expected.merge(machine.written_for(word));
    const Node made = image(machine, from, to, memo, set);
    CHECK(words_of(to, made, written) == expected);

    SourceFinder<TableMachine, From> find(machine, from, failures);
    const auto look_for = [&](const Letters& text) {
        Letters letters = text;
        const bool found = find(set, letters);
        CHECK_EQ(found, expected.contains(text));
        if (found) CHECK(words.contains(letters) && machine.written_for(letters).contains(text));
        if (!found) CHECK(letters == text);
    };
    for (const Letters& text : expected) look_for(text);
    for (int k = 0; k < 5; ++k) look_for(random_letters(rng, written, To));
}

// --- Sets that no longer change ---

Word word_from(const Letters& letters) {
    Word word = 0;
    for (const std::uint8_t letter : letters) word = word << 2 | letter;
    return word;
}

Letters letters_from(Word word, int length) {
    Letters letters;
    for (int shift = 2 * length - 2; shift >= 0; shift -= 2)
        letters.push_back(static_cast<std::uint8_t>(word >> shift & 3));
    return letters;
}

using Nodes = std::vector<std::array<Node, 4>>;

std::pair<Nodes, Node> nodes_of(const std::set<Word>& words, int length) {
    Store<4> store;
    Node root = none;
    for (const Word word : words) root = store.unite(root, store.word(letters_from(word, length)));
    Node* const roots[] = {&root};
    store.collect(roots);
    Nodes nodes;
    for (Node node = 2; node < store.size(); ++node) nodes.push_back(store.children(node));
    return {nodes, root};
}

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
    const std::size_t begin = std::min<std::size_t>(rank, words.size());
    const std::size_t end = begin + std::min<std::size_t>(most, words.size() - begin);
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

bool refused(int letters, const Nodes& nodes, Node root) {
    try {
        static_cast<void>(Diagram(letters, nodes, root));
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

TEST(diagram_store_follows_set_algebra) {
    check_set_algebra<4>(1);
    check_set_algebra<8>(2);
    check_set_algebra<3>(3);
}

TEST(diagram_store_has_one_node_for_a_set) {
    Store<4> store;
    CHECK_EQ(store.make({none, none, none, none}), none);
    const Node node = store.make({unit, none, none, unit});
    CHECK_EQ(store.make({unit, none, none, unit}), node);
    CHECK(store.make({unit, none, unit, none}) != node);
    CHECK_EQ(store.word({}), unit);
    CHECK_EQ(store.size(), 4u);
    store.clear();
    CHECK_EQ(store.size(), 2u);
    CHECK_EQ(store.make({none, unit, none, none}), node);  // numbers begin anew
}

TEST(diagram_store_collects_what_nobody_needs) {
    Rng rng(4);
    Store<4> store;
    const int length = 6;
    for (int round = 0; round < 10; ++round) {
        const Words a = random_words(rng, length, 4, 300), b = random_words(rng, length, 4, 300);
        Node x = node_of(store, a), y = node_of(store, b), empty = none, whole = unit;
        const Node both[] = {x, y};
        const std::vector<bool> kept = store.reachable(both);
        const auto needed = static_cast<std::uint32_t>(std::count(kept.begin(), kept.end(), true));
        CHECK(store.size() > needed + 2);
        Node* const roots[] = {&x, &y, &empty, &whole};
        store.collect(roots);
        CHECK_EQ(store.size(), needed + 2);
        CHECK_EQ(empty, none);
        CHECK_EQ(whole, unit);
        CHECK(words_of(store, x, length) == a);
        CHECK(words_of(store, y, length) == b);
        for (Node node = 2; node < store.size(); ++node) {
            for (const Node child : store.children(node)) CHECK(child < node);
            CHECK_EQ(store.make(Store<4>::Children(store.children(node))), node);
        }
        CHECK_EQ(node_of(store, a), x);
        CHECK(words_of(store, store.subtract(x, y), length) == chosen(a, b, false));
    }
}

TEST(diagram_store_remembers_nothing_wrong_when_it_is_crowded) {
    // Enough nodes for the tables to grow several times, with the same sets made in other ways in between.
    Rng rng(5);
    Store<4> store;
    Node all = none;
    std::set<Word> words;
    for (int k = 0; k < 5000; ++k) {
        const Word word = rng.below(Word{1} << 24);
        words.insert(word);
        all = store.unite(all, store.word(letters_from(word, 12)));
    }
    CHECK(store.size() > 1u << 14);
    std::vector<Word> shuffled(words.begin(), words.end());
    std::reverse(shuffled.begin(), shuffled.end());
    Node again = none;
    for (const Word word : shuffled) again = store.unite(store.word(letters_from(word, 12)), again);
    CHECK_EQ(again, all);
    CHECK_EQ(words_of(store, all, 12).size(), words.size());
}

TEST(diagram_store_stays_within_its_nodes) {
    Rng rng(6);
    Store<4> store(1000);
    const auto fill = [&] {
        Node all = none;
        for (int k = 0; k < 5000; ++k) all = store.unite(all, store.word(random_letters(rng, 12, 4)));
        return all;
    };
    CHECK_THROWS(fill(), OutOfNodes);
    CHECK_EQ(store.size(), 1000u);
    store.clear();
    const Letters word{1, 2, 3};
    CHECK(store.contains(store.word(word), word));
}

TEST(diagram_store_stops_when_its_token_expires) {
    Rng rng(7);
    const auto fill = [&](const StopToken* token) {
        Store<4> store;
        store.poll(token);
        Node all = none;
        for (int k = 0; k < 6500; ++k) all = store.unite(all, store.word(random_letters(rng, 20, 4)));
        return all;
    };
    const unsigned char flag = 1;
    const StopToken told(&flag, -1), late(nullptr, 0), patient(nullptr, 3600);
    CHECK_THROWS(fill(&told), Stopped);
    CHECK_THROWS(fill(&late), Stopped);
    CHECK(fill(&patient) != none);
    CHECK(fill(nullptr) != none);
}

TEST(diagram_memo_is_an_exact_map) {
    Rng rng(8);
    Memo memo;
    for (int round = 0; round < 4; ++round) {
        std::map<std::pair<Node, State>, Node> twin;
        // The third round outgrows the table, after which it is emptied again.
        const int entries = round == 2 ? 20'000 : 500;
        for (int k = 0; k < entries; ++k) {
            const Node node = static_cast<Node>(rng.below(3000));
            const State state = static_cast<State>(rng.below(100)) << (k % 2 == 0 ? 0 : 24);
            const Node value = static_cast<Node>(rng.below(1000));
            if (twin.emplace(std::pair(node, state), value).second) memo.insert(node, state, value);
            const Node absent = 5000 + node;
            CHECK(memo.find(absent, state) == nullptr);
        }
        for (const auto& [key, value] : twin) {
            const Node* found = memo.find(key.first, key.second);
            CHECK(found != nullptr && *found == value);
        }
        memo.clear();
        for (const auto& [key, value] : twin) CHECK(memo.find(key.first, key.second) == nullptr);
    }
}

TEST(diagram_images_and_sources_are_those_of_the_words) {
    Rng rng(9);
    Store<4> four;
    Store<8> eight;
    Memo memo, failures;
    for (int round = 0; round < 150; ++round) {
        check_machine(rng, four, four, memo, failures);
        check_machine(rng, four, eight, memo, failures);
        check_machine(rng, eight, four, memo, failures);
    }
}

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
    const double expected = 1000;
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
            const auto expected =
                those(words, [&](Word word) { return rearranged(word, length, block, order) == word; });
            CHECK_EQ(diagram_of(words, length).count_periodic(block, blocks, never), expected.size());
        }
}

TEST(diagram_counts_palindromes) {
    Rng rng(15);
    const StopToken never;
    for (const auto& [length, block] : {std::pair{6, 1}, {6, 3}, {4, 1}, {4, 2}, {2, 1}})
        for (const bool singles : {false, true}) {
            const std::set<Word> words = random_set(rng, length, 2);
            const int all = length / block;
            std::vector<int> order;
            for (int k = 0; k < all; ++k) order.push_back(singles ? (all - k) % all : all - 1 - k);
            const auto expected =
                those(words, [&](Word word) { return rearranged(word, length, block, order) == word; });
            CHECK_EQ(diagram_of(words, length).count_palindromic(block, singles, never), expected.size());
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
    for (int round = 0; round < 3000; ++round) {
        const int length = static_cast<int>(1 + rng.below(4));
        auto [nodes, root] = nodes_of(random_set(rng, length, 1 + rng.below(4)), length);
        const auto some_node = [&] {
            return static_cast<Node>(rng.below(8) == 0 ? rng.next() : rng.below(nodes.size() + 3));
        };
        if (nodes.empty() || rng.below(4) == 0)
            root = some_node();
        else
            nodes[rng.below(nodes.size())][rng.below(4)] = some_node();
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
    CHECK(taken > 300 && taken < 2900);
}
