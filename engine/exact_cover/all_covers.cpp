#include "exact_cover/all_covers.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/assert.hpp"
#include "core/flat_index.hpp"
#include "core/hash.hpp"
#include "core/memory.hpp"
#include "diagram/unfolding.hpp"
#include "frontier/moves.hpp"

namespace shapewright::exact_cover {

namespace {

using diagram::Node;
using diagram::none;
using diagram::unit;
using Key = std::vector<std::uint64_t>;

/// Some bits of a word of a key.
struct Bits {
    std::uint32_t word;
    std::uint64_t mask;
};

/// A number within a key.
struct Place {
    std::uint32_t word, shift;
    std::uint64_t mask;  // before it is shifted

    std::uint64_t of(const std::uint64_t* key) const { return key[word] >> shift & mask; }
    void set(std::uint64_t* key, std::uint64_t value) const {
        SHAPEWRIGHT_ASSERT(value <= mask);
        key[word] = (key[word] & ~(mask << shift)) | value << shift;
    }
};

/// An option as a step: bits that must be free and are then taken, shared items with their colours, copies of pieces.
struct Step {
    std::uint32_t option;
    std::vector<Bits> takes;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> colours;  // (item, its value)
    std::vector<std::pair<std::uint32_t, std::uint64_t>> copies;   // (digit, how many)
};

/// Options to choose from: at most one (exactly one if it is required) of those whose least item is `item`, where that
/// is open; or a single option that may be chosen or not.
struct Stage {
    static constexpr std::uint32_t free = ~std::uint32_t{0};
    std::uint32_t item = free;
    bool required = false;
    std::vector<Step> steps;
    std::vector<std::uint32_t> closing_items, closing_digits;  // nobody asks about them after this stage
};

std::uint32_t least_item(const Option& option) {
    return option.items.empty() ? Stage::free : *std::min_element(option.items.begin(), option.items.end());
}

/// The instance as stages, and where its numbers lie in a key.
class Plan {
public:
    explicit Plan(const Instance& instance) {
        place_items(instance);
        place_digits(instance);
        make_stages(instance);
        close_items(instance);
        close_digits();
    }

    std::vector<Stage> stages;
    bool impossible = false;

    std::size_t words() const { return words_; }

    bool is_covered(const std::uint64_t* key, std::uint32_t item) const { return items_[item].of(key) != 0; }

    bool fits(const std::uint64_t* key, const Step& step) const {
        for (const Bits& bits : step.takes)
            if ((key[bits.word] & bits.mask) != 0) return false;
        for (const auto& [item, value] : step.colours)
            if (const std::uint64_t now = items_[item].of(key); now != 0 && (now != value || value == 1)) return false;
        for (const auto& [digit, number] : step.copies)
            if (!digits_[digit].saturates && places_[digit].of(key) + number > digits_[digit].top) return false;
        return true;
    }

    void take(std::uint64_t* key, const Step& step) const {
        SHAPEWRIGHT_ASSERT(fits(key, step));
        for (const Bits& bits : step.takes) key[bits.word] |= bits.mask;
        for (const auto& [item, value] : step.colours) items_[item].set(key, value);
        for (const auto& [digit, number] : step.copies)
            places_[digit].set(key, std::min(places_[digit].of(key) + number, digits_[digit].top));
    }

    /// Leave a stage behind: what nobody asks about any more becomes the same for all. False: something is missing.
    bool close(std::uint64_t* key, const Stage& stage) const {
        for (const std::uint32_t item : stage.closing_items) items_[item].set(key, items_[item].mask);
        for (const std::uint32_t digit : stage.closing_digits) {
            if (places_[digit].of(key) < digits_[digit].floor) return false;
            places_[digit].set(key, places_[digit].mask);
        }
        return true;
    }

private:
    Place placed(int bits) {
        if (used_ + bits > 64) {
            ++words_;
            used_ = 0;
        }
        SHAPEWRIGHT_ASSERT(0 < bits && used_ + bits <= 64);
        const Place place{static_cast<std::uint32_t>(words_ - 1), static_cast<std::uint32_t>(used_),
                          bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1};
        used_ += bits;
        return place;
    }

    void place_items(const Instance& instance) {
        // 0 is open, 1 covered, more than that covered with a colour.
        std::vector<std::uint64_t> values(instance.items(), 1);
        for (const Option& option : instance.options)
            for (std::size_t k = 0; k < option.colours.size(); ++k)
                if (option.colours[k] != 0)
                    values[option.items[k]] = std::max(values[option.items[k]], std::uint64_t{option.colours[k]} + 1);
        for (const std::uint64_t most : values) {
            items_.push_back(placed(static_cast<int>(std::bit_width(most))));
            shared_.push_back(most > 1);
        }
    }

