#include "shapez/depth/levels.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "shapez/depth/landings.hpp"
#include "shapez/depth/letters.hpp"
#include "shapez/rules/any_ring.hpp"

namespace shapewright::shapez {

namespace {

using diagram::Node;
using diagram::none;
using diagram::Store;
using diagram::unit;

/// A set of words, one bit each.
class WordSet {
public:
    explicit WordSet(int bits) : chunks_(bits < 6 ? 1 : std::size_t{1} << (bits - 6)) {}

    bool contains(Letters word) const { return (chunks_[word / 64] >> word % 64 & 1) != 0; }
    void insert(Letters word) { chunks_[word / 64] |= std::uint64_t{1} << word % 64; }
    void clear() { std::fill(chunks_.begin(), chunks_.end(), 0); }
    void add(const WordSet& other) {
        for (std::size_t k = 0; k < chunks_.size(); ++k) chunks_[k] |= other.chunks_[k];
    }
    std::uint64_t count() const {
        std::uint64_t result = 0;
        for (const std::uint64_t chunk : chunks_) result += static_cast<std::uint64_t>(std::popcount(chunk));
        return result;
    }
    /// Visits the members in ascending order while `visit` says to go on.
    template <typename Visit>
    bool each(Visit visit) const {
        for (std::size_t k = 0; k < chunks_.size(); ++k)
            for (std::uint64_t left = chunks_[k]; left != 0; left &= left - 1)
                if (!visit(static_cast<Letters>(k * 64 + static_cast<std::size_t>(std::countr_zero(left)))))
                    return false;
        return true;
    }
    const std::vector<std::uint64_t>& chunks() const { return chunks_; }

private:
    std::vector<std::uint64_t> chunks_;
};

/// A set of words of so many letters as a diagram.
class Building {
public:
    explicit Building(Store<4>& store) : store_(store) {}

    Node operator()(const WordSet& set, int letters) { return made(set.chunks().data(), letters); }

private:
    static constexpr int letters_of_chunk = 3;

    Node made(const std::uint64_t* chunks, int letters) {
        if (letters == letters_of_chunk) return of_chunk(*chunks);
        Store<4>::Children children;
        const std::size_t size = std::size_t{1} << (2 * (letters - 1 - letters_of_chunk));
        for (std::size_t k = 0; k < 4; ++k) children[k] = made(chunks + k * size, letters - 1);
        return store_.make(children);
    }
    Node of_chunk(std::uint64_t chunk) {
        if (chunk == 0) return none;
        if (chunk == last_) return node_;
        Node& known = nodes_[chunk];
        if (known == none) known = split(chunk, letters_of_chunk);
        last_ = chunk;
        return node_ = known;
    }
    Node split(std::uint64_t bits, int letters) {
        if (letters == 0) return (bits & 1) != 0 ? unit : none;
        Store<4>::Children children;
        const int size = 1 << (2 * (letters - 1));
        for (std::size_t k = 0; k < 4; ++k) children[k] = split(bits >> (static_cast<int>(k) * size), letters - 1);
        return store_.make(children);
    }

    Store<4>& store_;
    std::unordered_map<std::uint64_t, Node> nodes_;
    std::uint64_t last_ = 0;
    Node node_ = none;
};

/// Takes the nodes that the roots need out of the store. They are numbered by their height, nodes of one height by
/// their children: neighbours are alike then, and a file of them is small.
void number(const Store<4>& store, Depths& depths) {
    const std::vector<bool> needed = store.reachable(depths.roots);
    std::vector<int> heights(store.size(), 0);
    std::vector<std::vector<Node>> levels;
    for (Node node = 2; node < store.size(); ++node) {  // children are numbered before their parents
        if (!needed[node]) continue;
        for (const Node child : store.children(node))
            if (child != none) heights[node] = std::max(heights[node], heights[child] + 1);
        const auto height = static_cast<std::size_t>(heights[node]);
        if (levels.size() < height) levels.resize(height);
        levels[height - 1].push_back(node);
    }
    std::vector<Node> numbers(store.size(), none);
    numbers[unit] = unit;
    const auto children = [&](Node node) {
        Store<4>::Children result = store.children(node);
        for (Node& child : result) child = numbers[child];
        return result;
    };
    for (std::vector<Node>& level : levels) {
        std::sort(level.begin(), level.end(), [&](Node a, Node b) { return children(a) < children(b); });
        for (const Node node : level) {
            depths.nodes.push_back(children(node));
            numbers[node] = static_cast<Node>(depths.nodes.size() + 1);
        }
    }
    for (Node& root : depths.roots) root = numbers[root];
}

class Search {
public:
    Search(int parts, int layers, const StopToken& stop)
        : ring_(any_ring(parts, layers)),
          letters_(parts, layers),
          landings_(letters_),
          half_bits_(letters_.bits() / 2),
          reached_(letters_.bits()),
          fresh_(letters_.bits()),
          next_(letters_.bits()),
          known_halves_(std::size_t{1} << half_bits_),
          stop_(stop) {
        // Cutters, too, are swappers: of a half with nothing.
        halves_.push_back(0);
        wholes_.push_back(0);
        known_halves_[0] = true;
        const Letters raw = letters_.word(static_cast<std::uint32_t>(ring_.bottom));
        reached_.insert(raw);
        fresh_.insert(raw);
    }

