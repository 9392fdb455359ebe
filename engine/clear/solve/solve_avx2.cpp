#include "clear/solve/kernel.hpp"

namespace shapewright::clear {

Found solve_avx2(const Mover<Board>& mover, const Quest<Board>& quest, const StopToken& stop) {
    return searched(mover, quest, stop);
}

}  // namespace shapewright::clear