    void place_digits(const Instance& instance) {
        std::vector<frontier::Usage> usage = frontier::usage_of(instance);
        // Items that many options may cover with one colour leave room for any number of them.
        for (const Option& option : instance.options) {
            const auto alone = static_cast<std::uint64_t>(std::count_if(
                option.items.begin(), option.items.end(), [&](std::uint32_t item) { return !shared_[item]; }));
            for (const auto& use : option.uses) usage[use.first].smallest = std::min(usage[use.first].smallest, alone);
        }
        for (std::size_t piece = 0; piece < instance.pieces(); ++piece) {
            // Where options take no room, they may be chosen as often as they are there.
            const frontier::Usage used = usage[piece];
            frontier::Digit digit{};
            if (used.smallest == 0) {
                digit = {instance.maximum[piece], instance.minimum[piece], false};
                if (digit.top == unlimited) digit = {digit.floor, digit.floor, true};
            } else {
                digit = frontier::digit_for(instance, piece, used);
            }
            impossible = impossible || digit.floor > digit.top;
            of_piece_.push_back(digit.top == 0 ? frontier::KeyLayout::none
                                               : static_cast<std::uint32_t>(digits_.size()));
            if (digit.top == 0) continue;
            places_.push_back(placed(digit.bits()));
            digits_.push_back(digit);
        }
    }

    Step step_of(const Instance& instance, std::uint32_t number) const {
        const Option& option = instance.options[number];
        Step step{number, {}, {}, {}};
        const auto takes = [&](const Place& place) {
            const std::uint64_t mask = place.mask << place.shift;
            if (!step.takes.empty() && step.takes.back().word == place.word)
                step.takes.back().mask |= mask;
            else
                step.takes.push_back({place.word, mask});
        };
        std::vector<std::size_t> order;
        for (std::size_t k = 0; k < option.items.size(); ++k) order.push_back(k);
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return option.items[a] < option.items[b]; });
        for (const std::size_t k : order) {
            const std::uint32_t item = option.items[k];
            if (shared_[item])
                step.colours.emplace_back(item, option.colours.empty() ? 1 : std::uint64_t{option.colours[k]} + 1);
            else
                takes(items_[item]);
        }
        for (const auto& [piece, copies] : option.uses) {
            const std::uint32_t digit = of_piece_[piece];
            if (digit == frontier::KeyLayout::none) continue;
            if (digits_[digit].top == 1 && !digits_[digit].saturates && copies == 1)
                takes(places_[digit]);
            else
                step.copies.emplace_back(digit, copies);
        }
        return step;
    }

    void make_stages(const Instance& instance) {
        std::uint32_t number = 0;
        const auto options = static_cast<std::uint32_t>(instance.options.size());
        const auto is_usable = [&](std::uint32_t option) {
            for (const auto& [piece, copies] : instance.options[option].uses)
                if (copies > instance.maximum[piece]) return false;
            return true;
        };
        for (std::uint32_t item = 0; item < instance.items(); ++item) {
            std::vector<Stage> here(1);
            here[0].item = item;
            here[0].required = instance.required[item];
            for (; number < options && least_item(instance.options[number]) == item; ++number) {
                if (!is_usable(number)) continue;
                if (shared_[item])
                    here.push_back({Stage::free, false, {step_of(instance, number)}, {}, {}});
                else
                    here[0].steps.push_back(step_of(instance, number));
            }
            for (Stage& stage : here) stages.push_back(std::move(stage));
        }
        for (; number < options && instance.options[number].items.empty(); ++number)
            if (is_usable(number)) stages.push_back({Stage::free, false, {step_of(instance, number)}, {}, {}});
        if (number < options) throw std::invalid_argument("the options are not sorted by their least items");
    }

    /// A required item is covered once its own stage is over; nobody asks about another after its last option.
    void close_items(const Instance& instance) {
        std::vector<std::uint32_t> last(instance.items(), Stage::free);
        for (std::uint32_t number = 0; number < stages.size(); ++number) {
            for (const Step& step : stages[number].steps)
                for (const std::uint32_t item : instance.options[step.option].items) last[item] = number;
            if (const std::uint32_t item = stages[number].item; item != Stage::free && instance.required[item])
                last[item] = number;
        }
        for (std::uint32_t item = 0; item < instance.items(); ++item)
            if (last[item] != Stage::free) stages[last[item]].closing_items.push_back(item);
    }

    void close_digits() {
        std::vector<std::size_t> last(digits_.size(), 0);
        for (std::size_t stage = 0; stage < stages.size(); ++stage)
            for (const Step& step : stages[stage].steps) {
                for (const auto& [digit, copies] : step.copies) last[digit] = stage;
                for (std::uint32_t digit = 0; digit < digits_.size(); ++digit)
                    for (const Bits& bits : step.takes)
                        if (bits.word == places_[digit].word &&
                            (bits.mask >> places_[digit].shift & places_[digit].mask) != 0)
                            last[digit] = stage;
            }
        if (stages.empty() && !digits_.empty()) stages.emplace_back();
        for (std::uint32_t digit = 0; digit < digits_.size(); ++digit)
            stages[last[digit]].closing_digits.push_back(digit);
    }

