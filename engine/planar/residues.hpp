// Arithmetic modulo eight primes at once, in Montgomery's form.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "planar/dominoes.hpp"

namespace shapewright::planar {

/// Numbers modulo eight primes at once, in Montgomery's form (P. L. Montgomery, Modular multiplication without trial
/// division, 1985): loops over the lanes become vectors.
class Residues8 {
public:
    static constexpr std::size_t lanes = Dominoes::lanes;
    struct Value {
        std::array<std::uint32_t, lanes> of{};
        bool operator==(const Value&) const = default;
    };

    explicit Residues8(const Dominoes::Residues& primes) : primes_(primes) {
        for (std::size_t k = 0; k < lanes; ++k) {
            std::uint32_t inverse = 1;  // of the prime modulo 2^32, twice as many digits each time
            for (int digits = 1; digits < 32; digits *= 2) inverse *= 2 - primes[k] * inverse;
            minus_inverse_[k] = 0 - inverse;
        }
    }

    Value number(std::int32_t value) const {
        Value result;
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::int64_t p = primes_[k];
            const std::int64_t least = (value % p + p) % p;
            result.of[k] = static_cast<std::uint32_t>((static_cast<std::uint64_t>(least) << 32) % primes_[k]);
        }
        return result;
    }

    Value times(const Value& a, const Value& b) const {
        Value result;
        for (std::size_t k = 0; k < lanes; ++k) result.of[k] = times(a.of[k], b.of[k], k);
        return result;
    }

    void subtract(Value& from, const Value& a, const Value& b) const {
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::uint32_t product = times(a.of[k], b.of[k], k);
            const std::uint32_t less = from.of[k] - product;
            from.of[k] = less + (from.of[k] < product ? primes_[k] : 0);
        }
    }

    Value inverse(const Value& value) const {  // by Fermat's theorem
        Value result;
        for (std::size_t k = 0; k < lanes; ++k) {
            std::uint32_t power = value.of[k], product = number(1).of[k];
            for (std::uint32_t exponent = primes_[k] - 2; exponent != 0; exponent >>= 1) {
                if ((exponent & 1) != 0) product = times(product, power, k);
                power = times(power, power, k);
            }
            result.of[k] = product;
        }
        return result;
    }

    Dominoes::Residues plain(const Value& value, bool negative) const {
        Dominoes::Residues result;
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::uint32_t residue = times(value.of[k], 1, k);
            result[k] = negative && residue != 0 ? primes_[k] - residue : residue;
        }
        return result;
    }

    static bool is_zero(const Value& value) { return value == Value{}; }
    static bool is_whole(const Value& value) {
        return std::all_of(value.of.begin(), value.of.end(), [](std::uint32_t lane) { return lane != 0; });
    }

private:
    std::uint32_t times(std::uint32_t a, std::uint32_t b, std::size_t k) const {
        const std::uint64_t product = std::uint64_t{a} * b;
        const std::uint64_t multiple =
            std::uint64_t{static_cast<std::uint32_t>(product) * minus_inverse_[k]} * primes_[k];
        const auto reduced = static_cast<std::uint32_t>((product + multiple) >> 32);
        return reduced < primes_[k] ? reduced : reduced - primes_[k];
    }

    Dominoes::Residues primes_;
    Dominoes::Residues minus_inverse_{};
};

}  // namespace shapewright::planar
