#include "clear/live/level.hpp"

#include <stdexcept>
#include <utility>

#include "core/atomic_view.hpp"
#include "core/bits.hpp"

namespace shapewright::clear {

LiveLevel::LiveLevel(std::vector<LiveBoard> boards, Pool& pool) : boards_(std::move(boards)) {
    if (boards_.size() > most) throw std::length_error("more boards after so many pieces than a table has room for");
    places_.assign(std::bit_ceil(2 * boards_.size() + 2), absent);
    // In which order boards of equal hash values lie depends on the threads; what is found does not.
    const auto enter = [&](std::size_t from, std::size_t to) {
        constexpr std::size_t ahead = 16;
        for (std::size_t number = from; number < to; ++number) {
            if (number + ahead < to)
                prefetch_to_write(&places_[hashed(boards_[number + ahead].key) & (places_.size() - 1)]);
            const std::uint64_t hash = hashed(boards_[number].key);
            const std::uint32_t entry = static_cast<std::uint32_t>(number) | tag(hash);
            for (auto at = static_cast<std::size_t>(hash);; ++at) {
                if (exchange_relaxed(places_[at & (places_.size() - 1)], absent, entry)) break;
            }
        }
    };
    const std::size_t part = boards_.size() / pool.threads() + 1;
    pool.share(boards_.size(), part, {}, [&](unsigned, std::size_t from, std::size_t to) { enter(from, to); });
}

}  // namespace shapewright::clear
