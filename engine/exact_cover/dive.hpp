// A cover that is soon found, and then made cheaper by changing a little of it: for a first upper bound where a linear
// programme takes long. It proves nothing, and it may find nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rng.hpp"
#include "core/stop.hpp"
#include "exact_cover/cells.hpp"
#include "exact_cover/search.hpp"

namespace shapewright::exact_cover {

class Dive {
public:
    /// `cells` are as the search begins; between two calls of `run` they are so again.
    Dive(Cells& cells, const std::vector<std::uint64_t>& costs) : cells_(cells), costs_(costs) {}

    /// Look for a cover until there is one or hope is given up (true), or `stop` expires (false).
    bool find(const StopToken& stop);

    /// Make the cover cheaper, with about so many choices; without a cover do nothing.
    void improve(std::uint64_t takes);

    /// The cheapest cover found so far, its options sorted; empty if there is none yet.
    const Path& best() const { return best_; }

private:
    struct Frame {
        std::vector<std::uint32_t> candidates;
        std::size_t cursor = 0;
    };

    void start();
    void change();
    bool finish(std::uint64_t takes);
    void list(Frame& frame);
    void take(std::uint32_t option);
    void leave();
    void leave_all();

    Cells& cells_;
    const std::vector<std::uint64_t>& costs_;
    Rng rng_{1};
    std::vector<Frame> frames_;
    Path path_, best_;
    std::uint64_t spent_ = 0, cost_ = 0, takes_ = 0;
    std::uint32_t starts_ = 0;
};

}  // namespace shapewright::exact_cover
