// Sets of words, plainly, beside decision diagrams of the same.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "diagram/diagram.hpp"
#include "diagram/source.hpp"
#include "diagram/store.hpp"

namespace words {

using shapewright::diagram::Letters;
using shapewright::diagram::Node;
using shapewright::diagram::Store;

struct Before {
    bool operator()(const Letters& a, const Letters& b) const {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](int x, int y) { return x < y; });
    }
};
using Words = std::set<Letters, Before>;

inline Letters random_letters(shapewright::Rng& rng, int length, int arity) {
    Letters letters;
    for (int k = 0; k < length; ++k)
        letters.push_back(static_cast<std::uint8_t>(rng.below(static_cast<std::uint64_t>(arity))));
    return letters;
}

template <int Arity>
Node node_of(Store<Arity>& store, const Words& words) {
    Node node = shapewright::diagram::none;
    for (const Letters& word : words) node = store.unite(node, store.word(word));
    return node;
}

template <int Arity>
Words words_of(const Store<Arity>& store, Node node, int length) {
    Words words;
    Letters path;
    const auto visit = [&](auto&& self, Node at) -> void {
        if (at == shapewright::diagram::none) return;
        if (path.size() == static_cast<std::size_t>(length)) {
            CHECK_EQ(at, shapewright::diagram::unit);
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

/// Letters of two bits, the first in the highest bits.
inline Letters letters_from(std::uint64_t word, int length) {
    Letters letters;
    for (int shift = 2 * length - 2; shift >= 0; shift -= 2)
        letters.push_back(static_cast<std::uint8_t>(word >> shift & 3));
    return letters;
}
inline std::uint64_t word_from(const Letters& letters) {
    std::uint64_t word = 0;
    for (const std::uint8_t letter : letters) word = word << 2 | letter;
    return word;
}

using Nodes = std::vector<std::array<Node, 4>>;

/// The nodes of a set and its root, numbered as diagrams want them.
inline std::pair<Nodes, Node> nodes_of(const std::set<std::uint64_t>& words, int length) {
    Store<4> store;
    Node root = shapewright::diagram::none;
    for (const std::uint64_t word : words) root = store.unite(root, store.word(letters_from(word, length)));
    Node* const roots[] = {&root};
    store.collect(roots);
    Nodes nodes;
    for (Node node = 2; node < store.size(); ++node) nodes.push_back(store.children(node));
    return {nodes, root};
}

}  // namespace words
