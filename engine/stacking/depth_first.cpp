#include "stacking/depth_first.hpp"

#include <stdexcept>

#include "stacking/setting.hpp"

namespace shapewright::stacking {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of the table of failures; what finds no room is forgotten
constexpr std::uint64_t poll_interval = 1024;               // profiles entered between two looks at the stop token

/// Profiles before a certain piece from which no plan ends well with this waste, or more.
template <int Words>
class Failures {
public:
    Failures() : slots_(1024) {}

    bool contains(std::size_t piece, const Profile<Words>& profile, std::int64_t waste) const {
        const Failure& found = slots_[place(static_cast<std::uint32_t>(piece), profile)];
        return found.waste >= 0 && found.waste <= waste;
    }

    void add(std::size_t piece, const Profile<Words>& profile, std::int64_t waste) {
        Failure& found = slots_[place(static_cast<std::uint32_t>(piece), profile)];
        if (found.waste >= 0) {
            found.waste = std::min(found.waste, static_cast<std::int32_t>(waste));
            return;
        }
        const bool crowded = 2 * (count_ + 1) > slots_.size();
        if (crowded && 2 * slots_.size() * sizeof(Failure) > most_bytes) return;
        found = {profile, static_cast<std::uint32_t>(piece), static_cast<std::int32_t>(waste)};
        ++count_;
        if (!crowded) return;
        std::vector<Failure> old(2 * slots_.size());
        old.swap(slots_);
        for (const Failure& failure : old)
            if (failure.waste >= 0) slots_[place(failure.piece, failure.profile)] = failure;
    }

private:
    struct Failure {
        Profile<Words> profile;
        std::uint32_t piece = 0;
        std::int32_t waste = -1;
    };

    std::size_t place(std::uint32_t piece, const Profile<Words>& profile) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = static_cast<std::size_t>(profile.hash() + piece * 0x9e3779b97f4a7c15ULL) & mask;
        while (slots_[at].waste >= 0 && !(slots_[at].piece == piece && slots_[at].profile == profile))
            at = (at + 1) & mask;
        return at;
    }

    std::vector<Failure> slots_;
    std::size_t count_ = 0;
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
