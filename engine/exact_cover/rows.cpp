#include "exact_cover/rows.hpp"

#include "exact_cover/rows_kernel.hpp"

namespace shapewright::exact_cover {
namespace {

#if defined(__GNUC__) && (!defined(__wasm__) || defined(__wasm_simd128__))

// Vectors of 128 bits, which these compilers turn into instructions that every processor of a kind has: SSE2, NEON,
// SIMD of WebAssembly.
struct Words {
    using Pair = std::uint64_t __attribute__((vector_size(16)));
    static constexpr int lanes = 2;
    static constexpr bool compresses = false;
    Pair v;

    static Words zero() { return {Pair{0, 0}}; }
    static Words all(std::uint64_t word) { return {Pair{word, word}}; }
    static Words load(const std::uint64_t* from) {
        Words words;
        __builtin_memcpy(&words.v, from, sizeof words.v);
        return words;
    }
    void store(std::uint64_t* to) const { __builtin_memcpy(to, &v, sizeof v); }
    static Words both(Words a, Words b) { return {a.v & b.v}; }
    static Words exclusive_or(Words a, Words b) { return {a.v ^ b.v}; }
    static Words xor3(Words a, Words b, Words c) { return {a.v ^ b.v ^ c.v}; }
    static Words majority(Words a, Words b, Words c) { return {(a.v & b.v) | ((a.v ^ b.v) & c.v)}; }
    static Words or_and(Words a, Words b, Words c) { return {a.v | (b.v & c.v)}; }
    // All ones in each lane that is zero. SSE2 compares 32 bits at a time; left to themselves, compilers may do it lane
    // by lane in other registers.
    static Words zeros(Words a) {
#if defined(__SSE2__) && !defined(__SSE4_1__)
        using Halves = std::uint32_t __attribute__((vector_size(16)));
        const auto zero = reinterpret_cast<Halves>(reinterpret_cast<Halves>(a.v) == Halves{0, 0, 0, 0});
        return {reinterpret_cast<Pair>(zero & __builtin_shufflevector(zero, zero, 1, 0, 3, 2))};
#else
        return {reinterpret_cast<Pair>(a.v == Pair{0, 0})};
#endif
    }
    static Words rotated(Words a, int) { return {Pair{a.v[1], a.v[0]}}; }
    static Words low_halves(Words a, Words b) { return {Pair{a.v[0], b.v[0]}}; }
    static Words high_halves(Words a, Words b) { return {Pair{a.v[1], b.v[1]}}; }
    static std::uint64_t any_lane(Words a) { return a.v[0] | a.v[1]; }
    static std::uint64_t first_word(Words a) { return a.v[0]; }
    static std::uint64_t middle_word(Words a) { return a.v[1]; }
};

#else

struct Words {
    static constexpr int lanes = 1;
    static constexpr bool compresses = false;
    std::uint64_t v;

    static Words zero() { return {0}; }
    static Words all(std::uint64_t word) { return {word}; }
    static Words load(const std::uint64_t* from) { return {*from}; }
    void store(std::uint64_t* to) const { *to = v; }
    static Words both(Words a, Words b) { return {a.v & b.v}; }
    static Words exclusive_or(Words a, Words b) { return {a.v ^ b.v}; }
    static Words xor3(Words a, Words b, Words c) { return {a.v ^ b.v ^ c.v}; }
    static Words majority(Words a, Words b, Words c) { return {(a.v & b.v) | ((a.v ^ b.v) & c.v)}; }
    static Words or_and(Words a, Words b, Words c) { return {a.v | (b.v & c.v)}; }
    static Words zeros(Words a) { return {a.v == 0 ? ~std::uint64_t{0} : 0}; }
    static Words rotated(Words a, int) { return a; }
    static std::uint64_t any_lane(Words a) { return a.v; }
    static std::uint64_t first_word(Words a) { return a.v; }
};

#endif

}  // namespace

RowKernels row_kernels(int width, Simd simd) {
#ifdef SHAPEWRIGHT_HAVE_AVX512
    if (simd == Simd::avx512) return row_kernels_avx512(width);
#endif
#ifdef SHAPEWRIGHT_HAVE_AVX2
    if (simd == Simd::avx2) return row_kernels_avx2(width);
#endif
    (void)simd;
    return kernels_of_width<Words>(width);
}

}  // namespace shapewright::exact_cover
