#include <immintrin.h>

#include "exact_cover/rows_kernel.hpp"

namespace shapewright::exact_cover {
namespace {

struct Words8 {
    static constexpr int lanes = 8;
    static constexpr bool compresses = true;
    __m512i v;

    static Words8 zero() { return {_mm512_setzero_si512()}; }
    static Words8 all(std::uint64_t word) { return {_mm512_set1_epi64(static_cast<long long>(word))}; }
    static Words8 load(const std::uint64_t* from) { return {_mm512_loadu_si512(from)}; }
    void store(std::uint64_t* to) const { _mm512_storeu_si512(to, v); }
    static Words8 both(Words8 a, Words8 b) { return {_mm512_and_si512(a.v, b.v)}; }
    static Words8 exclusive_or(Words8 a, Words8 b) { return {_mm512_xor_si512(a.v, b.v)}; }
    // The immediate of a ternary logic instruction is the truth table of its three operands.
    static Words8 xor3(Words8 a, Words8 b, Words8 c) { return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0x96)}; }
    static Words8 majority(Words8 a, Words8 b, Words8 c) { return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0xE8)}; }
    static Words8 or_and(Words8 a, Words8 b, Words8 c) { return {_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0xF8)}; }
    static unsigned zero_lanes(Words8 a) { return _mm512_testn_epi64_mask(a.v, a.v); }
    static __mmask8 compress_order(unsigned keep) { return static_cast<__mmask8>(keep); }
    static void store_compressed(std::uint64_t* to, Words8 a, __mmask8 keep) {
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(keep, a.v));
    }
    // The masked forms keep GCC 12 from warning about its own headers.
    static Words8 rotated(Words8 a, int step) {
        if (step == 0) return {_mm512_maskz_shuffle_i64x2(0xFF, a.v, a.v, 0x4E)};
        if (step == 1) return {_mm512_maskz_shuffle_i64x2(0xFF, a.v, a.v, 0xB1)};
        return {_mm512_maskz_permutex_epi64(0xFF, a.v, 0xB1)};
    }
    static Words8 low_halves(Words8 a, Words8 b) { return {_mm512_maskz_shuffle_i64x2(0xFF, a.v, b.v, 0x44)}; }
    static Words8 high_halves(Words8 a, Words8 b) { return {_mm512_maskz_shuffle_i64x2(0xFF, a.v, b.v, 0xEE)}; }
    static Words8 or_kept(Words8 a, Words8 word, Words8 clash) {
        return {_mm512_mask_or_epi64(a.v, _mm512_testn_epi64_mask(clash.v, clash.v), a.v, word.v)};
    }
    // The numbers of the lanes that `hits` has, counted from `first`, come first; behind them is anything.
    static void store_numbers(std::uint32_t* to, std::uint32_t first, unsigned hits) {
        const __m256i numbers =
            _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                            _mm256_maskz_compress_epi32(static_cast<__mmask8>(hits), numbers));
    }
    static unsigned common_lanes(Words8 a, Words8 b) { return _mm512_test_epi64_mask(a.v, b.v); }
    static std::uint64_t any_lane(Words8 a) {
        a.v = _mm512_or_si512(a.v, _mm512_maskz_shuffle_i64x2(0xFF, a.v, a.v, 0x4E));
        a.v = _mm512_or_si512(a.v, _mm512_maskz_shuffle_i64x2(0xFF, a.v, a.v, 0xB1));
        return static_cast<std::uint64_t>(a.v[0]) | static_cast<std::uint64_t>(a.v[1]);
    }
    static std::uint64_t first_word(Words8 a) { return static_cast<std::uint64_t>(a.v[0]); }
    static std::uint64_t middle_word(Words8 a) { return static_cast<std::uint64_t>(a.v[4]); }
};

}  // namespace

RowKernels row_kernels_avx512(int width) {
    return kernels_of_width<Words8>(width);
}

}  // namespace shapewright::exact_cover
