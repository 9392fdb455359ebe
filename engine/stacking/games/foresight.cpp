#include "stacking/games/foresight.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/assert.hpp"

namespace shapewright::stacking {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::uint64_t most_room = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t most_values = std::uint64_t{1} << 32;
constexpr std::size_t most_kinds_of_bag = 16, most_pieces_of_mean = 1000;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > most_room / b ? most_room : a * b;
}

/// Where a mask stands among those of as many pieces.
std::size_t place_of(const std::vector<std::uint32_t>& masks, std::uint32_t mask) {
    const auto found = std::lower_bound(masks.begin(), masks.end(), mask);
    SHAPEWRIGHT_ASSERT(found != masks.end() && *found == mask);
    return static_cast<std::size_t>(found - masks.begin());
}

}  // namespace

Foresight::Foresight(const Question& question, int reach, Contours::Steep steep, Ending ending)
    : question_(question),
      ending_(ending),
      contours_(question, reach, steep, std::vector<int>(static_cast<std::size_t>(question.width), 1)) {}

bool Foresight::prepare(const ContourEffort& effort, const StopToken& stop) {
    const std::vector<int> heights = question_.floor();
    floor_ = contours_.of(heights);
    start_ = contours_.weight(heights);
    is_prepared_ = contours_.close(effort.contours, effort.falls, stop);
    return is_prepared_;
}

void Foresight::check() const {
    if (!is_prepared_) throw std::invalid_argument("stacking: the contours are not found yet");
}

void Foresight::check(const Deal& deal) const {
    check();
    if (deal.length == 0 || deal.see == 0)
        throw std::invalid_argument("stacking: no pieces are dealt, or none is seen");
    if (deal.bags && kinds() > most_kinds_of_bag) throw std::invalid_argument("stacking: a bag has too many kinds");
}

/// Which pieces of the bag may be out after so many were revealed, ascending; without bags nothing is remembered.
std::vector<std::uint32_t> Foresight::masks(const Deal& deal, std::size_t revealed) const {
    if (!deal.bags) return {0};
    std::vector<std::uint32_t> found;
    for (std::uint32_t mask = 0; mask < std::uint32_t{1} << kinds(); ++mask)
        if (static_cast<std::size_t>(std::popcount(mask)) == revealed % kinds()) found.push_back(mask);
    return found;
}

std::uint64_t Foresight::room(const Deal& deal) const {
    check(deal);
    std::uint64_t each = contours_.size();
    for (std::size_t k = 1; k < std::min(deal.see, deal.length) && each < most_room && kinds() > 1; ++k)
        each = times(each, kinds());
    std::uint64_t most = 1;
    for (std::size_t r = 0; deal.bags && r < kinds(); ++r) most = std::max<std::uint64_t>(most, masks(deal, r).size());
    return times(times(each, most), 2);
}

/// What the end comes to beyond what the falls cost.
Foresight::Values Foresight::last() const {
    Values values(contours_.size(), 0.0);
    for (std::uint32_t k = 0; k < values.size(); ++k) {
        if (ending_ == Ending::height) values[k] = contours_.empty(k);
        if (ending_ == Ending::flatness) values[k] = contours_.unevenness(k);
    }
    return values;
}

/// The least value before a piece falls on each contour, from the values after it.
void Foresight::step_back(std::uint32_t piece, const double* after, double* before) const {
    SHAPEWRIGHT_ASSERT(is_prepared_ && piece < kinds());
    const double price = ending_ == Ending::flatness ? 0.0 : 1.0;
    for (std::uint32_t k = 0; k < contours_.size(); ++k) {
        double least = never;
        for (const Contours::Fall& fall : contours_.falls(k, piece))
            least = std::min(least, price * fall.cost + after[fall.to]);
        before[k] = least;
    }
}

/// The ending that costs and cells come to.
double Foresight::scaled(double cost, double cells) const {
    const auto start = static_cast<double>(start_);
    if (ending_ == Ending::flatness) return cost;
    if (ending_ == Ending::height) return (start + cost) / question_.width;
    for (const std::uint64_t row : question_.rows) cells += std::popcount(row);
    return start + cost - cells;
}

/// The cells of so many pieces on average.
double Foresight::mean_cells(std::size_t length) const {
    double cells = 0;
    for (const Piece& piece : question_.pieces) cells += piece.area;
    return cells * static_cast<double>(length) / static_cast<double>(kinds());
}

