#include "shapez/plan/half_table.hpp"

#include <stdexcept>

namespace shapewright::shapez {

void HalfPlansView::check() const {
    const bool is_empty = machine.empty() && key.empty() && start.empty();
    if (first.size() != machine.size() || second.size() != machine.size() || whole.size() != key.size() ||
        (start.size() != key.size() + 1 && !is_empty))
        throw std::invalid_argument("the columns of a table differ in length");
    for (const std::uint32_t step : steps)
        if (step >= machine.size()) throw std::invalid_argument("the table of halves names a step it lacks");
    for (const std::uint32_t place : start)
        if (place > steps.size()) throw std::invalid_argument("the table of halves names steps it lacks");
}

}  // namespace shapewright::shapez
