#include "stacking/search/layers.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "stacking/setting.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::size_t most_seeds = 4000;
constexpr std::size_t crowd = 16;
constexpr std::size_t poll_interval = 256;  // profiles expanded between two looks at the stop token

/// How a profile came about: from which one of the layer before, by which move.
struct Step {
    std::uint32_t parent;
    Move move;
};

template <int Words>
struct Entry {
    Profile<Words> profile;
    std::int32_t waste;
    std::int32_t score;
    Step step;
};

/// The entries of one layer, each profile once, with the least waste it was met with.
template <int Words>
class Layer {
public:
    std::vector<Entry<Words>> entries;

    const Entry<Words>* find(const Profile<Words>& profile) const {
        const std::uint32_t at = index_.find(hashed(profile), is(profile));
        return at == index_.none ? nullptr : &entries[at];
    }

    void add(const Entry<Words>& entry) {
        std::uint32_t& slot = index_.slot(hashed(entry.profile), is(entry.profile));
        if (slot != index_.none) {
            if (entry.waste < entries[slot].waste) entries[slot] = entry;
            return;
        }
        slot = static_cast<std::uint32_t>(entries.size());
        entries.push_back(entry);
        if (index_.is_full(entries.size())) index(2 * index_.slots());
    }

    /// Leaves the `most` entries of least score; of equals the earlier ones.
    void cut(std::size_t most) {
        SHAPEWRIGHT_ASSERT(most <= entries.size());
        std::vector<std::uint32_t> order(entries.size());
        for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
        const auto nth = order.begin() + static_cast<std::ptrdiff_t>(most);
        std::nth_element(order.begin(), nth, order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return entries[a].score != entries[b].score ? entries[a].score < entries[b].score : a < b;
        });
        order.resize(most);
        std::sort(order.begin(), order.end());
        for (std::size_t k = 0; k < most; ++k) entries[k] = entries[order[k]];
        entries.resize(most);
        index(index_.slots());
    }

    std::vector<Step> steps() const {
        std::vector<Step> all;
        all.reserve(entries.size());
        for (const auto& entry : entries) all.push_back(entry.step);
        return all;
    }

private:
    void index(std::size_t slots) {
        index_.refill(slots, 0, entries.size(), [&](std::size_t k) { return hashed(entries[k].profile); });
    }

    auto is(const Profile<Words>& profile) const {
        return [&](std::uint32_t k) { return entries[k].profile == profile; };
    }

    FlatIndex<> index_{1024};
};

template <int Words>
class LayersOf final : public Layers {
public:
    explicit LayersOf(const Question& question) : setting_(question) {}

    Verdict attempt(int height, const Effort& effort, const StopToken& stop) override {
        effort_ = effort;
        if (!setting_.keep(height)) return Verdict::refuted;
        behind_.clear();
        std::size_t meeting = setting_.length;
        if (const auto verdict = build_table(stop, meeting)) return *verdict;
        return search(meeting, stop);
    }

private:
    /// What a beam prefers: little waste, small steps, no narrow wells.
    std::int32_t score(const int* heights, std::int64_t waste) const {
        static constexpr int step_cost[] = {0, 3, 10, 25, 35};
        std::int32_t total = static_cast<std::int32_t>(std::min<std::int64_t>(waste, 1 << 20)) * waste_weight;
        for (int x = 0; x < setting_.width; ++x) {
            const int here = heights[x];
            const int left = x > 0 ? heights[x - 1] : std::numeric_limits<int>::max();
            const int right = x + 1 < setting_.width ? heights[x + 1] : std::numeric_limits<int>::max();
            if (x > 0) {
                const int step = std::abs(here - left);
                total += step < 5 ? step_cost[step] : 35 + 12 * (step - 4);
            }
            const int well = setting_.width > 1 ? std::min(left, right) - here : 0;
            if (well >= 2) total += well == 2 ? 5 : 20 + 5 * (well - 3);
        }
        return total;
    }

    // --- Backward ---------------------------------------------------------------------------------------------------

