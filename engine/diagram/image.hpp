// The image of a set of words under a transducer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "diagram/store.hpp"

namespace shapewright::diagram {

using State = std::uint32_t;

/// An exact hash map to nodes that is emptied in no time. It begins small each time, so that what is little lies close
/// together, whatever was kept before.
template <class Key>
class StampedMap {
public:
    StampedMap() : slots_(smallest) {}

    void clear() {
        used_ = 0;
        mask_ = smallest - 1;
        next_stamp();
    }

    /// The same, and give back the memory it took.
    void release() {
        slots_ = std::vector<Slot>(smallest);
        clear();
    }

    const Node* find(const Key& key) const {
        for (std::size_t at = hashed(key) & mask_;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.stamp != stamp_) return nullptr;
            if (slot.key == key) return &slot.value;
        }
    }

    void insert(const Key& key, Node value) {
        if (++used_ * 2 > mask_ + 1) grow();
        put(key, value);
    }

private:
    struct Slot {
        Key key{};
        Node value = none;
        std::uint32_t stamp = 0;
    };
    static constexpr std::size_t smallest = std::size_t{1} << 10;

    static std::uint64_t hashed(std::uint64_t key) { return mixed(key); }  // also of a node
    static std::uint64_t hashed(const std::array<std::uint32_t, 3>& key) {
        return mixed((std::uint64_t{key[0]} << 32 | key[1]) ^ mixed(key[2]));
    }

    void next_stamp() {
        if (++stamp_ != 0) return;
        slots_.assign(slots_.size(), Slot{});
        stamp_ = 1;
    }

    void put(const Key& key, Node value) {
        std::size_t at = hashed(key) & mask_;
        while (slots_[at].stamp == stamp_) at = (at + 1) & mask_;
        slots_[at] = Slot{key, value, stamp_};
    }

    void grow() {
        const std::size_t size = mask_ + 1;
        mask_ = size * 2 - 1;
        std::vector<Slot> old;
        if (slots_.size() > mask_) {  // there is room from earlier; what lies in it has another stamp
            old.reserve(used_);
            for (std::size_t at = 0; at < size; ++at)
                if (slots_[at].stamp == stamp_) old.push_back(slots_[at]);
            next_stamp();
            for (const Slot& slot : old) put(slot.key, slot.value);
            return;
        }
        old.resize(size * 2);
        old.swap(slots_);
        for (std::size_t at = 0; at < size; ++at)
            if (old[at].stamp == stamp_) put(old[at].key, old[at].value);
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = smallest - 1;
    std::size_t used_ = 0;
    std::uint32_t stamp_ = 1;
};

/// A map from (node, state) to node.
class Memo {
public:
    void clear() { map_.clear(); }
    void release() { map_.release(); }
    const Node* find(Node node, State state) const { return map_.find(std::uint64_t{state} << 32 | node); }
    void insert(Node node, State state, Node value) { map_.insert(std::uint64_t{state} << 32 | node, value); }

private:
    StampedMap<std::uint64_t> map_;
};

/// A transducer T reads a word letter by letter and writes another of `T::written` letters, perhaps in several ways:
///
///     State start() const;
///     void step(int level, State, int letter, emit) const    calls emit(written letter, next state) for each way
///     bool accepts(State) const                              whether a way that ends so counts
///     int read, written;                                     letters read; letters written, no more than read:
///                                                            beyond `written` levels what it emits is not looked at
///
/// A transducer may also have
///
///     bool hopeless(int level, State, Node) const            whether no word of the node can go on from the state
///
/// for what it knows of the nodes beforehand, so that a guess need not be followed to where it fails.
///
/// `Image` computes the set of all that T writes for the words of a set. Cost: (nodes x states met) steps, each with as
/// many unions as there are ways.
template <class T, int From, int To>
class Image {
public:
    Image(const T& transducer, Store<From>& from, Store<To>& to, Memo& memo)
        : transducer_(transducer), from_(from), to_(to), memo_(memo) {
        memo_.clear();
    }

    Node operator()(Node set) { return visit(set, 0, transducer_.start()); }

private:
    Node visit(Node node, int level, State state) {
        if (node == none) return none;
        if (level == transducer_.read) return transducer_.accepts(state) ? unit : none;
        if constexpr (requires { transducer_.hopeless(level, state, node); })
            if (transducer_.hopeless(level, state, node)) return none;
        if (const Node* known = memo_.find(node, state)) return *known;
        // A copy: the stores may be one and grow.
        const typename Store<From>::Children children = from_.children(node);
        typename Store<To>::Children result{};
        const bool writes = level < transducer_.written;
        bool found = false;
        for (int letter = 0; letter < From && !found; ++letter) {
            const Node child = children[static_cast<std::size_t>(letter)];
            if (child == none) continue;
            transducer_.step(level, state, letter, [&](int written, State next) {
                if (found) return;
                const Node rest = visit(child, level + 1, next);
                if (rest == none) return;
                if (writes) {
                    Node& slot = result[static_cast<std::size_t>(written)];
                    slot = to_.unite(slot, rest);
                } else {
                    found = true;  // all that counts now is that there is a way
                }
            });
        }
        const Node made = writes ? to_.make(result) : found ? unit : none;
        memo_.insert(node, state, made);
        return made;
    }

    const T& transducer_;
    Store<From>& from_;
    Store<To>& to_;
    Memo& memo_;
};

template <class T, int From, int To>
Node image(const T& transducer, Store<From>& from, Store<To>& to, Memo& memo, Node set) {
    return Image<T, From, To>(transducer, from, to, memo)(set);
}

/// The part of an image that lies within another set, `wanted` (of words of the transducer's `written` letters, as many
/// as it reads). Goes where both go on: little to do if few are wanted, however many the image has.
template <class T, int Arity>
class ImageWithin {
public:
    ImageWithin(const T& transducer, Store<Arity>& store) : transducer_(transducer), store_(store) {}

    Node operator()(Node set, Node wanted) { return visit(set, wanted, 0, transducer_.start()); }

private:
    Node visit(Node node, Node wanted, int level, State state) {
        if (node == none || wanted == none) return none;
        if (level == transducer_.read) return transducer_.accepts(state) ? unit : none;
        const std::array<std::uint32_t, 3> key{node, wanted, state};
        if (const Node* known = memo_.find(key)) return *known;
        const typename Store<Arity>::Children children = store_.children(node), goals = store_.children(wanted);
        typename Store<Arity>::Children result{};
        for (int letter = 0; letter < Arity; ++letter) {
            const Node child = children[static_cast<std::size_t>(letter)];
            if (child == none) continue;
            transducer_.step(level, state, letter, [&](int written, State next) {
                Node& slot = result[static_cast<std::size_t>(written)];
                slot = store_.unite(slot, visit(child, goals[static_cast<std::size_t>(written)], level + 1, next));
            });
        }
        const Node made = store_.make(result);
        memo_.insert(key, made);
        return made;
    }

    const T& transducer_;
    Store<Arity>& store_;
    StampedMap<std::array<std::uint32_t, 3>> memo_;
};

}  // namespace shapewright::diagram
