// The image of a set of words under a transducer.
#pragma once

#include <array>
#include <cstdint>

#include "core/flat_map.hpp"
#include "diagram/store.hpp"

namespace shapewright::diagram {

using State = std::uint32_t;

/// A map from (node, state) to node.
class Memo {
public:
    void clear() { map_.clear(); }
    void release() { map_.release(); }
    const Node* find(Node node, State state) const { return map_.find(std::uint64_t{state} << 32 | node); }
    void insert(Node node, State state, Node value) { map_.insert(std::uint64_t{state} << 32 | node, value); }

private:
    FlatMap<std::uint64_t, Node> map_;
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
    FlatMap<std::array<std::uint32_t, 3>, Node> memo_;
};

}  // namespace shapewright::diagram
