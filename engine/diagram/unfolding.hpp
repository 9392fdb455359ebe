// Top-down construction of families: first states from the first variable to the last, then equal ones merged upwards.
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory.hpp"
#include "core/stop.hpp"
#include "diagram/family.hpp"

namespace shapewright::diagram {

/// States that somebody makes and looks at one by one, each once all that lead to it were looked at: which variables a
/// set may have next, and what state each leads to. `fold` makes the family of the first state of it.
class Unfolding {
public:
    /// `bytes` bounds its memory together with that of `others`, which its user reports: else OutOfNodes is thrown.
    Unfolding(const StopToken& stop, std::uint64_t bytes) : stop_(stop), bytes_(bytes) {}

    /// A new state, which is not none and not unit; the first is number 2.
    Node state() {
        if (states_ >= 0xfffffff0U) throw OutOfNodes();
        return states_++;
    }
    std::uint64_t states() const { return states_ - 2; }

    /// Look at a state: variables that lead on ascend, those of the states that they lead to are larger.
    void open(Node state) { looked_.push_back({state, none, arcs_.size()}); }
    void arc(std::uint32_t variable, Node to) {
        if (to != none) arcs_.push_back({variable, to});
    }
    /// Without any of those variables it goes on at `rest`, whose variables are larger, too.
    void close(Node rest, std::uint64_t others) {
        looked_.back().rest = rest;
        if ((++steps_ & 0x3ff) != 0) return;
        if (stop_.expired()) throw Stopped();
        // Folding takes about as much again as the states, without what the others take.
        const std::uint64_t own = bytes_of(looked_) + bytes_of(arcs_);
        if (own + others > bytes_ || 3 * own > bytes_) throw OutOfNodes();
    }

    Family fold(std::uint32_t variables, Node root) const;

private:
    struct Looked {
        Node state, rest;
        std::uint64_t arcs;  // where they begin
    };
    struct Arc {
        std::uint32_t variable;
        Node to;
    };

    StopToken stop_;
    std::uint64_t bytes_;
    std::uint32_t states_ = 2;
    std::uint64_t steps_ = 0;
    std::vector<Looked> looked_;
    std::vector<Arc> arcs_;
};

/// The family of `nodes` in any order with children before their parents, all reduced, with canonical numbers.
Family canonical(std::uint32_t variables, const std::vector<Branch>& nodes, Node root);

}  // namespace shapewright::diagram
