// A set of words that are already listed, as a decision diagram.
#pragma once

#include <algorithm>
#include <span>

#include "diagram/diagram.hpp"
#include "diagram/store.hpp"

namespace shapewright::diagram {

/// The set of `words`, which ascend and have `letters` letters each: one node for each ending that occurs, found by
/// cutting the list where a letter changes. Costs a step for each beginning that words share, and a bit more.
inline Node set_of_words(Store<4>& store, std::span<const Word> words, int letters) {
    if (words.empty()) return none;
    if (letters == 0) return unit;
    Store<4>::Children children{};
    const int shift = 2 * (letters - 1);
    for (std::size_t letter = 0; letter < children.size(); ++letter) {
        const auto end =
            std::partition_point(words.begin(), words.end(), [&](Word word) { return (word >> shift & 3) <= letter; });
        const auto size = static_cast<std::size_t>(end - words.begin());
        children[letter] = set_of_words(store, words.first(size), letters - 1);
        words = words.subspan(size);
    }
    return store.make(children);
}

/// The same of words of at least three letters, whose bits are set (word w is bit w % 64 of number w / 64): quicker if
/// they are many. There are as many numbers as such words need.
Node set_of_bits(Store<4>& store, std::span<const std::uint64_t> bits, int letters);

/// The set of words as a diagram of its own. Throws std::invalid_argument for more than 30 letters, and if the words do
/// not ascend or have more letters.
Diagram diagram_of_words(std::span<const Word> words, int letters);

}  // namespace shapewright::diagram
