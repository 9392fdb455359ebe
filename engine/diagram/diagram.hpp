// A set of words that no longer changes: what can be asked of it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "diagram/store.hpp"

namespace shapewright::diagram {

/// A letter a level; at most 30 levels, the first in the highest bits, two bits a letter.
using Word = std::uint64_t;

/// A set of words of `letters` letters 0..3 in order of their values. Nodes are numbered from 2, children before their
/// parents. Counts are exact: there are at most 2^60 words.
class Diagram {
public:
    /// Throws std::invalid_argument if these nodes are none such: a child not before its parent, or words of other
    /// lengths.
    Diagram(int letters, std::vector<std::array<Node, 4>> nodes, Node root);

    int letters() const { return letters_; }
    Node root() const { return root_; }
    const std::vector<std::array<Node, 4>>& nodes() const { return nodes_; }

    std::uint64_t count() const { return count_[root_]; }
    bool contains(Word word) const {
        Node node = root_;
        for (int shift = 2 * letters_ - 2; shift >= 0 && node != none; shift -= 2)
            node = child(node, word >> shift & 3);
        return node != none;
    }
    /// The word of a rank, counted from 0, in order of value.
    Word word(std::uint64_t rank) const;
    /// A word drawn uniformly, and `number` of them, each by itself; throws std::invalid_argument if there is none, or
    /// for more than 2^32.
    Word sample(Rng& rng) const;
    std::vector<Word> samples(Rng& rng, std::uint64_t number, const StopToken& stop = {}) const;

    // All that takes longer the more nodes or answers there are throws Stopped where `stop` expires.

    /// Up to `most` words from a rank on.
    std::vector<Word> words(std::uint64_t rank, std::uint64_t most, const StopToken& stop = {}) const;

    /// Words whose letter at each level is among those of a mask (bit = letter), from a rank among them on.
    std::vector<Word> matching(std::span<const std::uint8_t> masks, std::uint64_t rank, std::uint64_t most,
                               const StopToken& stop = {}) const;
    std::uint64_t count_matching(std::span<const std::uint8_t> masks, const StopToken& stop = {}) const;

    /// The least number of letters in which a word of the set differs from `word` (none if the set is empty), and up to
    /// `most` of the words that do. `free` levels may differ at no cost.
    std::optional<int> distance(Word word, const StopToken& stop = {}) const;
    std::vector<Word> nearest(Word word, std::uint64_t most, const StopToken& stop = {}) const;

    /// By so many threads: how many words are unchanged by shifting their blocks of `block` letters around by `blocks`
    /// blocks.
    std::uint64_t count_periodic(int block, int blocks, const StopToken& stop, int threads = 1) const;
    /// How many words of n blocks are unchanged by exchanging block k with block n-1-k; or, with `singles`, block k
    /// with block n-k, which leaves block 0 single. Costs a step for each content of the first of the exchanged blocks
    /// and each node that it leads to, and a number of memory a node. It takes half as long if the set is `turned`:
    /// with each word, of an even number of blocks, it has the one whose second half comes first.
    std::uint64_t count_palindromic(int block, bool singles, const StopToken& stop, int threads = 1,
                                    bool turned = false) const;

private:
    /// Counts words with given first letters, in the thread of a number.
    using CountBeginning = std::function<std::uint64_t(unsigned, std::span<const std::uint8_t>)>;
    /// The sum over all beginnings of words of at least `letters` letters.
    std::uint64_t count_beginnings(std::size_t letters, const StopToken& stop, int threads,
                                   const CountBeginning& count) const;

    Node child(Node node, std::uint64_t letter) const { return nodes_[node - 2][static_cast<std::size_t>(letter)]; }

    int letters_;
    std::vector<std::array<Node, 4>> nodes_;
    Node root_;
    std::vector<std::uint64_t> count_;  // by node
};

}  // namespace shapewright::diagram
