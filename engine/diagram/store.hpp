// Multi-valued decision diagrams: sets of words of one length over a small alphabet, equal sets stored once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "core/stop.hpp"

namespace shapewright::diagram {

/// A set of words, by number. `none` is the empty set; `unit` the set of the empty word. Every other node stands for
/// words that begin with a letter and go on with a word of the child of that letter. No level is ever skipped, so a
/// node's words all have one length, and two nodes of a store are equal exactly if their sets are.
using Node = std::uint32_t;
inline constexpr Node none = 0;
inline constexpr Node unit = 1;

/// Thrown out of a store's operation when its stop token has expired.
struct Stopped : std::runtime_error {
    Stopped() : std::runtime_error("stopped") {}
};

/// Throws `Stopped` soon after a stop token has expired, and at the first call if it has already.
class Poll {
public:
    explicit Poll(const StopToken& stop) : stop_(stop) {}
    void operator()() {
        if ((calls_++ & 0x3ff) == 0 && stop_.expired()) throw Stopped();
    }

private:
    const StopToken& stop_;
    std::uint64_t calls_ = 0;
};

/// Thrown when a store would grow beyond the nodes it may have.
struct OutOfNodes : std::runtime_error {
    OutOfNodes() : std::runtime_error("the decision diagram has outgrown the memory it was given") {}
};

/// All nodes of some sets over the letters 0..Arity-1. Operations cost about one step for every pair of nodes met;
/// results they have in common are kept in a lossy cache. Not for use by several threads at once.
template <int Arity>
class Store {
public:
    using Children = std::array<Node, Arity>;

    explicit Store(std::uint64_t most_nodes = std::uint64_t{1} << 31) : most_nodes_(most_nodes) { clear(); }

    /// Forget everything, and give back the memory it took.
    void clear() {
        nodes_ = std::vector<Children>(2);
        index_ = FlatIndex<>(std::size_t{1} << 12);
        cache_ = std::vector<Entry>(std::size_t{1} << 12);
        substitutes_ = {};
    }

    /// Operations end with `Stopped` once the token has expired; null = never.
    void poll(const StopToken* token) { token_ = token; }

    Node child(Node node, int letter) const { return nodes_[node][static_cast<std::size_t>(letter)]; }
    const Children& children(Node node) const { return nodes_[node]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }

    /// The node with these children, made if there is none yet.
    Node make(const Children& children) {
        Node any = none;
        for (const Node node : children) any |= node;
        if (any == none) return none;
        // Also when there is nothing new to make: going through a large set takes long, too.
        if ((++made_ & 0xffff) == 0 && token_ != nullptr && token_->expired()) throw Stopped();
        Node& slot = index_.slot(hashed(children), [&](Node node) { return same(nodes_[node], children); });
        if (slot != index_.none) return slot;
        if (nodes_.size() >= most_nodes_) throw OutOfNodes();
        const Node node = size();
        SHAPEWRIGHT_ASSERT(std::all_of(children.begin(), children.end(), [node](Node child) { return child < node; }));
        nodes_.push_back(children);
        slot = node;
        if (index_.is_full(nodes_.size())) grow();
        return node;
    }

    Node unite(Node a, Node b) {
        SHAPEWRIGHT_ASSERT(a < size() && b < size());
        if (a == b || b == none) return a;
        if (a == none) return b;
        if (a > b) std::swap(a, b);
        return combine(Operation::unite, a, b);
    }
    Node intersect(Node a, Node b) {
        SHAPEWRIGHT_ASSERT(a < size() && b < size());
        if (a == b) return a;
        if (a == none || b == none) return none;
        if (a > b) std::swap(a, b);
        return combine(Operation::intersect, a, b);
    }
    Node subtract(Node a, Node b) {
        SHAPEWRIGHT_ASSERT(a < size() && b < size());
        if (a == b || a == none) return none;
        if (b == none) return a;
        return combine(Operation::subtract, a, b);
    }

    /// The words of `first` followed by the words of `second`, for any `length` of the first's words.
    Node concatenate(Node first, Node second, int length) {
        if (++stamp_ == 0) {
            substitutes_.clear();
            stamp_ = 1;
        }
        return substituted(first, second, length);
    }

    /// The one word `letters`.
    Node word(std::span<const std::uint8_t> letters) {
        Node node = unit;
        for (std::size_t k = letters.size(); k-- > 0;) {
            Children children{};
            SHAPEWRIGHT_ASSERT(letters[k] < Arity);
            children[letters[k]] = node;
            node = make(children);
        }
        return node;
    }

    bool contains(Node node, std::span<const std::uint8_t> letters) const {
        for (const std::uint8_t letter : letters) node = nodes_[node][letter];
        return node != none;
    }

