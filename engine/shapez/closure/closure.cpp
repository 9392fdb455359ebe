#include "shapez/closure/closure.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "diagram/words.hpp"

namespace shapewright::shapez {

namespace {

using diagram::image;
using diagram::Store;
using diagram::unit;

// Below so many nodes it is not worth looking for those that can be forgotten.
constexpr std::uint32_t few_nodes = 1u << 20;

/// The different sets of words that may follow the first so many letters.
std::vector<Node> nodes_at(const Store<4>& store, Node set, int letters) {
    std::vector<Node> level{set};
    for (int k = 0; k < letters; ++k) {
        std::vector<Node> next;
        for (const Node node : level)
            for (const Node child : store.children(node))
                if (child != none) next.push_back(child);
        std::sort(next.begin(), next.end());
        next.erase(std::unique(next.begin(), next.end()), next.end());
        level.swap(next);
    }
    return level;
}

/// The first letters of words that lead to one of these sets.
class Prefixes {
public:
    Prefixes(Store<4>& store, Node middle) : store_(store), middle_(middle) {}

    Node operator()(Node node, int letters) {
        if (node == none) return none;
        if (letters == 0) return node == middle_ ? unit : none;
        if (const auto known = memo_.find(node); known != memo_.end()) return known->second;
        const Store<4>::Children children = store_.children(node);
        Store<4>::Children made{};
        for (std::size_t k = 0; k < 4; ++k) made[k] = (*this)(children[k], letters - 1);
        return memo_[node] = store_.make(made);
    }

private:
    Store<4>& store_;
    Node middle_;
    std::unordered_map<Node, Node> memo_;
};

/// Words whose first block goes to their end: pw -> wp.
Node with_blocks_swapped(Store<4>& store, Node set, int first, int second) {
    std::vector<Node> parts;
    for (const Node middle : nodes_at(store, set, first))
        parts.push_back(store.concatenate(middle, Prefixes(store, middle)(set, first), second));
    // In pairs, so that large sets are united seldom.
    while (parts.size() > 1) {
        std::vector<Node> united;
        for (std::size_t k = 0; k < parts.size(); k += 2)
            united.push_back(k + 1 < parts.size() ? store.unite(parts[k], parts[k + 1]) : parts[k]);
        parts.swap(united);
    }
    return parts.empty() ? none : parts[0];
}

/// Words of `length` letters, then any word of `inserted` (of `inserted_length`), then the rest.
class Insertion {
public:
    Insertion(Store<4>& store, Node inserted, int inserted_length)
        : store_(store), inserted_(inserted), inserted_length_(inserted_length) {}

    Node operator()(Node node, int length) {
        if (node == none) return none;
        if (const auto known = memo_.find(node); known != memo_.end()) return known->second;
        Node made;
        if (length == 0) {
            made = store_.concatenate(inserted_, node, inserted_length_);
        } else {
            const Store<4>::Children children = store_.children(node);
            Store<4>::Children result{};
            for (std::size_t k = 0; k < 4; ++k) result[k] = (*this)(children[k], length - 1);
            made = store_.make(result);
        }
        return memo_[node] = made;
    }

private:
    Store<4>& store_;
    Node inserted_;
    int inserted_length_;
    std::unordered_map<Node, Node> memo_;
};

/// The east halves of shapes, each followed by two columns that tell where the columns of the west beside it have
/// crystals: that next to the last column of the east, and that next to the first. For a cut that is all that counts of
/// the west, and there are few of these words.
class WestCrystals {
public:
    WestCrystals(Store<4>& store, const Frame& ring, int east) : store_(store), ring_(ring), east_(east) {}

