// Patterns of queues as the engine takes them, for the tests of perfect clears.
#pragma once

#include <array>
#include <cstddef>
#include <list>
#include <map>
#include <vector>

#include "clear/graph/pattern.hpp"

namespace clear_patterns {

using Levels = std::vector<std::vector<std::array<int, 7>>>;

/// Queues of the pieces of one bag after the other, from each so many: {7, 4} is `*p7,*p4`, {1, 1} is `*,*`.
/// They live as long as the tests, since graphs refer to them.
inline const shapewright::clear::Pattern& bags(const std::vector<int>& lengths) {
    Levels levels;
    std::vector<int> used{0};
    for (const int length : lengths)
        for (int taken = 1; taken <= length; ++taken) {
            std::map<int, int> numbers;
            std::vector<int> next;
            auto& level = levels.emplace_back();
            for (const int set : used) {
                std::array<int, 7> steps;
                for (int piece = 0; piece < 7; ++piece) {
                    const int after = taken == length ? 0 : set | 1 << piece;
                    const bool is_new = !(set >> piece & 1) && numbers.try_emplace(after, next.size()).second;
                    if (is_new) next.push_back(after);
                    steps[static_cast<std::size_t>(piece)] = set >> piece & 1 ? -1 : numbers[after];
                }
                level.push_back(steps);
            }
            used = next;
        }
    static std::list<shapewright::clear::Pattern> made;
    return made.emplace_back(levels);
}

}  // namespace clear_patterns
