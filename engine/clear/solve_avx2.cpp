#include "clear/solve_kernel.hpp"

namespace shapewright::clear {

Answer solve_avx2(const Mover<Board>& mover, const Quest<Board>& quest, const StopToken& stop) {
    return Search<Board>(mover, quest, stop).run();
}

}  // namespace shapewright::clear