    /// Profiles before the last pieces from which these end within the height; `meeting` says before which piece.
    std::optional<Verdict> build_table(const StopToken& stop, std::size_t& meeting) {
        const std::int64_t most_deficit = deficit();
        table_complete_ = most_deficit == setting_.budget() && effort_.backward_waste >= setting_.budget();
        table_ = Layer<Words>();
        std::vector<int> top(static_cast<std::size_t>(setting_.width), setting_.height());
        seed(top, 0, 0, static_cast<int>(most_deficit));
        meeting = setting_.length;
        while (meeting > 0) {
            Layer<Words> next;
            bool too_large = false;
            for (std::size_t k = 0; k < table_.entries.size() && !too_large; ++k) {
                if (k % poll_interval == 0 && stop.expired()) return Verdict::stopped;
                lay_backward(meeting - 1, static_cast<std::uint32_t>(k), next);
                too_large = next.entries.size() > effort_.table;
            }
            states_ += next.entries.size();
            if (too_large) break;
            if (next.entries.empty()) {
                if (table_complete_) return Verdict::refuted;
                break;
            }
            behind_.push_back(next.steps());
            table_ = std::move(next);
            --meeting;
        }
        return std::nullopt;
    }

    /// How many cells below the height the first profiles of the table may lack: as many as leaves few enough of them.
    std::int64_t deficit() const {
        std::int64_t most = 0;
        double profiles = 1;
        while (most < setting_.budget()) {
            profiles *= static_cast<double>(setting_.width + most) / static_cast<double>(most + 1);
            if (profiles > static_cast<double>(most_seeds)) break;
            ++most;
        }
        return most;
    }

    void seed(std::vector<int>& heights, int column, int used, int left) {
        if (column == setting_.width) {
            Entry<Words> entry{{}, used, 0, {0, {}}};
            for (int x = 0; x < setting_.width; ++x)
                if (heights[static_cast<std::size_t>(x)] < setting_.floor[static_cast<std::size_t>(x)]) return;
            if (setting_.pack(heights.data(), entry.profile)) table_.add(entry);
            return;
        }
        for (int lack = 0; lack <= left; ++lack) {
            heights[static_cast<std::size_t>(column)] = setting_.height() - lack;
            seed(heights, column + 1, used + lack, left - lack);
        }
        heights[static_cast<std::size_t>(column)] = setting_.height();
    }

    /// Every profile from which piece number `i` falls to make entry `k` of the table.
    void lay_backward(std::size_t i, std::uint32_t k, Layer<Words>& next) {
        const Entry<Words> entry = table_.entries[k];
        Heights heights;
        // Above the profile there are the pieces after `i`, and what stays empty.
        setting_.unpack(entry.profile,
                        std::int64_t{setting_.width} * setting_.height() - entry.waste -
                            (setting_.mass(setting_.length) - setting_.mass(i + 1)),
                        heights);
        const auto& orientations = setting_.orientations(i);
        for (std::size_t o = 0; o < orientations.size(); ++o) {
            const Orientation& shape = orientations[o];
            const int spare =
                static_cast<int>(std::min<std::int64_t>(effort_.backward_waste, setting_.budget() - entry.waste));
            if (shape.gaps > spare) continue;
            for (int x = 0; x + shape.width() <= setting_.width; ++x) {
                const int base = heights[x] - shape.top[0];
                bool fits = true;
                for (int j = 0; j < shape.width() && fits; ++j)
                    fits = heights[x + j] - shape.top[static_cast<std::size_t>(j)] == base;
                if (!fits) continue;
                Heights before;
                std::copy(heights, heights + setting_.width, before);
                const Step step{k, {static_cast<std::uint8_t>(o), static_cast<std::uint8_t>(x), 0}};
                lower(i, shape, x, base, 0, shape.gaps, spare, false, entry.waste, step, before, next);
            }
        }
    }

    /// The columns under a piece that came to lie at `base`: at least one of them touched it.
    void lower(std::size_t i, const Orientation& shape, int x, int base, int j, int used, int spare, bool touches,
               std::int32_t waste, Step step, int* before, Layer<Words>& next) {
        if (j == shape.width()) {
            if (!touches) return;
            Entry<Words> entry{{}, waste + used, 0, step};
            SHAPEWRIGHT_ASSERT(used <= spare);
            if (!setting_.colours.can_have_filled(i, setting_.filled_imbalance(before), setting_.slack(entry.waste)))
                return;
            if (setting_.pack(before, entry.profile))
                next.add(entry);
            else
                table_complete_ = false;
            return;
        }
        const std::size_t at = static_cast<std::size_t>(x + j);
        const int under = base + shape.bottom[static_cast<std::size_t>(j)];
        for (int gap = 0; used + gap <= spare && under - gap >= setting_.floor[at]; ++gap) {
            before[at] = under - gap;
            lower(i, shape, x, base, j + 1, used + gap, spare, touches || gap == 0, waste, step, before, next);
        }
    }

    // --- Forward ----------------------------------------------------------------------------------------------------