    const WordSet& reached() const { return reached_; }
    const WordSet& fresh() const { return fresh_; }
    /// By what the cutter makes halves of.
    void report_halves(Depths& depths) const {
        for (std::size_t k = 1; k < halves_.size(); ++k) {
            const Letters east = halves_[k] << half_bits_;
            depths.halves.push_back(ring_.half_key(letters_.packed(east)));
            depths.wholes.push_back(wholes_[k]);
        }
    }

    /// The next level; false if stopped.
    bool advance() {
        next_.clear();
        if (!fresh_.each([&](Letters word) { return treat(word); })) return false;
        swap_halves();
        if (!landings_.land(stop_) || !stack()) return false;
        std::swap(fresh_, next_);
        reached_.add(fresh_);
        return true;
    }

private:
    bool polled() { return (++polls_ & 0xffff) != 0 || !stop_.expired(); }

    void mark(Letters word) {
        if (!reached_.contains(word)) next_.insert(word);
    }
    void mark_packed(Shape packed) { mark(letters_.word(static_cast<std::uint32_t>(packed))); }

    /// What machines make of one shape; to turn it by half a ring gives what is as deep.
    bool treat(Letters word) {
        const int turn = letters_.column_bits(), rest = letters_.bits() - turn;
        const Letters all = static_cast<Letters>(~std::uint64_t{0} >> (64 - letters_.bits()));
        mark(((word << turn) | (word >> rest)) & all);
        mark(((word >> turn) | (word << rest)) & all);
        const std::uint32_t packed = letters_.packed(word);
        mark_packed(ring_.push_pin(packed));
        mark_packed(ring_.crystallise(packed));
        // The wests are the easts of other shapes of this level.
        const Letters half = letters_.word(static_cast<std::uint32_t>(ring_.cut(packed).first)) >> half_bits_;
        if (!known_halves_[half]) {
            known_halves_[half] = true;
            halves_.push_back(half);
            wholes_.push_back(packed);
        }
        landings_.add_top(packed);
        return polled();
    }

    void swap_halves() {
        for (std::size_t k = swapped_; k < halves_.size(); ++k)
            for (std::size_t other = 0; other <= k; ++other) {
                const Letters one = halves_[k], two = halves_[other];
                mark(one << half_bits_ | two);
                mark(two << half_bits_ | one);
            }
        swapped_ = halves_.size();
    }

    bool stack() {
        return reached_.each([&](Letters word) {
            const std::size_t heights = landings_.heights(word);
            const std::vector<Letters>& patterns = landings_.patterns(heights);
            std::size_t k = fresh_.contains(word) ? 0 : landings_.first_new(heights);
            for (; k < patterns.size(); ++k) mark(word | patterns[k]);
            return polled();
        });
    }

    const AnyRing& ring_;
    LetterTables letters_;
    Landings landings_;
    int half_bits_;
    WordSet reached_, fresh_, next_;  // up to the last level, the last level, the one after it
    std::vector<Letters> halves_;     // easts, without the columns of the west
    std::vector<Shape> wholes_;       // what was cut, packed
    std::vector<bool> known_halves_;
    std::size_t swapped_ = 1;
    const StopToken& stop_;
    std::uint64_t polls_ = 0;
};

}  // namespace

bool find_depths(int parts, int layers, const StopToken& stop, const std::function<void(std::uint64_t)>& progress,
                 Depths& depths) {
    depths = {};
    if (!has_depths(parts, layers))
        throw std::invalid_argument("depths are for at most 6 parts and 16 cells, not " + std::to_string(parts) +
                                    " parts and " + std::to_string(layers) + " layers");
    Search search(parts, layers, stop);
    Store<4> store;
    store.poll(&stop);
    Building building(store);
    Depths found;
    std::uint64_t total = 0;
    const int cells = parts * layers;
    try {
        for (std::uint64_t count = 1; count != 0; count = search.fresh().count()) {
            found.counts.push_back(count);
            progress(total += count);
            found.roots.push_back(building(search.reached(), cells));
            if (!search.advance()) return false;
        }
    } catch (const diagram::Stopped&) {
        return false;
    }
    search.report_halves(found);
    number(store, found);
    depths = std::move(found);
    return true;
}

}  // namespace shapewright::shapez
