// The image of a set of words under a transducer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "diagram/store.hpp"

namespace shapewright::diagram {

using State = std::uint32_t;

/// An exact map from (node, state) to node that is emptied in no time.
class Memo {
public:
    Memo() : slots_(std::size_t{1} << 14) {}

    void clear() {
        used_ = 0;
        if (++stamp_ != 0) return;
        slots_.assign(slots_.size(), Slot{});
        stamp_ = 1;
    }

    const Node* find(Node node, State state) const {
        const std::uint64_t key = std::uint64_t{state} << 32 | node;
        for (std::size_t at = mixed(key) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[at];
            if (slot.stamp != stamp_) return nullptr;
            if (slot.key == key) return &slot.value;
        }
    }

    void insert(Node node, State state, Node value) {
        if (++used_ * 2 > slots_.size()) grow();
        put(std::uint64_t{state} << 32 | node, value);
    }

private:
    struct Slot {
        std::uint64_t key = 0;
        Node value = none;
        std::uint32_t stamp = 0;
    };

    void put(std::uint64_t key, Node value) {
        std::size_t at = mixed(key) & (slots_.size() - 1);
        while (slots_[at].stamp == stamp_) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = Slot{key, value, stamp_};
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.stamp == stamp_) put(slot.key, slot.value);
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::uint32_t stamp_ = 1;
};

/// A transducer T reads a word letter by letter and writes another of `T::written` letters, perhaps in several ways:
///
///     State start() const;
///     void step(int level, State, int letter, emit) const    calls emit(written letter, next state) for each way
///     bool accepts(State) const                              whether a way that ends so counts
///     int read, written;                                     letters read; letters written, no more than read:
///                                                            beyond `written` levels what it emits is not looked at
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

}  // namespace shapewright::diagram
