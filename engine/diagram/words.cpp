#include "diagram/words.hpp"

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace shapewright::diagram {

Diagram diagram_of_words(std::span<const Word> words, int letters) {
    if (letters < 0 || letters > 30) throw std::invalid_argument("words have at most 30 letters");
    for (std::size_t k = 0; k < words.size(); ++k)
        if ((k > 0 && words[k - 1] >= words[k]) || words[k] >> (2 * letters) != 0)
            throw std::invalid_argument("the words do not ascend, or are too long");
    Store<4> store;
    const Node root = set_of_words(store, words, letters);
    std::vector<std::array<Node, 4>> nodes;
    for (Node node = 2; node < store.size(); ++node) nodes.push_back(store.children(node));
    return Diagram(letters, std::move(nodes), root);
}

}  // namespace shapewright::diagram
