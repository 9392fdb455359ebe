// Exact covers counted by a frontier that leaps from one open item to the next: a transfer matrix in hash tables.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/natural.hpp"
#include "core/stop.hpp"
#include "exact_cover/instance.hpp"

namespace shapewright::frontier {

/// Counts covers whose pieces may be used freely, so that nothing but the covered items matters. A state is the first
/// open item with the items covered after it, one word; it is entered into the table of that item at once, and so it is
/// not carried through the items between. Each table is cut into parts by hash. What is found for a part is gathered
/// in a buffer, and then entered together: the places are fetched from memory side by side, and threads share the
/// parts.
class Leaps {
public:
    /// True if no piece is counted, no item has colours, and no option spans more than 63 items.
    static bool fits(const exact_cover::Instance& instance);

    /// Throws std::invalid_argument unless the instance fits. `mirrors` are permutations of its items that map the
    /// options to each other (or it throws): states that are images of each other are counted together, as far as a
    /// permutation moves no item far, such as the reflection of a board whose rows are swept.
    explicit Leaps(const exact_cover::Instance& instance, const std::vector<std::vector<std::uint32_t>>& mirrors = {});
    ~Leaps();
    Leaps(const Leaps&) = delete;
    Leaps& operator=(const Leaps&) = delete;

    enum class Outcome { done, too_large, stopped };

    /// Counts; `bytes` bounds the memory of states.
    Outcome run(const StopToken& stop, std::uint64_t bytes, unsigned threads);

    const Natural& count() const;       ///< without leading zero limbs; valid after `run` returned `done`
    std::uint64_t states() const;       ///< states over all items
    std::uint64_t most_states() const;  ///< states of the item that has the most

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace shapewright::frontier
