#include "exact_cover/certificate.hpp"

#include <algorithm>
#include <stdexcept>

namespace shapewright::exact_cover {
namespace {

constexpr std::size_t chunk = std::size_t{1} << 20;
constexpr std::uint64_t seed = 20;
constexpr unsigned nodes_between_looks = 256;

}  // namespace

Certificate::Certificate(const Instance& instance, std::vector<std::int64_t> costs)
    : cells_(instance), items_(static_cast<std::uint32_t>(instance.items())), costs_(std::move(costs)) {
    if (std::find(instance.required.begin(), instance.required.end(), false) != instance.required.end())
        throw std::invalid_argument("every item of a certificate must be required");
    if (!costs_.empty() && costs_.size() != instance.options.size())
        throw std::invalid_argument("there is one cost for each option");
    for (std::uint32_t p = 0; p < instance.pieces(); ++p)
        if (cells_.is_single(p)) singles_.push_back(p);
    Rng rng(seed);
    const auto number = [&rng] { return Word128{rng.next(), rng.next()}; };
    std::vector<Word128> items(items_), pieces(instance.pieces());
    for (Word128& one : items) one = number();
    for (std::size_t p = 0; p < pieces.size(); ++p)  // pieces that are used freely make no difference
        if (instance.minimum[p] != 0 || instance.maximum[p] != unlimited) pieces[p] = number();
    for (const Option& option : instance.options) {
        if (option.items.empty() || !option.colours.empty())
            throw std::invalid_argument("an option of a certificate has items, and no colours");
        Word128 moved;
        for (const std::uint32_t item : option.items) moved += items[item];
        for (const auto& [piece, copies] : option.uses)
            for (std::uint32_t k = 0; k < copies; ++k) moved += pieces[piece];
        moved_.push_back(moved);
    }
}

void Certificate::begin_with(std::uint32_t piece, std::vector<std::uint32_t> times) {
    const auto at = std::find(singles_.begin(), singles_.end(), piece);
    if (at == singles_.end()) throw std::invalid_argument("the first piece must be used exactly once");
    if (times.size() != moved_.size()) throw std::invalid_argument("there is one number of times for each option");
    begin_ = cells_.pieces() + items_ + static_cast<std::uint32_t>(at - singles_.begin());
    times_ = std::move(times);
}

Certificate::Outcome Certificate::run(const StopToken& stop, bool in_order, std::uint64_t most_bytes) {
    while (depth_ > 1) cells_.leave(), --depth_;
    depth_ = 0;
    known_.release();
    text_ = {""};
    size_ = lines_ = 0;
    sums_.clear();
    least_.clear();
    in_order_ = in_order;
    root_ = begin_ == Cells::none ? reached() : Word{Word::line, 0};
    if (root_.kind != Word::line) return Outcome::done;
    root_ = {};  // until it is known
    open({}, begin_ == Cells::none ? best_list() : begin_);
    for (unsigned count = 1;; ++count) {
        if (count % nodes_between_looks == 0) {
            if (stop.expired()) return Outcome::stopped;
            if (bytes() > most_bytes) return Outcome::too_large;
        }
        Frame& frame = frames_[depth_ - 1];
        if (frame.words.size() < frame.options.size()) {
            const std::uint32_t option = frame.options[frame.words.size()];
            Word128 state = frame.state;
            state += moved_[option];
            if (const Word* word = known_.find(state)) {
                frame.words.push_back(*word);
                continue;
            }
            cells_.take(option);
            const Word word = reached();
            if (word.kind == Word::line) {
                open(state, best_list());
                continue;
            }
            cells_.leave();
            frame.words.push_back(word);
            continue;
        }
        write(frame);
        const Word word{Word::line, lines_++};
        known_.insert(frame.state, word);
        if (--depth_ == 0) {
            root_ = word;
            return Outcome::done;
        }
        cells_.leave();
        frames_[depth_ - 1].words.push_back(word);
    }
}

/// The number of an item, or of a piece after those of the items.
std::uint32_t Certificate::number_of(std::uint32_t list) const {
    const std::uint32_t pieces = cells_.pieces();
    if (list < pieces) return items_ + list;
    return list < pieces + items_ ? list - pieces : items_ + singles_[list - pieces - items_];
}

/// Where nothing is left: the shortest list of all, which a checker goes through soonest; or a piece of which too few
/// are left.
std::uint32_t Certificate::without_option() const {
    std::uint32_t best = Cells::none;
    for (std::uint32_t k = 0; k < cells_.opened(); ++k) {
        const std::uint32_t list = cells_.open(k);
        if (cells_.size(list) == 0 && (best == Cells::none || cells_.whole_size(list) < cells_.whole_size(best)))
            best = list;
    }
    for (std::uint32_t p = 0; p < cells_.pieces() && best == Cells::none; ++p)
        if (cells_.lacks(p)) best = p;
    return number_of(best);
}

/// What can be said at once of the state that was reached; a line if nothing can.
Certificate::Word Certificate::reached() const {
    if (cells_.is_dead()) return {Word::dead, without_option()};
    return cells_.opened() == 0 ? Word{Word::cover, 0} : Word{Word::line, 0};
}

/// The item or piece to decide: one with a single option, or as the order says.
std::uint32_t Certificate::best_list() {
    std::uint32_t best = cells_.fewest();
    if (in_order_ && cells_.size(best) > 1)
        for (std::uint32_t k = 0; k < cells_.opened(); ++k) best = std::min(best, cells_.open(k));
    return best;
}

void Certificate::open(const Word128& state, std::uint32_t list) {
    if (depth_ == frames_.size()) frames_.emplace_back();
    Frame& frame = frames_[depth_++];
    frame.state = state;
    frame.list = list;
    frame.options.clear();
    for (std::uint32_t k = 0; k < cells_.size(frame.list); ++k) frame.options.push_back(cells_.option(frame.list, k));
    std::sort(frame.options.begin(), frame.options.end());
    frame.words.clear();
}

void Certificate::write(Frame& frame) {
    if (text_.back().size() > chunk) text_.emplace_back();
    std::string& text = text_.back();
    const std::size_t before = text.size();
    text += std::to_string(number_of(frame.list));
    for (const Word& word : frame.words) text += ' ' + text_of(word);
    text += '\n';
    size_ += text.size() - before;
    add_up(frame);
}

/// The word in the line that comes next: other lines are counted from there upwards.
std::string Certificate::text_of(const Word& word) const {
    if (word.kind == Word::cover) return "*";
    std::string text(word.kind == Word::dead ? 1 : 0, '!');
    text += std::to_string(word.kind == Word::dead ? word.number : lines_ - word.number);
    return text;
}

std::string Certificate::root() const {
    return text_of(root_);
}

void Certificate::add_up(const Frame& frame) {
    if (!costs_.empty()) {
        std::int64_t best = no_cover;
        for (std::size_t k = 0; k < frame.words.size(); ++k) {
            const Word& word = frame.words[k];
            if (word.kind == Word::dead || (word.kind == Word::line && least_[word.number] == no_cover)) continue;
            best = std::min(best, costs_[frame.options[k]] + (word.kind == Word::cover ? 0 : least_[word.number]));
        }
        least_.push_back(best);
        return;
    }
    Natural sum(limbs_, 0);
    for (std::size_t k = 0; k < frame.words.size(); ++k) {
        const Word& word = frame.words[k];
        if (word.kind == Word::dead) continue;
        const auto* from = sums_.data() + limbs_ * word.number;
        const std::uint32_t times = depth_ == 1 && begin_ != Cells::none ? times_[frame.options[k]] : 1;
        for (std::uint32_t n = 0; n < times; ++n)
            add(sum, word.kind == Word::cover ? Natural{1} : Natural(from, from + limbs_));
    }
    if (sum.size() > limbs_) {  // all lines need longer numbers
        std::vector<std::uint64_t> longer(sum.size() * lines_, 0);
        for (std::size_t k = 0; k < sums_.size(); ++k) longer[k / limbs_ * sum.size() + k % limbs_] = sums_[k];
        sums_ = std::move(longer);
        limbs_ = sum.size();
    }
    sums_.insert(sums_.end(), sum.begin(), sum.end());
}

Natural Certificate::count() const {
    if (root_.kind != Word::line) return {root_.kind == Word::cover ? std::uint64_t{1} : 0};
    if (!costs_.empty()) return {};
    return trimmed(std::span(sums_).subspan(limbs_ * root_.number, limbs_));
}

std::int64_t Certificate::least() const {
    if (root_.kind == Word::line) return costs_.empty() ? no_cover : least_[root_.number];
    return root_.kind == Word::cover ? 0 : no_cover;
}

std::uint64_t Certificate::bytes() const {
    return size_ + known_.bytes() + sums_.capacity() * 8 + least_.capacity() * 8;
}

}  // namespace shapewright::exact_cover