    Node operator()(Node node, int level = 0) {
        if (level == ring_.letters()) return node;
        if (node == none) return none;
        if (const auto known = memo_.find(node); known != nullptr) return *known;
        const Store<4>::Children children = store_.children(node);
        Store<4>::Children made{};
        for (std::size_t k = 0; k < 4; ++k) made[k] = (*this)(children[k], level + 1);
        const int column = level / ring_.layers;
        Node result;
        if (column < east_) {
            result = store_.make(made);
        } else {
            const Node others = store_.unite(store_.unite(made[empty], made[normal]), made[pin]);
            const bool told = column == east_ || column == ring_.columns - 1;
            result = told ? store_.make({others, none, none, made[crystal]}) : store_.unite(others, made[crystal]);
        }
        memo_.insert(node, result);
        return result;
    }

private:
    Store<4>& store_;
    Frame ring_;
    int east_;
    FlatMap<Node, Node> memo_;
};

}  // namespace

Closure::Closure(int parts, int layers, std::uint64_t most_nodes)
    : ring_{parts, layers, true},
      east_{parts / 2, layers, false},
      plain_(most_nodes),
      marked_(most_nodes),
      most_marked_(few_nodes) {
    if (parts < 4 || parts % 2 != 0 || layers < 1 || layers > 7 || parts > 30 / layers)
        throw std::invalid_argument("no configuration of " + std::to_string(parts) + " parts and " +
                                    std::to_string(layers) + " layers");
}

void Closure::poll(const StopToken* token) {
    plain_.poll(token);
    marked_.poll(token);
}

Node Closure::from_half_keys(std::span<const std::uint32_t> keys) {
    const auto word = [&](std::uint32_t key) { return word_of_packed(key, east_.columns, east_.layers); };
    const int bits = 2 * east_.letters();
    // A bit for each half that there might be, unless that takes more memory than the words.
    if (bits >= 6 && std::uint64_t{1} << bits <= 64 * std::uint64_t{keys.size()}) {
        std::vector<std::uint64_t> given(std::size_t{1} << (bits - 6));
        // Each byte of a key has its own bits of the word.
        std::array<std::array<std::uint32_t, 256>, 4> words{};
        for (unsigned at = 0; at < 4; ++at)
            for (std::uint32_t byte = 0; byte < 256; ++byte)
                words[at][byte] = static_cast<std::uint32_t>(word(byte << 8 * at));
        for (const std::uint32_t key : keys) {
            std::uint32_t bit = 0;
            for (unsigned at = 0; at < 4; ++at) bit |= words[at][key >> 8 * at & 0xff];
            given[bit / 64] |= std::uint64_t{1} << bit % 64;
        }
        return diagram::set_of_bits(plain_, given, east_.letters());
    }
    std::vector<std::uint64_t> words;
    words.reserve(keys.size());
    for (const std::uint32_t key : keys) words.push_back(word(key));
    std::sort(words.begin(), words.end());
    return diagram::set_of_words(plain_, words, east_.letters());
}

Node Closure::swappable(Node halves) {
    Node all = plain_.concatenate(halves, halves, east_.letters());
    for (int rotation = 1; rotation < east_.columns; ++rotation) {
        const int first = rotation * east_.layers, second = east_.letters() - first;
        const Node swapped = with_blocks_swapped(plain_, halves, first, second);
        all = plain_.unite(all, Insertion(plain_, halves, east_.letters())(swapped, second));
    }
    return all;
}

Node Closure::stacked(Node set, const Frame& frame) {
    for (int layer = 0; layer < frame.layers; ++layer)
        set = image(StackLayer(frame, layer), plain_, plain_, memo_, set);
    return set;
}

Node Closure::stacked_in(Node set, int layer) {
    return image(StackLayer(ring_, layer), plain_, plain_, memo_, set);
}

Node Closure::changed_by_stacking(Node set) {
    Node all = none;
    for (int layer = 0; layer < ring_.layers; ++layer)
        all = plain_.unite(all, image(StackLayer(ring_, layer, true), plain_, plain_, memo_, set));
    return all;
}

Node Closure::not_stacked(Node wanted, Node set) {
    for (int layer = 0; layer < ring_.layers && wanted != none; ++layer)
        wanted = plain_.subtract(wanted, diagram::ImageWithin(StackLayer(ring_, layer, true), plain_)(set, wanted));
    return wanted;
}

Node Closure::pushed_without_top(Node set) {
    return image(PushPlain(ring_), plain_, plain_, memo_, set);
}

Node Closure::pushed(Node set, const Frame& frame) {
    if (trace_ != nullptr) steps_ = &trace_->plain;
    const Node plain = traced_image(PushPlain(frame), plain_, plain_, set);
    note_made(plain);
    if (frame.layers == 1) return plain;
    if (trace_ != nullptr) steps_ = &trace_->common;
    clear_marked();
    Node broken = spread(traced_image(TopCrystals(frame), plain_, marked_, set), frame, Spread::What::breaking);
    return plain_.unite(plain, settled(marked_image(PushMarked(frame), broken), frame));
}

std::vector<bool> Closure::enough_columns() const {
    // For quads those that are the least of their rotations; on larger rings that would part too much that has the same
    // continuation, and one in column 0 is enough (measured).
    const int columns = ring_.columns;
    const State masks = State{1} << columns;
    std::vector<bool> only(masks);
    for (State mask = 1; mask < masks; ++mask) {
        only[mask] = (mask & 1) != 0;
        for (int by = 1; by < columns && columns == 4; ++by)
            only[mask] = only[mask] && mask <= ((mask << by | mask >> (columns - by)) & (masks - 1));
    }
    return only;
}

Node Closure::pushed_with_top(Node set, const std::vector<bool>& only) {
    clear_marked();
    const Node top = image(TopCrystals(ring_, &only), plain_, marked_, memo_, set);
    Node broken = spread(top, ring_, Spread::What::breaking);
    return settled(marked_image(PushMarked(ring_), broken), ring_);
}

Node Closure::rotated_enough(Node set) {
    if (ring_.layers == 1) return set;
    // From the last letter to the first: for each set of columns with a crystal on top, what may follow.
    const std::vector<bool> only = enough_columns();
    std::vector<Node> rest(only.size());
    for (std::size_t mask = 0; mask < only.size(); ++mask) rest[mask] = mask == 0 || only[mask] ? unit : none;
    for (int level = ring_.letters() - 1; level >= 0; --level) {
        const bool on_top = level % ring_.layers == ring_.layers - 1;
        const std::size_t column = std::size_t{on_top} << (level / ring_.layers);
        std::vector<Node> before(rest.size());
        for (std::size_t mask = 0; mask < rest.size(); ++mask)
            before[mask] = plain_.make({rest[mask], rest[mask], rest[mask], rest[mask | column]});
        rest.swap(before);
    }
    return plain_.intersect(set, rest[0]);
}

Node Closure::in_all_rotations(Node set) {
    clear_marked();
    memo_.release();
    Node all = none, rotated = set;
    for (int by = 0; by < ring_.columns && rotated != none; ++by) {
        all = plain_.unite(all, rotated);
        Node* const roots[] = {&all, &rotated};
        if (plain_.size() > few_nodes) plain_.collect(roots);
        rotated = with_blocks_swapped(plain_, rotated, ring_.layers, ring_.letters() - ring_.layers);
    }
    return all;
}

Node Closure::cut(Node set) {
    clear_marked();
    const int east = east_.columns;
    const auto seeds = [&](const Frame& frame) {
        return BorderCrystals(frame, east, {0, frame.columns - 1}, {east - 1, east});
    };
    if (trace_ != nullptr) {
        steps_ = &trace_->common;
        return broken_halves(traced_image(seeds(ring_), plain_, marked_, set));
    }
    const Node seen = WestCrystals(plain_, ring_, east)(set);
    return broken_halves(image(seeds({east + 2, ring_.layers, false}), plain_, marked_, memo_, seen));
}

Node Closure::broken_halves(Node marked) {
    Node broken = spread(marked, east_, Spread::What::breaking);
    return settled(marked_image(Ground(east_), broken), east_);
}

Node Closure::seed_halves() {
    // From the last letter to the first: what may follow a part, and what may follow a gap, above which nothing is.
    Node after_part = unit, after_gap = unit;
    for (int level = east_.letters() - 1; level >= 0; --level) {
        const Node part = after_part, gap = after_gap;
        after_gap = plain_.make({gap, none, none, none});
        after_part = plain_.make({gap, part, none, part});
        if (level % east_.layers == 0) after_gap = after_part;  // the next column begins anew
    }
    return after_part;
}

Node Closure::turned_and_cut(Node halves, int rotation) {
    // The rotation brings the last columns of one half in front of the first of the other; the borders of the cut lie
    // where either half is torn.
    const int kept = east_.columns - rotation;
    clear_marked();
    const Node swapped = with_blocks_swapped(plain_, halves, kept * east_.layers, rotation * east_.layers);
    const Node front = image(BorderCrystals(east_, rotation, {0, east_.columns - 1}), plain_, marked_, memo_, swapped);
    const Node back = image(BorderCrystals(east_, kept, {kept - 1, kept}), plain_, marked_, memo_, halves);
    return broken_halves(marked_.concatenate(front, back, rotation * east_.layers));
}

Node Closure::closed_halves(Node halves) {
    for (Node before = none; before != halves;) {
        before = halves;
        halves = stacked(halves, east_);
        halves = plain_.unite(halves, pushed(halves, east_));
        clear_marked();
        halves = plain_.unite(halves, broken_halves(image(AnyBorderCrystals(east_), plain_, marked_, memo_, halves)));
        for (int rotation = 1; rotation < east_.columns; ++rotation)
            halves = plain_.unite(halves, turned_and_cut(halves, rotation));
    }
    return halves;
}

Trace Closure::traced_push(Node set) {
    Trace trace;
    trace_ = &trace;
    pushed(set, ring_);
    trace_ = nullptr;
    steps_ = nullptr;
    return trace;
}

Trace Closure::traced_cut(Node set) {
    Trace trace;
    trace_ = &trace;
    cut(set);
    trace_ = nullptr;
    steps_ = nullptr;
    return trace;
}

template <class T, int From>
void Closure::note(const T& rule, const Store<From>& from, Node set) {
    if (steps_ == nullptr) return;
    steps_->push_back([rule, &from, set](diagram::Letters& letters, diagram::Memo& failures) {
        return diagram::SourceFinder<T, From>(rule, from, failures)(set, letters);
    });
}

void Closure::note_made(Node made) {
    if (steps_ == nullptr) return;
    steps_->push_back(
        [this, made](diagram::Letters& letters, diagram::Memo&) { return plain_.contains(made, letters); });
}

template <class T, int From, int To>
Node Closure::traced_image(const T& rule, Store<From>& from, Store<To>& to, Node set) {
    note(rule, from, set);
    return image(rule, from, to, memo_, set);
}

template <class T>
Node Closure::marked_image(const T& rule, Node& set) {
    if (steps_ == nullptr) {
        Node* const roots[] = {&set};
        collect_marked(roots);
    }
    return traced_image(rule, marked_, marked_, set);
}

void Closure::clear_marked() {
    marked_.clear();
    most_marked_ = few_nodes;
}

void Closure::collect_marked(std::span<Node* const> roots) {
    if (marked_.size() < most_marked_) return;
    marked_.collect(roots);
    most_marked_ = std::max(few_nodes, 2 * marked_.size());
}

Node Closure::spread(Node set, const Frame& frame, Spread::What what) {
    return frame.ring ? spread_once(set, what) : spread_all(set, frame, what);
}

Node Closure::spread_all(Node set, const Frame& frame, Spread::What what) {
    // Down and up by turns, until no layer would change any more.
    const int top = frame.layers - 1;
    const unsigned all = (2u << top) - 1;
    bool down = what == Spread::What::breaking;
    unsigned done = 0;  // layers into which nothing spreads
    for (int layer = down ? top : 0; done != all;) {
        const Node spread = marked_image(Spread(frame, what, layer), set);
        if (spread == set && steps_ != nullptr) steps_->pop_back();
        done = (spread == set ? done : 0) | 1u << layer;
        set = spread;
        if (layer == (down ? 0 : top)) down = !down;
        layer += top == 0 ? 0 : down ? -1 : 1;
    }
    return set;
}

Node Closure::spread_once(Node set, Spread::What what) {
    // Down and up by turns; only what a sweep has changed goes on to the next. No two words of the set are of one shape
    // with different marks, nor become so: a word that was there before a sweep and is there after it was not changed,
    // and since marks are never taken back, no layer would change it.
    const int top = ring_.layers - 1;
    bool down = what == Spread::What::breaking;
    Node done = none, before = none;
    std::vector<Sweep> sweeps;  // of a trace
    // The layer where the marks are at first is as it should be, and so is the one where a sweep has just turned.
    for (int layer = down ? top - 1 : 1; set != none; layer = down ? top - 1 : 1) {
        before = set;
        if (steps_ != nullptr) sweeps.emplace_back();
        for (; layer >= 0 && layer <= top; layer += down ? -1 : 1) {
            if (steps_ == nullptr) {
                Node* const roots[] = {&set, &before, &done};
                collect_marked(roots);
            } else {
                sweeps.back().layers.emplace_back(layer, set);
            }
            set = image(Spread(ring_, what, layer), marked_, marked_, memo_, set);
        }
        const Node unchanged = marked_.intersect(before, set);
        if (steps_ != nullptr) sweeps.back().unchanged = unchanged;
        done = marked_.unite(done, unchanged);
        set = marked_.subtract(set, before);
        down = !down;
    }
    if (steps_ != nullptr)
        steps_->push_back([this, what, sweeps](diagram::Letters& letters, diagram::Memo& failures) {
            return before_sweeps(sweeps, what, letters, failures);
        });
    return done;
}

bool Closure::before_sweeps(const std::vector<Sweep>& sweeps, Spread::What what, diagram::Letters& letters,
                            diagram::Memo& failures) const {
    // The sweep that left the word as it is, then all before that.
    std::size_t number = 0;
    while (number < sweeps.size() && !marked_.contains(sweeps[number].unchanged, letters)) ++number;
    if (number == sweeps.size()) return false;
    while (number-- > 0) {
        const auto& layers = sweeps[number].layers;
        for (auto each = layers.rbegin(); each != layers.rend(); ++each) {
            const Spread rule(ring_, what, each->first);
            if (!diagram::SourceFinder<Spread, 8>(rule, marked_, failures)(each->second, letters)) return false;
        }
    }
    return true;
}

Node Closure::settled(Node set, const Frame& frame) {
    set = spread(set, frame, Spread::What::support);
    if (trace_ != nullptr) steps_ = &trace_->standing;
    const Node firm = traced_image(Unsupported(frame, false), marked_, marked_, set);
    const Node standing = traced_image(Plain(frame), marked_, plain_, firm);
    note_made(standing);
    if (trace_ != nullptr) steps_ = &trace_->falling;
    Node falling = marked_image(Unsupported(frame, true), set);
    // On top of a pushed pin nothing lacks support. In the end there are no marks.
    const int top = frame.layers - 1, lowest = frame.ring ? 2 : 1;
    Node fallen = none;
    if (top < lowest) fallen = traced_image(Plain(frame), marked_, plain_, falling);
    for (int layer = lowest; layer <= top; ++layer) {
        Node* const roots[] = {&falling};
        if (steps_ == nullptr) collect_marked(roots);
        note(Fall(frame, layer), marked_, falling);
        ColumnKindsOf kinds(marked_, frame.layers);
        const Fall fall(frame, layer, &kinds);
        if (layer < top)
            falling = image(fall, marked_, marked_, memo_, falling);
        else
            fallen = image(fall, marked_, plain_, memo_, falling);
    }
    note_made(fallen);
    return plain_.unite(standing, fallen);
}

std::vector<Node> Closure::slices(Node set, std::size_t most) {
    const std::vector<Node> middles = nodes_at(plain_, set, ring_.layers);
    most = std::min(most, middles.size());
    std::vector<Node> slices;
    for (std::size_t k = 0; k < middles.size(); ++k) {
        // Nodes that were made one after the other have more in common than others.
        const std::size_t slice = k * most / middles.size();
        if (slices.size() <= slice) slices.resize(slice + 1, none);
        const Node first = Prefixes(plain_, middles[k])(set, ring_.layers);
        slices[slice] = plain_.unite(slices[slice], plain_.concatenate(first, middles[k], ring_.layers));
    }
    std::erase(slices, none);
    return slices;
}

ShapeSet Closure::take(Node set, int columns) const {
    const std::vector<bool> seen = plain_.reachable(std::span(&set, 1));
    std::vector<Node> renumbered(seen.size(), none);
    renumbered[unit] = unit;
    std::vector<std::array<Node, 4>> nodes;
    for (Node node = 2; node < seen.size(); ++node) {
        if (!seen[node]) continue;
        std::array<Node, 4> children = plain_.children(node);
        for (Node& child : children) child = renumbered[child];
        nodes.push_back(children);
        renumbered[node] = static_cast<Node>(nodes.size() + 1);
    }
    return ShapeSet(columns, ring_.layers, std::move(nodes), renumbered[set]);
}

Node Closure::bring(const ShapeSet& set) {
    if (set.layers() != ring_.layers || (set.columns() != ring_.columns && set.columns() != east_.columns))
        throw std::invalid_argument("a set of another configuration");
    std::vector<Node> renumbered{none, unit};
    renumbered.reserve(set.diagram().nodes().size() + 2);
    for (std::array<Node, 4> children : set.diagram().nodes()) {
        for (Node& child : children) child = renumbered[child];
        renumbered.push_back(plain_.make(children));
    }
    return renumbered[set.diagram().root()];
}

}  // namespace shapewright::shapez