    /// Mark every node below `roots`; true for those that are needed.
    std::vector<bool> reachable(std::span<const Node> roots) const {
        std::vector<bool> seen(nodes_.size());
        std::vector<Node> open;
        const auto visit = [&](Node node) {
            if (node > unit && !seen[node]) {
                seen[node] = true;
                open.push_back(node);
            }
        };
        for (const Node root : roots) visit(root);
        while (!open.empty()) {
            const Node node = open.back();
            open.pop_back();
            for (const Node next : nodes_[node]) visit(next);
        }
        return seen;
    }

    /// Keep only what the roots need and renumber it, the roots too. Children keep smaller numbers than their parents.
    void collect(std::span<Node* const> roots) {
        std::vector<Node> values;
        for (const Node* root : roots) values.push_back(*root);
        const std::vector<bool> kept = reachable(values);
        std::vector<Node> renumbered(nodes_.size(), none);
        renumbered[unit] = unit;
        Node next = 2;
        for (Node node = 2; node < nodes_.size(); ++node) {
            if (!kept[node]) continue;
            Children children;
            for (int k = 0; k < Arity; ++k) children[index(k)] = renumbered[nodes_[node][index(k)]];
            SHAPEWRIGHT_ASSERT(next <= node);
            nodes_[next] = children;
            renumbered[node] = next++;
        }
        nodes_.resize(next);
        std::size_t capacity = std::size_t{1} << 12;
        while (capacity < nodes_.size() * 4) capacity *= 2;
        rehash(capacity);
        cache_.assign(cache_.size(), Entry{});
        for (Node* root : roots) *root = renumbered[*root];
    }

private:
    enum class Operation : std::uint32_t { unused, unite, intersect, subtract };
    struct Entry {
        Node a = none, b = none, result = none;
        Operation operation = Operation::unused;
    };

    /// Inlined and without branches, unlike the comparison of arrays: it is what finding nodes spends its time on.
    static bool same(const Children& a, const Children& b) {
        Node differing = 0;
        for (std::size_t k = 0; k < Arity; ++k) differing |= a[k] ^ b[k];
        return differing == 0;
    }

    std::size_t place_in_cache(std::uint64_t key) const {
        return static_cast<std::size_t>(hashed(key)) & (cache_.size() - 1);
    }
    static constexpr std::size_t index(int k) { return static_cast<std::size_t>(k); }

    Node apply(Operation operation, Node a, Node b) {
        switch (operation) {
            case Operation::unite:
                return unite(a, b);
            case Operation::intersect:
                return intersect(a, b);
            default:
                return subtract(a, b);
        }
    }

    Node combine(Operation operation, Node a, Node b) {
        SHAPEWRIGHT_ASSERT(a > unit && b > unit);
        const std::uint64_t key = (std::uint64_t{a} << 32 | b) + (static_cast<std::uint64_t>(operation) << 62);
        {
            const Entry& entry = cache_[place_in_cache(key)];
            if (entry.a == a && entry.b == b && entry.operation == operation) return entry.result;
        }
        Children result;
        for (int k = 0; k < Arity; ++k) result[index(k)] = apply(operation, child(a, k), child(b, k));
        const Node node = make(result);
        cache_[place_in_cache(key)] = Entry{a, b, node, operation};
        return node;
    }

    Node substituted(Node node, Node second, int length) {
        if (node == none) return none;
        if (length == 0) return second;
        if (node < substitutes_.size() && substitutes_[node].stamp == stamp_) return substitutes_[node].node;
        Children result;
        for (int k = 0; k < Arity; ++k) result[index(k)] = substituted(child(node, k), second, length - 1);
        const Node made = make(result);
        if (substitutes_.size() <= node) substitutes_.resize(std::max<std::size_t>(node + 1, nodes_.size()));
        substitutes_[node] = {made, stamp_};
        return made;
    }

    void grow() {
        rehash(index_.slots() * 2);
        // The cache follows the nodes up to 64 MB.
        if (cache_.size() < index_.slots() / 2 && cache_.size() < (std::size_t{1} << 22))
            cache_.assign(cache_.size() * 2, Entry{});
    }

    void rehash(std::size_t capacity) {
        index_.refill(capacity, 2, nodes_.size(), [&](std::size_t node) { return hashed(nodes_[node]); });
    }

    std::vector<Children> nodes_;
    FlatIndex<> index_;
    std::vector<Entry> cache_;
    /// What the last `concatenate` made of nodes, with its number: an array that need not be emptied for the next.
    struct Substitute {
        Node node = none;
        std::uint32_t stamp = 0;
    };
    std::vector<Substitute> substitutes_;
    std::uint32_t stamp_ = 0;
    std::uint64_t most_nodes_;
    std::uint64_t made_ = 0;
    const StopToken* token_ = nullptr;
};

}  // namespace shapewright::diagram
