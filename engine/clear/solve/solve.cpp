#include "clear/solve/solve.hpp"

#include "clear/solve/kernel.hpp"
#include "core/simd.hpp"

namespace shapewright::clear {
namespace {

Answer answer_of(const Found& found) {
    return {found.outcome, found.nodes, std::vector<Placed>(found.placed, found.placed + found.pieces)};
}

}  // namespace

template <typename Set>
Answer solve(const Mover<Set>& mover, const Quest<Set>& quest, const StopToken& stop) {
#ifdef SHAPEWRIGHT_HAVE_AVX2
    if constexpr (std::is_same_v<Set, Board>)
        if (chosen_simd() != Simd::portable) return answer_of(solve_avx2(mover, quest, stop));
#endif
    return answer_of(searched(mover, quest, stop));
}

template Answer solve<Board>(const Mover<Board>&, const Quest<Board>&, const StopToken&);
template Answer solve<TallBoard>(const Mover<TallBoard>&, const Quest<TallBoard>&, const StopToken&);

}  // namespace shapewright::clear
