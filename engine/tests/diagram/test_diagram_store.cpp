// Stores of decision diagrams against plain sets of words, and transducers against the same run word by word.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "diagram/image.hpp"
#include "diagram/source.hpp"
#include "diagram/store.hpp"
#include "words.hpp"

using namespace shapewright;
using namespace shapewright::diagram;
using words::letters_from;
using words::node_of;
using words::random_letters;
using words::Words;
using words::words_of;

namespace {

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
    for (int round = 0; round < 40; ++round) {
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
        for (Letters word : a)
            for (const Letters& end : tail) {
                word.resize(static_cast<std::size_t>(length));
                word.insert(word.end(), end.begin(), end.end());
                joined.insert(word);
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
        std::map<State, Words> now{{start(), {Letters{}}}};
        for (int level = 0; level < read; ++level) {
            std::map<State, Words> next;
            for (const auto& [state, texts] : now)
                for (const auto& [letter, to] : ways.at({level, state, word[static_cast<std::size_t>(level)]}))
                    for (Letters text : texts) {
                        if (level < written) text.push_back(static_cast<std::uint8_t>(letter));
                        next[to].insert(text);
                    }
            now.swap(next);
        }
        Words result;
        for (const auto& [state, texts] : now)
            if (accepting[state]) result.insert(texts.begin(), texts.end());
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
    const int read = static_cast<int>(1 + rng.below(6)),
              written = static_cast<int>(rng.below(static_cast<std::uint64_t>(read) + 1));
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
    for (int round = 0; round < 80; ++round) {
        check_machine(rng, four, four, memo, failures);
        check_machine(rng, four, eight, memo, failures);
        check_machine(rng, eight, four, memo, failures);
    }
}