    std::size_t words_ = 1;
    int used_ = 0;
    std::vector<Place> items_, places_;
    std::vector<bool> shared_;
    std::vector<frontier::Digit> digits_;
    std::vector<std::uint32_t> of_piece_;
};

/// The states that wait at one stage, found by their keys.
class Waiting {
public:
    bool empty() const { return states_.empty(); }
    std::size_t size() const { return states_.size(); }
    Node state(std::size_t k) const { return states_[k]; }
    const std::uint64_t* key(std::size_t k, std::size_t words) const { return keys_.data() + k * words; }
    std::uint64_t bytes() const { return bytes_of(keys_) + bytes_of(states_) + index_.bytes(); }

    template <typename Make>
    Node find(const Key& key, Make make) {
        std::uint32_t& slot = index_.slot(hash_of_words(key), [&](std::uint32_t k) {
            return std::equal(key.begin(), key.end(), this->key(k, key.size()));
        });
        if (slot != index_.none) return states_[slot];
        slot = static_cast<std::uint32_t>(states_.size());
        keys_.insert(keys_.end(), key.begin(), key.end());
        states_.push_back(make());
        SHAPEWRIGHT_ASSERT(keys_.size() == key.size() * states_.size());
        if (index_.is_full(states_.size()))
            index_.grow(states_.size(),
                        [&](std::size_t k) { return hash_of_words(std::span(this->key(k, key.size()), key.size())); });
        return states_.back();
    }

private:
    Key keys_;
    std::vector<Node> states_;
    FlatIndex<> index_{16};
};

/// The search over all stages.
class Build {
public:
    Build(const Plan& plan, const StopToken& stop, std::uint64_t bytes)
        : plan_(plan),
          unfolding_(stop, bytes),
          waiting_(plan.stages.size()),
          others_(plan.stages.size() * Waiting().bytes()) {}

    diagram::Family run(std::uint32_t options, const std::function<void(std::uint64_t)>& progress) {
        Key key(plan_.words(), 0);
        const Node root = plan_.impossible ? none : arrive(key, 0);
        for (std::size_t stage = 0; stage < waiting_.size(); ++stage) {
            const Waiting here = std::move(waiting_[stage]);
            // What later stages hold grows while this one is looked at; its own part goes away after it.
            for (std::size_t k = 0; k < here.size(); ++k) look(here, k, stage);
            SHAPEWRIGHT_ASSERT(others_ >= here.bytes());
            others_ -= here.bytes();
            if (progress && !here.empty()) progress(stage);
        }
        return unfolding_.fold(options, root);
    }

private:
    void look(const Waiting& here, std::size_t k, std::size_t number) {
        const Stage& stage = plan_.stages[number];
        const std::uint64_t* key = here.key(k, plan_.words());
        unfolding_.open(here.state(k));
        for (const Step& step : stage.steps) {
            if (!plan_.fits(key, step)) continue;
            next_.assign(key, key + plan_.words());
            plan_.take(next_.data(), step);
            unfolding_.arc(step.option, leave(number));
        }
        Node rest = none;
        if (!stage.required) {
            next_.assign(key, key + plan_.words());
            rest = leave(number);
        }
        unfolding_.close(rest, others_);
    }

    Node leave(std::size_t stage) {
        return plan_.close(next_.data(), plan_.stages[stage]) ? arrive(next_, stage + 1) : none;
    }

    /// The state of a key that comes to a stage: it waits at the first one from there that has something to choose.
    Node arrive(Key& key, std::size_t stage) {
        SHAPEWRIGHT_ASSERT(key.size() == plan_.words());
        for (; stage < plan_.stages.size(); ++stage) {
            const Stage& here = plan_.stages[stage];
            const bool open = here.item == Stage::free || !plan_.is_covered(key.data(), here.item);
            if (open && here.required && here.steps.empty()) return none;
            if (open && !here.steps.empty()) {
                Waiting& waiting = waiting_[stage];
                const std::uint64_t before = waiting.bytes();
                const Node state = waiting.find(key, [&] { return unfolding_.state(); });
                others_ += waiting.bytes() - before;
                return state;
            }
            if (!plan_.close(key.data(), here)) return none;
        }
        return unit;
    }

    const Plan& plan_;
    diagram::Unfolding unfolding_;
    std::vector<Waiting> waiting_;  // by stage
    std::uint64_t others_;          // bytes that wait
    Key next_;
};

}  // namespace

diagram::Family all_covers(const Instance& instance, const StopToken& stop, std::uint64_t bytes,
                           const std::function<void(std::uint64_t)>& progress) {
    const Plan plan(instance);
    return Build(plan, stop, bytes).run(static_cast<std::uint32_t>(instance.options.size()), progress);
}

}  // namespace shapewright::exact_cover
