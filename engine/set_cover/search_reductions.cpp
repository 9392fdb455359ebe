// What needs no search: sets and elements that others make needless, and parts that have nothing in common.
#include <algorithm>

#include "set_cover/search.hpp"

namespace shapewright::set_cover {
namespace {

/// Rows of bits, one for each of the things compared.
class BitRows {
public:
    BitRows(std::size_t rows, std::size_t bits) : words_((bits + 63) / 64), bits_(rows * words_) {}
    void set(std::size_t row, std::size_t bit) { bits_[row * words_ + bit / 64] |= std::uint64_t{1} << (bit % 64); }
    bool within(std::size_t inner, std::size_t outer) const {
        for (std::size_t w = 0; w < words_; ++w)
            if ((bits_[inner * words_ + w] & ~bits_[outer * words_ + w]) != 0) return false;
        return true;
    }

private:
    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

}  // namespace

/// A set is needless if another one that weighs no more has all that it has and that is open.
bool Search::drop_sets() {
    list_open();
    Numbers place(covered_.size(), 0), sizes(decided_.size(), 0);
    for (std::uint32_t k = 0; k < open_elements_.size(); ++k) place[open_elements_[k]] = k;
    BitRows members(open_sets_.size(), open_elements_.size());
    Numbers order;
    for (std::uint32_t k = 0; k < open_sets_.size(); ++k) {
        order.push_back(k);
        for (const std::uint32_t element : problem_.sets[open_sets_[k]])
            if (covered_[element] == 0) members.set(k, place[element]), ++sizes[k];
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (sizes[a] != sizes[b]) return sizes[a] > sizes[b];
        return problem_.weights[open_sets_[a]] < problem_.weights[open_sets_[b]];
    });
    Numbers kept;
    bool changed = false;
    for (const std::uint32_t k : order) {
        const std::uint32_t weight = problem_.weights[open_sets_[k]];
        const bool needless = sizes[k] == 0 || std::any_of(kept.begin(), kept.end(), [&](std::uint32_t other) {
                                  return problem_.weights[open_sets_[other]] <= weight && members.within(k, other);
                              });
        if (needless)
            leave_out(open_sets_[k]), changed = true;
        else
            kept.push_back(k);
    }
    return changed;
}

/// An element is covered with another one if it is in every open set of that one.
bool Search::drop_elements() {
    list_open();
    Numbers place(decided_.size(), 0), order;
    for (std::uint32_t k = 0; k < open_sets_.size(); ++k) place[open_sets_[k]] = k;
    BitRows sets(open_elements_.size(), open_sets_.size());
    for (std::uint32_t k = 0; k < open_elements_.size(); ++k) {
        order.push_back(k);
        for (const std::uint32_t set : having_[open_elements_[k]])
            if (!decided_[set]) sets.set(k, place[set]);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return left_[open_elements_[a]] < left_[open_elements_[b]];
    });
    Numbers kept;
    bool changed = false;
    for (const std::uint32_t k : order) {
        if (std::any_of(kept.begin(), kept.end(), [&](std::uint32_t other) { return sets.within(other, k); }))
            imply(open_elements_[k]), changed = true;
        else
            kept.push_back(k);
    }
    return changed;
}

void Search::reduce() {
    bool changed = true;
    while (changed && propagate() && !is_over()) {
        changed = drop_elements();
        changed = drop_sets() || changed;
    }
}

std::vector<Numbers> Search::parts() const {
    std::vector<Numbers> found;
    std::vector<bool> met(decided_.size(), false), seen(covered_.size(), false);
    for (std::uint32_t first = 0; first < decided_.size(); ++first) {
        if (decided_[first] || met[first]) continue;
        Numbers part{first};
        met[first] = true;
        for (std::size_t k = 0; k < part.size(); ++k)
            for (const std::uint32_t element : problem_.sets[part[k]]) {
                if (covered_[element] != 0 || seen[element]) continue;
                seen[element] = true;
                for (const std::uint32_t set : having_[element])
                    if (!decided_[set] && !met[set]) met[set] = true, part.push_back(set);
            }
        std::sort(part.begin(), part.end());
        found.push_back(std::move(part));
    }
    return found;
}

}  // namespace shapewright::set_cover
