#include "set_cover/local_search.hpp"

#include <algorithm>
#include <vector>

#include "core/rng.hpp"

namespace shapewright::set_cover {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

class LocalSearch {
public:
    LocalSearch(const Problem& problem, const Numbers& cover, std::uint64_t seed)
        : problem_(problem),
          having_(problem.elements),
          in_(problem.sets.size(), false),
          gain_(problem.sets.size(), 0),
          moved_(problem.sets.size(), 0),
          free_(problem.sets.size(), true),
          times_(problem.elements, 0),
          weight_(problem.elements, 1),
          place_(problem.elements, none),
          rng_(seed) {
        for (std::uint32_t set = 0; set < problem.sets.size(); ++set)
            for (const std::uint32_t element : problem.sets[set]) having_[element].push_back(set), ++gain_[set];
        for (std::uint32_t element = 0; element < problem.elements; ++element) miss(element);
        for (const std::uint32_t set : cover) add(set);
    }

    Numbers run(std::uint64_t work, const StopToken& stop, Numbers best) {
        std::uint32_t kept = none;
        for (std::uint64_t step = 1; looks_ <= work && !taken_.empty(); ++step) {
            if (step % 64 == 0 && stop.expired()) break;
            while (missing_.empty() && !taken_.empty()) {
                best = taken_;
                remove(least_missed(none));
            }
            if (taken_.empty()) break;
            const std::uint32_t out = least_missed(kept);
            if (out == none) break;
            moved_[out] = step;
            remove(out);
            free_[out] = false;
            const std::uint32_t in = most_gained(missing_[rng_.place(missing_.size())]);
            if (in == none) continue;
            add(in);
            moved_[in] = step;
            kept = in;
            for (const std::uint32_t element : missing_) {
                ++weight_[element];
                for (const std::uint32_t set : having_[element]) ++gain_[set];
            }
        }
        std::sort(best.begin(), best.end());
        return best;
    }

private:
    void miss(std::uint32_t element) {
        place_[element] = static_cast<std::uint32_t>(missing_.size());
        missing_.push_back(element);
    }
    void meet(std::uint32_t element) {
        const std::uint32_t last = missing_.back();
        missing_[place_[element]] = last;
        place_[last] = place_[element];
        place_[element] = none;
        missing_.pop_back();
    }

    // A set's gain is the weight of what it would add, or of what would be missing without it. Sets near one that
    // moves may come in again.
    void add(std::uint32_t set) {
        in_[set] = true;
        taken_.push_back(set);
        for (const std::uint32_t element : problem_.sets[set]) {
            const std::uint32_t before = times_[element]++;
            if (before == 0) meet(element);
            looks_ += having_[element].size();
            for (const std::uint32_t other : having_[element]) {
                free_[other] = true;
                if (other == set) continue;
                if (before == 0)
                    gain_[other] -= weight_[element];
                else if (before == 1 && in_[other])
                    gain_[other] -= weight_[element];
            }
        }
    }
    void remove(std::uint32_t set) {
        in_[set] = false;
        taken_.erase(std::find(taken_.begin(), taken_.end(), set));
        for (const std::uint32_t element : problem_.sets[set]) {
            const std::uint32_t after = --times_[element];
            if (after == 0) miss(element);
            looks_ += having_[element].size();
            for (const std::uint32_t other : having_[element]) {
                free_[other] = true;
                if (other == set) continue;
                if (after == 0)
                    gain_[other] += weight_[element];
                else if (after == 1 && in_[other])
                    gain_[other] += weight_[element];
            }
        }
    }

    std::uint32_t least_missed(std::uint32_t kept) const {
        std::uint32_t best = none;
        for (const std::uint32_t set : taken_)
            if (set != kept &&
                (best == none || gain_[set] < gain_[best] || (gain_[set] == gain_[best] && moved_[set] < moved_[best])))
                best = set;
        return best;
    }
    std::uint32_t most_gained(std::uint32_t element) const {
        std::uint32_t best = none;
        for (const std::uint32_t set : having_[element])
            if (free_[set] &&
                (best == none || gain_[set] > gain_[best] || (gain_[set] == gain_[best] && moved_[set] < moved_[best])))
                best = set;
        return best;
    }

    const Problem& problem_;
    std::vector<Numbers> having_;
    std::vector<bool> in_;
    std::vector<std::int64_t> gain_;
    std::vector<std::uint64_t> moved_;  // the step at which each set last came or went
    std::vector<bool> free_;            // whether each set may come in
    Numbers times_;                     // how many sets of the cover have each element
    std::vector<std::int64_t> weight_;
    Numbers place_, missing_, taken_;
    std::uint64_t looks_ = 0;
    Rng rng_;
};

}  // namespace

Numbers fewer_sets(const Problem& problem, const Numbers& cover, std::uint64_t work, std::uint64_t seed,
                   const StopToken& stop) {
    return LocalSearch(problem, cover, seed).run(work, stop, cover);
}

}  // namespace shapewright::set_cover
