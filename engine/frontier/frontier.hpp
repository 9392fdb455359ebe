// Counting and sampling exact covers by dynamic programming: a frontier sweeps over the items.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/natural.hpp"
#include "core/rng.hpp"
#include "core/stop.hpp"
#include "exact_cover/instance.hpp"

namespace shapewright::frontier {

enum class Outcome { done, too_large, stopped };

/// Dynamic programming in item order. After item i the only things that matter are which later items are already
/// covered (the window) and how many copies of each counted piece are used (the bag); partial covers that agree in both
/// are merged and counted together, exactly, however large the number.
///
/// Time and memory grow with the number of such states: it is the method of choice when pieces may be used freely and
/// the strip is at most about 20 cells wide, and hopeless for many distinct pieces on a wide board.
class Sweep {
public:
    /// True unless an item has colours, an option covers no item, the bag does not fit 63 bits, or window and bag 127.
    static bool fits(const exact_cover::Instance& instance);

    /// Throws std::invalid_argument unless the instance fits.
    explicit Sweep(const exact_cover::Instance& instance);
    ~Sweep();
    Sweep(const Sweep&) = delete;
    Sweep& operator=(const Sweep&) = delete;

    /// Sweep all items. `bytes` bounds the memory of states; with `keep` every layer stays, so that `sample` works.
    Outcome run(const StopToken& stop, std::uint64_t bytes, bool keep);

    const Natural& count() const;        ///< without leading zero limbs; valid after `run` returned `done`
    std::uint64_t states() const;        ///< states over all layers
    std::uint64_t widest_layer() const;  ///< states in the largest layer

    /// A uniformly random cover as option numbers; needs a run with `keep` and a count above 0.
    std::vector<std::uint32_t> sample(Rng& rng) const;

    class Impl;

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace shapewright::frontier
