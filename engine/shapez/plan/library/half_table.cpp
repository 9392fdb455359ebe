#include "shapez/plan/library/half_table.hpp"

#include <algorithm>
#include <stdexcept>

#include "shapez/plan/machine.hpp"

namespace shapewright::shapez {

void HalfPlansView::check() const {
    const bool is_empty = machine.empty() && key.empty() && start.empty();
    if (first.size() != machine.size() || second.size() != machine.size() || whole.size() != key.size() ||
        (start.size() != key.size() + 1 && !is_empty))
        throw std::invalid_argument("the columns of a table differ in length");
    for (const std::uint32_t step : steps)
        if (step >= machine.size()) throw std::invalid_argument("the table of halves names a step it lacks");
    for (const std::uint8_t number : machine)
        if (number > static_cast<std::uint8_t>(Machine::crystal))
            throw std::invalid_argument("the table of halves names a machine that there is not");
    if (!std::is_sorted(start.begin(), start.end()))
        throw std::invalid_argument("the steps of the table of halves are not in order");
    for (const std::uint32_t place : start)
        if (place > steps.size()) throw std::invalid_argument("the table of halves names steps it lacks");
}

}  // namespace shapewright::shapez