    Verdict search(std::size_t meeting, const StopToken& stop) {
        ahead_.clear();
        complete_ = true;
        Layer<Words> layer;
        Entry<Words> start{{}, 0, 0, {0, {}}};
        setting_.pack(setting_.floor.data(), start.profile);
        layer.add(start);
        for (std::size_t i = 0;; ++i) {
            if (i == meeting && meet(layer)) return Verdict::found;
            if (i == meeting && complete_ && table_complete_) return Verdict::refuted;
            if (i == setting_.length) {  // whatever is left stays within the height
                if (layer.entries.empty()) return complete_ ? Verdict::refuted : Verdict::unknown;
                trace(0);
                return Verdict::found;
            }
            if (i == meeting && setting_.budget() == 0) return Verdict::unknown;  // the table had every end there is
            Layer<Words> next;
            for (std::size_t k = 0; k < layer.entries.size(); ++k) {
                if (k % poll_interval == 0 && stop.expired()) return Verdict::stopped;
                lay_forward(i, static_cast<std::uint32_t>(k), layer, next);
                if (next.entries.size() > crowd * effort_.beam) {  // a layer on its way need not be kept whole
                    next.cut(static_cast<std::size_t>(effort_.beam));
                    complete_ = false;
                }
            }
            states_ += next.entries.size();
            if (next.entries.empty()) return complete_ ? Verdict::refuted : Verdict::unknown;
            if (next.entries.size() > effort_.beam) {
                next.cut(static_cast<std::size_t>(effort_.beam));
                complete_ = false;
            }
            ahead_.push_back(next.steps());
            layer = std::move(next);
        }
    }

    /// Whether a profile of the layer is in the table, and no higher than there.
    bool meet(const Layer<Words>& layer) {
        for (std::uint32_t k = 0; k < layer.entries.size(); ++k) {
            const Entry<Words>* end = table_.find(layer.entries[k].profile);
            SHAPEWRIGHT_ASSERT(end == nullptr || (end->waste >= 0 && end->waste <= setting_.budget()));
            if (end == nullptr || layer.entries[k].waste + end->waste > setting_.budget()) continue;
            trace(k);
            auto at = static_cast<std::uint32_t>(end - table_.entries.data());
            for (std::size_t i = behind_.size(); i-- > 0;) {
                plan_[setting_.length - 1 - i] = behind_[i][at].move;
                at = behind_[i][at].parent;
            }
            return true;
        }
        return false;
    }

    /// The moves that led to entry `k` of the last layer.
    void trace(std::uint32_t k) {
        plan_.assign(setting_.length, {});
        SHAPEWRIGHT_ASSERT(ahead_.size() + behind_.size() >= setting_.length);
        for (std::size_t i = ahead_.size(); i-- > 0;) {
            plan_[i] = ahead_[i][k].move;
            k = ahead_[i][k].parent;
        }
    }

    void lay_forward(std::size_t i, std::uint32_t k, const Layer<Words>& layer, Layer<Words>& next) {
        const Entry<Words>& entry = layer.entries[k];
        Heights heights;
        setting_.unpack(entry.profile, setting_.mass(i) + entry.waste, heights);
        const auto& orientations = setting_.orientations(i);
        for (std::size_t o = 0; o < orientations.size(); ++o) {
            const Orientation& shape = orientations[o];
            for (int x = 0; x + shape.width() <= setting_.width; ++x) {
                Heights after;
                const std::int64_t waste = setting_.fall(i, shape, x, heights, entry.waste, after);
                if (waste < 0) continue;
                Entry<Words> made{{},
                                  static_cast<std::int32_t>(waste),
                                  score(after, waste),
                                  {k, {static_cast<std::uint8_t>(o), static_cast<std::uint8_t>(x), 0}}};
                if (setting_.pack(after, made.profile))
                    next.add(made);
                else
                    complete_ = false;
            }
        }
    }

    static constexpr std::int32_t waste_weight = 25;

    Setting<Words> setting_;
    Effort effort_;
    Layer<Words> table_;
    bool table_complete_ = false;
    bool complete_ = false;
    std::vector<std::vector<Step>> behind_;  // of the table's layers, the last piece first
    std::vector<std::vector<Step>> ahead_;   // of the forward layers
};

}  // namespace

std::unique_ptr<Layers> make_layers(const Question& question) {
    check(question);
    if (question.width <= 8) return std::make_unique<LayersOf<1>>(question);
    if (question.width <= 16) return std::make_unique<LayersOf<2>>(question);
    if (question.width <= 32) return std::make_unique<LayersOf<4>>(question);
    return std::make_unique<LayersOf<8>>(question);
}

}  // namespace shapewright::stacking
