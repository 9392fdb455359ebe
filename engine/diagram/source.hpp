// Preimages: a word that a transducer turns into a given one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "diagram/image.hpp"
#include "diagram/store.hpp"

namespace shapewright::diagram {

using Letters = std::vector<std::uint8_t>;

/// Words have no more letters than this, here as elsewhere (see Word).
inline constexpr std::size_t most_letters = 30;

/// Searches a set for a word of which the transducer makes `wanted` (see Image for what a transducer is); depth first,
/// least letters first. Only reads the store, so several threads may search at once, each with a finder of its own.
template <class T, int From>
class SourceFinder {
public:
    SourceFinder(const T& transducer, const Store<From>& from, Memo& failures)
        : transducer_(transducer), from_(from), failures_(failures) {}

    /// Replaces `letters` by the word found; false if there is none.
    bool operator()(Node set, Letters& letters) {
        failures_.clear();
        wanted_ = &letters;
        if (!visit(set, 0, transducer_.start())) return false;
        letters.assign(found_.begin(), found_.begin() + transducer_.read);
        return true;
    }

private:
    bool visit(Node node, int level, State state) {
        if (node == none) return false;
        if (level == transducer_.read) return transducer_.accepts(state);
        if (failures_.find(node, state) != nullptr) return false;
        const auto at = static_cast<std::size_t>(level);
        bool found = false;
        for (int letter = 0; letter < From && !found; ++letter) {
            const Node child = from_.child(node, letter);
            if (child == none) continue;
            transducer_.step(level, state, letter, [&](int written, State next) {
                if (found || (level < transducer_.written && written != (*wanted_)[at])) return;
                if (!visit(child, level + 1, next)) return;
                found_[at] = static_cast<std::uint8_t>(letter);
                found = true;
            });
        }
        if (!found) failures_.insert(node, state, unit);
        return found;
    }

    const T& transducer_;
    const Store<From>& from_;
    Memo& failures_;
    const Letters* wanted_ = nullptr;
    std::array<std::uint8_t, most_letters> found_{};
};

}  // namespace shapewright::diagram
