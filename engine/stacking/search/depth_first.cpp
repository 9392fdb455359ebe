#include "stacking/search/depth_first.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "core/memory.hpp"
#include "stacking/setting.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of the table of failures; what finds no room is forgotten
constexpr std::uint64_t poll_interval = 1024;               // profiles entered between two looks at the stop token

/// Profiles before a certain piece from which no plan ends well with this waste, or more.
template <int Words>
class Failures {
public:
    bool contains(std::size_t piece, const Profile<Words>& profile, std::int64_t waste) const {
        const Failure failure{profile, static_cast<std::uint32_t>(piece), static_cast<std::int32_t>(waste)};
        const std::uint32_t found = index_.find(hash(failure), like(failure));
        return found != index_.none && failures_[found].waste <= failure.waste;
    }

    void add(std::size_t piece, const Profile<Words>& profile, std::int64_t waste) {
        const Failure failure{profile, static_cast<std::uint32_t>(piece), static_cast<std::int32_t>(waste)};
        std::uint32_t& slot = index_.slot(hash(failure), like(failure));
        if (slot != index_.none) {
            Failure& found = failures_[slot];
            found.waste = std::min(found.waste, failure.waste);
            return;
        }
        const bool grows = failures_.size() == failures_.capacity() || index_.is_full(failures_.size() + 1);
        if (grows && 2 * (bytes_of(failures_) + index_.bytes()) > most_bytes) return;
        slot = static_cast<std::uint32_t>(failures_.size());
        failures_.push_back(failure);
        if (index_.is_full(failures_.size()))
            index_.grow(failures_.size(), [&](std::size_t k) { return hash(failures_[k]); });
    }

private:
    struct Failure {
        Profile<Words> profile;
        std::uint32_t piece = 0;
        std::int32_t waste = -1;
    };

    static std::uint64_t hash(const Failure& failure) { return hashed(failure.profile) + failure.piece * golden; }

    auto like(const Failure& failure) const {
        return [&](std::uint32_t k) {
            return failures_[k].piece == failure.piece && failures_[k].profile == failure.profile;
        };
    }

    std::vector<Failure> failures_;
    FlatIndex<> index_{1024};
};

template <int Words>
class DepthFirstOf final : public DepthFirst {
public:
    explicit DepthFirstOf(const Question& question) : setting_(question) {}

    void start(int height) override {
        failures_ = Failures<Words>();
        frames_.assign(setting_.length + 1, Frame());
        complete_ = true;
        depth_ = 0;
        over_ = !setting_.keep(height);
        std::copy(setting_.floor.begin(), setting_.floor.end(), frames_[0].heights);
        setting_.pack(frames_[0].heights, frames_[0].profile);
    }

    Verdict next(std::uint64_t most, const StopToken& stop) override {
        if (frames_.empty()) throw std::invalid_argument("stacking: the search was not started");
        for (std::uint64_t entered = 0; !over_;) {
            if (entered % poll_interval == 0 && stop.expired()) return Verdict::stopped;
            if (entered > most) return Verdict::unknown;
            Frame& frame = frames_[depth_];
            SHAPEWRIGHT_ASSERT(depth_ < frames_.size() && frames_.size() == setting_.length + 1);
            if (depth_ == setting_.length) {
                plan_.clear();
                for (std::size_t k = 0; k < depth_; ++k) {
                    plan_.push_back(frames_[k].move);
                    frames_[k].leads = true;
                }
                retreat();
                return Verdict::found;
            }
            if (advance(depth_, frame, frames_[depth_ + 1])) {
                ++depth_;
                ++states_;
                ++entered;
                continue;
            }
            if (!frame.leads) failures_.add(depth_, frame.profile, frame.waste);
            retreat();
        }
        return complete_ ? Verdict::refuted : Verdict::unknown;
    }

private:
    struct Frame {
        Heights heights{};
        Profile<Words> profile;
        std::int64_t waste = 0;
        Move move;
        int orientation = 0;  // the next move to try
        int column = 0;
        bool leads = false;  // a plan was found from here
    };

    void retreat() {
        if (depth_ == 0)
            over_ = true;
        else
            --depth_;
    }

    /// Makes the next move of a frame that does not lead to a known failure; false if there is none.
    bool advance(std::size_t i, Frame& frame, Frame& next) {
        const auto& orientations = setting_.orientations(i);
        for (; frame.orientation < static_cast<int>(orientations.size()); ++frame.orientation, frame.column = 0) {
            const Orientation& shape = orientations[static_cast<std::size_t>(frame.orientation)];
            while (frame.column + shape.width() <= setting_.width) {
                const int x = frame.column++;
                const std::int64_t waste = setting_.fall(i, shape, x, frame.heights, frame.waste, next.heights);
                if (waste < 0) continue;
                if (!setting_.pack(next.heights, next.profile)) {
                    complete_ = false;
                    continue;
                }
                if (failures_.contains(i + 1, next.profile, waste)) continue;
                SHAPEWRIGHT_ASSERT(frame.waste <= waste && waste <= setting_.budget());
                frame.move = {static_cast<std::uint8_t>(frame.orientation), static_cast<std::uint8_t>(x), 0};
                next.waste = waste;
                next.orientation = next.column = 0;
                next.leads = false;
                return true;
            }
        }
        return false;
    }

    Setting<Words> setting_;
    Failures<Words> failures_;
    std::vector<Frame> frames_;
    std::size_t depth_ = 0;
    bool over_ = true;
    bool complete_ = true;
};

}  // namespace

std::unique_ptr<DepthFirst> make_depth_first(const Question& question) {
    check(question);
    if (question.width <= 8) return std::make_unique<DepthFirstOf<1>>(question);
    if (question.width <= 16) return std::make_unique<DepthFirstOf<2>>(question);
    if (question.width <= 32) return std::make_unique<DepthFirstOf<4>>(question);
    return std::make_unique<DepthFirstOf<8>>(question);
}

}  // namespace shapewright::stacking
