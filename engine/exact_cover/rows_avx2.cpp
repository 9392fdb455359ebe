#include <immintrin.h>

#include "exact_cover/rows_kernel.hpp"

namespace shapewright::exact_cover {
namespace {

// AVX2 cannot compress: for each of the 16 keep masks, the numbers of the kept 64-bit words, and the 32-bit lanes that
// bring these words to the front.
struct Order {
    alignas(32) std::uint32_t lanes[16][8];
    alignas(16) std::uint32_t words[16][4];
    constexpr Order() : lanes{}, words{} {
        for (std::uint32_t mask = 0; mask < 16; ++mask) {
            std::uint32_t filled = 0;
            for (std::uint32_t word = 0; word < 4; ++word)
                if ((mask >> word) & 1) {
                    lanes[mask][2 * filled] = 2 * word;
                    lanes[mask][2 * filled + 1] = 2 * word + 1;
                    words[mask][filled] = word;
                    ++filled;
                }
        }
    }
};
constexpr Order order;

struct Words4 {
    static constexpr int lanes = 4;
    static constexpr bool compresses = true;
    __m256i v;

    static Words4 zero() { return {_mm256_setzero_si256()}; }
    static Words4 all(std::uint64_t word) { return {_mm256_set1_epi64x(static_cast<long long>(word))}; }
    static Words4 load(const std::uint64_t* from) {
        return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from))};
    }
    void store(std::uint64_t* to) const { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), v); }
    static Words4 both(Words4 a, Words4 b) { return {_mm256_and_si256(a.v, b.v)}; }
    static Words4 exclusive_or(Words4 a, Words4 b) { return {_mm256_xor_si256(a.v, b.v)}; }
    static Words4 xor3(Words4 a, Words4 b, Words4 c) { return {_mm256_xor_si256(_mm256_xor_si256(a.v, b.v), c.v)}; }
    static Words4 majority(Words4 a, Words4 b, Words4 c) {
        return {_mm256_or_si256(_mm256_and_si256(a.v, b.v), _mm256_and_si256(_mm256_xor_si256(a.v, b.v), c.v))};
    }
    static Words4 or_and(Words4 a, Words4 b, Words4 c) { return {_mm256_or_si256(a.v, _mm256_and_si256(b.v, c.v))}; }
    static unsigned zero_lanes(Words4 a) {
        const __m256i zero = _mm256_setzero_si256();
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a.v, zero))));
    }
    static __m256i compress_order(unsigned keep) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(order.lanes[keep]));
    }
    static void store_compressed(std::uint64_t* to, Words4 a, __m256i lanes_order) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(a.v, lanes_order));
    }
    static Words4 rotated(Words4 a, int step) {
        if (step == 0) return {_mm256_permute4x64_epi64(a.v, 0x4E)};
        return {_mm256_permute4x64_epi64(a.v, 0xB1)};
    }
    static Words4 low_halves(Words4 a, Words4 b) { return {_mm256_permute2x128_si256(a.v, b.v, 0x20)}; }
    static Words4 high_halves(Words4 a, Words4 b) { return {_mm256_permute2x128_si256(a.v, b.v, 0x31)}; }
    static Words4 or_kept(Words4 a, Words4 word, Words4 clash) {
        const __m256i kept = _mm256_cmpeq_epi64(clash.v, _mm256_setzero_si256());
        return {_mm256_or_si256(a.v, _mm256_and_si256(word.v, kept))};
    }
    // The numbers of the lanes that `hits` has, counted from `first`, come first; behind them is anything.
    static void store_numbers(std::uint32_t* to, std::uint32_t first, unsigned hits) {
        const __m128i lanes_hit = _mm_load_si128(reinterpret_cast<const __m128i*>(order.words[hits]));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                         _mm_add_epi32(_mm_set1_epi32(static_cast<int>(first)), lanes_hit));
    }
    static unsigned common_lanes(Words4 a, Words4 b) { return ~zero_lanes(both(a, b)) & 0xF; }
    static std::uint64_t any_lane(Words4 a) {
        return first_word(a) | middle_word(a) | static_cast<std::uint64_t>(_mm256_extract_epi64(a.v, 1)) |
               static_cast<std::uint64_t>(_mm256_extract_epi64(a.v, 3));
    }
    static std::uint64_t first_word(Words4 a) { return static_cast<std::uint64_t>(_mm256_extract_epi64(a.v, 0)); }
    static std::uint64_t middle_word(Words4 a) { return static_cast<std::uint64_t>(_mm256_extract_epi64(a.v, 2)); }
};

}  // namespace

RowKernels row_kernels_avx2(int width) {
    return kernels_of_width<Words4>(width);
}

}  // namespace shapewright::exact_cover
