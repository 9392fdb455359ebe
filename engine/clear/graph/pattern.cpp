#include "clear/graph/pattern.hpp"

#include <map>
#include <stdexcept>

#include "core/assert.hpp"

namespace shapewright::clear {

Pattern::Pattern(const std::vector<std::vector<std::array<int, pieces>>>& levels) {
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    levels_.resize(levels.size() + 1);
    levels_.back().push_back({{}, {}, 1});
    levels_.back()[0].next.fill(none);
    std::vector<std::uint32_t> merged;  // by state of the level above: the state it became; empty: all became the end
    for (std::size_t read = levels.size(); read-- > 0;) {
        std::map<Steps, std::uint32_t> known;
        std::vector<std::uint32_t> now;
        for (const auto& steps : levels[read]) {
            State state{{}, {}, 0};
            for (std::size_t piece = 0; piece < pieces; ++piece) {
                state.next[piece] = none;
                state.offset[piece] = state.count;
                if (steps[piece] < 0) continue;
                const auto after = static_cast<std::size_t>(steps[piece]);
                if (read + 1 < levels.size() && after >= merged.size())
                    throw std::invalid_argument("the queues lead to a state that is not there");
                state.next[piece] = read + 1 < levels.size() ? merged[after] : 0;
                state.count += levels_[read + 1][state.next[piece]].count;
                if (state.count > most) throw std::length_error("there are too many queues");
            }
            if (state.count == 0) throw std::invalid_argument("a state from which no queue comes to its end");
            const auto [found, is_new] = known.try_emplace(state.next, static_cast<std::uint32_t>(known.size()));
            if (is_new) levels_[read].push_back(state);
            now.push_back(found->second);
        }
        merged = std::move(now);
    }
    if (levels_[0].size() != 1) throw std::invalid_argument("all queues begin at one state");
    SHAPEWRIGHT_ASSERT(levels_.back().size() == 1 && levels_.back()[0].count == 1);
}

}  // namespace shapewright::clear
