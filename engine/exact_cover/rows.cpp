#include "exact_cover/rows.hpp"

#include "exact_cover/rows_kernel.hpp"

namespace shapewright::exact_cover {
namespace {

struct Word {
    static constexpr int lanes = 1;
    std::uint64_t v;

    static Word zero() { return {0}; }
    static Word all(std::uint64_t word) { return {word}; }
    static Word load(const std::uint64_t* from) { return {*from}; }
    void store(std::uint64_t* to) const { *to = v; }
    static Word both(Word a, Word b) { return {a.v & b.v}; }
    static Word exclusive_or(Word a, Word b) { return {a.v ^ b.v}; }
    static Word xor3(Word a, Word b, Word c) { return {a.v ^ b.v ^ c.v}; }
    static Word majority(Word a, Word b, Word c) { return {(a.v & b.v) | ((a.v ^ b.v) & c.v)}; }
    static Word or_and(Word a, Word b, Word c) { return {a.v | (b.v & c.v)}; }
    static unsigned zero_lanes(Word a) { return a.v == 0; }
    static int compress_order(unsigned) { return 0; }
    // A rejected row is overwritten by the next one.
    static void store_compressed(std::uint64_t* to, Word a, int) { *to = a.v; }
    static Word rotated(Word a, int) { return a; }
    static Word or_kept(Word a, Word word, Word clash) { return {clash.v == 0 ? a.v | word.v : a.v}; }
    static unsigned common_lanes(Word a, Word b) { return (a.v & b.v) != 0; }
    static std::uint64_t any_lane(Word a) { return a.v; }
    static std::uint64_t first_word(Word a) { return a.v; }
};

}  // namespace

RowKernels row_kernels(int width, Simd simd) {
#ifdef SHAPEWRIGHT_HAVE_AVX512
    if (simd == Simd::avx512) return row_kernels_avx512(width);
#endif
#ifdef SHAPEWRIGHT_HAVE_AVX2
    if (simd == Simd::avx2) return row_kernels_avx2(width);
#endif
    (void)simd;
    return kernels_of_width<Word>(width);
}

}  // namespace shapewright::exact_cover
