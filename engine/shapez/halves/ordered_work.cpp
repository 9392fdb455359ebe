#include "shapez/halves/ordered_work.hpp"

#include <algorithm>
#include <vector>

#include "core/share.hpp"

namespace shapewright::shapez {

bool in_order(int threads, std::size_t count, std::size_t grain, const StopToken& stop, const Bits& known,
              const std::function<void(std::size_t, std::size_t, Sink&)>& work,
              const std::function<void(Sink&)>& take) {
    const std::size_t pieces = (count + grain - 1) / grain;
    Pool pool(allowed_threads(threads));
    const std::size_t window = pool.threads() == 1 ? 1 : std::size_t{4} * pool.threads();
    for (std::size_t done = 0; done < pieces; done += window) {
        const std::size_t here = std::min(window, pieces - done);
        std::vector<Sink> sinks;
        for (std::size_t k = 0; k < here; ++k) sinks.emplace_back(known);
        const bool is_done = pool.share(here, 1, stop, [&](unsigned, std::size_t k, std::size_t) {
            const std::size_t begin = (done + k) * grain;
            work(begin, std::min(begin + grain, count), sinks[k]);
        });
        if (!is_done) return false;
        for (Sink& sink : sinks) take(sink);
    }
    return true;
}

void Sink::settle() {
    for (std::size_t i = 0; i < count_; ++i)
        if (!known_->contains(waiting_[i].key)) results_.push_back(waiting_[i]);
    count_ = 0;
}

}  // namespace shapewright::shapez