std::optional<double> Foresight::expected(const Deal& deal, const StopToken& stop) const {
    if (room(deal) > most_values) throw std::invalid_argument("stacking: too many values to keep");
    const std::size_t see = std::min(deal.see, deal.length);
    const std::size_t size = contours_.size();
    Values after;  // for each window of known pieces, bag and contour
    Values single = last();
    for (std::size_t bag = 0; bag < masks(deal, deal.length).size(); ++bag)
        after.insert(after.end(), single.begin(), single.end());
    for (std::size_t t = deal.length; t-- > 0;) {
        // Before piece `revealed` is revealed, `ahead` pieces are known; then the first of all known ones falls.
        const std::size_t revealed = std::min(t + see - 1, deal.length);
        const std::size_t ahead = revealed - t;
        const bool deals = revealed < deal.length;
        const auto bags = masks(deal, revealed);
        const auto bags_after = masks(deal, deals ? revealed + 1 : revealed);
        std::size_t windows = 1;
        for (std::size_t k = 0; k < ahead; ++k) windows *= kinds();
        const std::size_t tails = deals ? windows : windows / kinds();  // of a window without its first piece
        SHAPEWRIGHT_ASSERT(after.size() == tails * bags_after.size() * size);
        Values before(windows * bags.size() * size, 0.0);
        const auto fall = [&](std::size_t window, std::size_t bag) {
            if (stop.expired()) return false;
            const double* from = after.data() + (window % tails * bags_after.size() + bag) * size;
            step_back(static_cast<std::uint32_t>(window / tails), from, single.data());
            return true;
        };
        for (std::size_t window = 0; window < windows; ++window) {
            for (std::size_t bag = 0; bag < bags.size(); ++bag) {
                double* sum = before.data() + (window * bags.size() + bag) * size;
                if (!deals) {
                    if (!fall(window, bag)) return std::nullopt;
                    std::copy(single.begin(), single.end(), sum);
                    continue;
                }
                const auto choices = static_cast<double>(kinds() - static_cast<std::size_t>(std::popcount(bags[bag])));
                for (std::size_t piece = 0; piece < kinds(); ++piece) {
                    std::uint32_t mask = 0;
                    if (deal.bags) {
                        if (bags[bag] >> piece & 1) continue;
                        mask = bags[bag] | std::uint32_t{1} << piece;
                        if (static_cast<std::size_t>(std::popcount(mask)) == kinds()) mask = 0;
                    }
                    if (!fall(window * kinds() + piece, place_of(bags_after, mask))) return std::nullopt;
                    for (std::size_t k = 0; k < size; ++k) sum[k] += single[k] / choices;
                }
            }
        }
        after = std::move(before);
    }
    // The pieces that are known before anything falls are dealt, too.
    const auto bags = masks(deal, see - 1);
    double total = 0;
    for (std::size_t window = 0; window < after.size() / (bags.size() * size); ++window) {
        SHAPEWRIGHT_ASSERT(after.size() % (bags.size() * size) == 0 && floor_ < size);
        std::vector<std::size_t> pieces(see - 1);
        std::size_t rest = window;
        for (std::size_t k = pieces.size(); k-- > 0; rest /= kinds()) pieces[k] = rest % kinds();
        double likely = 1;
        std::uint32_t mask = 0;
        for (const std::size_t piece : pieces) {
            if (mask >> piece & 1) likely = 0;
            likely /= static_cast<double>(kinds() - static_cast<std::size_t>(std::popcount(mask)));
            if (deal.bags) mask |= std::uint32_t{1} << piece;
            if (static_cast<std::size_t>(std::popcount(mask)) == kinds()) mask = 0;
        }
        if (likely > 0) total += likely * after[(window * bags.size() + place_of(bags, mask)) * size + floor_];
    }
    return scaled(total, mean_cells(deal.length));
}

std::optional<double> Foresight::known(std::span<const std::uint32_t> sequence, const StopToken& stop) const {
    check();
    for (const std::uint32_t piece : sequence)
        if (piece >= kinds()) throw std::invalid_argument("stacking: a piece is not one of the question");
    Values after = last();
    Values before(after.size());
    double cells = 0;
    for (std::size_t t = sequence.size(); t-- > 0;) {
        if (stop.expired()) return std::nullopt;
        step_back(sequence[t], after.data(), before.data());
        std::swap(before, after);
        cells += question_.pieces[sequence[t]].area;
    }
    return scaled(after[floor_], cells);
}

std::optional<double> Foresight::known_on_average(const Deal& deal, const StopToken& stop) const {
    check(deal);
    if (deal.length > most_pieces_of_mean) throw std::invalid_argument("stacking: too many pieces for a mean");
    // Contours that so many falls can lead to; the values of no others are asked for.
    std::vector<std::vector<std::uint32_t>> reached{{floor_}};
    for (std::size_t t = 0; t < deal.length; ++t) {
        if (stop.expired()) return std::nullopt;
        std::vector<char> seen(contours_.size(), 0);
        for (const std::uint32_t k : reached[t])
            for (std::uint32_t piece = 0; piece < kinds(); ++piece)
                for (const Contours::Fall& fall : contours_.falls(k, piece)) seen[fall.to] = 1;
        reached.emplace_back();
        for (std::uint32_t k = 0; k < seen.size(); ++k)
            if (seen[k] != 0) reached.back().push_back(k);
    }
    const double price = ending_ == Ending::flatness ? 0.0 : 1.0;
    std::vector<Values> values(deal.length + 1, Values(contours_.size(), never));
    values[deal.length] = last();
    bool stopped = false;
    // The mean over all that comes before piece t, whose value after t falls is in values[t].
    const auto mean = [&](const auto& self, std::size_t t, std::uint32_t out) -> double {
        if (t == 0) return values[0][floor_];
        if (stopped || stop.expired()) {
            stopped = true;
            return 0;
        }
        const bool begins = !deal.bags || t % kinds() == 0;  // the bag that piece t - 1 is the last of
        const std::uint32_t taken = begins ? 0 : out;
        double total = 0;
        for (std::uint32_t piece = 0; piece < kinds(); ++piece) {
            if (deal.bags && (taken >> piece & 1) != 0) continue;
            for (const std::uint32_t k : reached[t - 1]) {
                double least = never;
                for (const Contours::Fall& fall : contours_.falls(k, piece))
                    least = std::min(least, price * fall.cost + values[t][fall.to]);
                values[t - 1][k] = least;
            }
            total += self(self, t - 1, taken | std::uint32_t{1} << piece);
        }
        return total / static_cast<double>(kinds() - static_cast<std::size_t>(deal.bags ? std::popcount(taken) : 0));
    };
    const double found = mean(mean, deal.length, 0);
    if (stopped) return std::nullopt;
    return scaled(found, mean_cells(deal.length));
}

}  // namespace shapewright::stacking
