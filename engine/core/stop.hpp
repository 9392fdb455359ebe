// When to leave a long search: a byte that another thread sets, or a deadline.
#pragma once

#include <chrono>
#include <cstdint>

#include "core/atomic_view.hpp"

namespace shapewright {

/// Asks a running search to return soon. `flag` (may be null) is one byte owned by the caller, non-zero = stop;
/// `seconds` counts from construction, negative = no deadline. Polling costs a relaxed load; the clock is read by
/// `expired()` only, so searches poll every few thousand nodes.
class StopToken {
public:
    StopToken() = default;
    StopToken(const unsigned char* flag, double seconds) : flag_(flag) {
        if (seconds >= 0) {
            has_deadline_ = true;
            deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds < 1e9 ? seconds : 1e9));
        }
    }

    bool requested() const { return flag_ != nullptr && load_relaxed(*flag_) != 0; }

    bool expired() const { return requested() || (has_deadline_ && Clock::now() >= deadline_); }

private:
    using Clock = std::chrono::steady_clock;
    const unsigned char* flag_ = nullptr;
    bool has_deadline_ = false;
    Clock::time_point deadline_{};
};

}  // namespace shapewright
