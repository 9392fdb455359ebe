#include "clear/solve/solve.hpp"

#include "clear/solve/kernel.hpp"
#include "core/simd.hpp"

namespace shapewright::clear {

template <typename Set>
Answer solve(const Mover<Set>& mover, const Quest<Set>& quest, const StopToken& stop) {
#ifdef SHAPEWRIGHT_HAVE_AVX2
    if constexpr (std::is_same_v<Set, Board>)
        if (chosen_simd() != Simd::portable) return solve_avx2(mover, quest, stop);
#endif
    return searched(mover, quest, stop);
}

template Answer solve<Board>(const Mover<Board>&, const Quest<Board>&, const StopToken&);
template Answer solve<TallBoard>(const Mover<TallBoard>&, const Quest<TallBoard>&, const StopToken&);

}  // namespace shapewright::clear
