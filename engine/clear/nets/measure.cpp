#include "clear/nets/measure.hpp"

#include <chrono>
#include <ctime>
#include <stdexcept>

namespace shapewright::clear {

namespace {

/// The time this thread has worked, in nanoseconds.
std::int64_t worked() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) return std::int64_t{1000000000} * now.tv_sec + now.tv_nsec;
#endif
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

template <typename Set>
std::vector<Measured> measure(const Mover<Set>& mover, int height, const std::vector<std::vector<std::uint8_t>>& queues,
                              std::uint64_t nodes, const std::vector<const Net*>& orders, const StopToken& stop) {
    if (height < 1 || height > (sizeof(Set) == sizeof(Board) ? low_rows : tall_rows))
        throw std::invalid_argument("no such height");
    for (const std::vector<std::uint8_t>& queue : queues) {
        if (queue.empty()) throw std::invalid_argument("a queue has a piece");
        for (const std::uint8_t piece : queue)
            if (piece >= pieces) throw std::invalid_argument("no such piece");
    }
    std::vector<Measured> result(orders.size());
    for (std::size_t number = 0; number < queues.size(); ++number)
        for (std::size_t k = 0; k < orders.size(); ++k) {
            // Each order comes first once in so many queues: what comes later finds warmer caches.
            const std::size_t turn = (number + k) % orders.size();
            const Quest<Set> quest{Set(0), height, queues[number], true, anything, 0, nodes, orders[turn]};
            const std::int64_t before = worked();
            const Answer answer = solve(mover, quest, stop);
            const std::int64_t after = worked();
            if (stop.expired()) return result;
            result[turn].nodes.push_back(answer.nodes);
            result[turn].nanoseconds.push_back(after - before);
            result[turn].outcomes.push_back(answer.outcome);
        }
    return result;
}

template std::vector<Measured> measure(const Mover<Board>&, int, const std::vector<std::vector<std::uint8_t>>&,
                                       std::uint64_t, const std::vector<const Net*>&, const StopToken&);
template std::vector<Measured> measure(const Mover<TallBoard>&, int, const std::vector<std::vector<std::uint8_t>>&,
                                       std::uint64_t, const std::vector<const Net*>&, const StopToken&);

}  // namespace shapewright::clear
