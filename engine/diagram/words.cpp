#include "diagram/words.hpp"

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace shapewright::diagram {

namespace {

/// Sets of words of one, two and three letters by their bits, and of longer ones.
class Bits {
public:
    explicit Bits(Store<4>& store) : store_(store), of_two_(std::size_t{1} << 16, unknown) {}

    Node set(std::span<const std::uint64_t> bits) {
        if (bits.size() == 1) return of_three(bits[0]);
        Store<4>::Children children{};
        const std::size_t quarter = bits.size() / 4;
        for (std::size_t letter = 0; letter < 4; ++letter)
            children[letter] = set(bits.subspan(letter * quarter, quarter));
        return store_.make(children);
    }

private:
    static constexpr Node unknown = ~Node{0};

    Node of_three(std::uint64_t bits) {
        if (bits == 0) return none;
        Store<4>::Children children{};
        for (std::size_t letter = 0; letter < 4; ++letter) children[letter] = of_two(bits >> 16 * letter & 0xffff);
        return store_.make(children);
    }
    Node of_two(std::uint64_t bits) {
        Node& known = of_two_[bits];
        if (known == unknown) {
            Store<4>::Children children{};
            for (std::size_t letter = 0; letter < 4; ++letter) children[letter] = of_one(bits >> 4 * letter & 15);
            known = store_.make(children);
        }
        return known;
    }
    Node of_one(std::uint64_t bits) {
        Store<4>::Children children{};
        for (std::size_t letter = 0; letter < 4; ++letter) children[letter] = bits >> letter & 1;  // unit is 1
        return store_.make(children);
    }

    Store<4>& store_;
    std::vector<Node> of_two_;
};

}  // namespace

Node set_of_bits(Store<4>& store, std::span<const std::uint64_t> bits, int letters) {
    if (letters < 3 || bits.size() != std::size_t{1} << (2 * letters - 6))
        throw std::invalid_argument("there is not a bit for each word");
    return Bits(store).set(bits);
}

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
