// Nodes whose bound is that of the linear programme, and which branch on a set: chosen, or left out.
//
// The programme's prices are rounded to whole numbers before they prove anything. A set is chosen to branch on by what
// the bound gained where it was branched on before; if it never was, both ways are tried for some steps (Achterberg,
// Koch and Martin, Branching rules revisited, Operations Research Letters 33, 2005). A way that proves to be in vain
// needs no branch.
#include <algorithm>

#include "set_cover/search.hpp"

namespace shapewright::set_cover {
namespace {

constexpr std::size_t most_rows = 700;        // a basis is kept at each level: 4 MB
constexpr int most_times = 200;               // in one node, should steps lead in a circle
constexpr std::uint64_t steps_at_once = 500;  // between two looks at the clock
constexpr double shift = 1e-7;                // of weights, so that few vertices meet in a point
constexpr double room_to_spare = 1e-5;        // for rounding, before a node is thought to be too heavy
constexpr std::uint64_t nodes_between_covers = 16;
constexpr std::size_t most_tried = 16;
constexpr std::uint64_t steps_of_a_trial = 100;
constexpr double whole = 1e-6;  // this near to 0 or 1
constexpr double least_rise = 1e-4;

}  // namespace

/// The programme of what is open; none if it would be too large.
void Search::make_programme() {
    list_open();
    if (open_sets_.size() > most_rows) return;
    row_set_ = open_sets_;
    Numbers row(decided_.size(), 0);
    std::vector<double> room;
    std::uint64_t noise = 1;
    for (const std::uint32_t set : open_sets_) heaviest_ = std::max<double>(heaviest_, problem_.weights[set]);
    for (const std::uint32_t set : open_sets_) {
        row[set] = static_cast<std::uint32_t>(room.size());
        noise = noise * 6364136223846793005u + 1442695040888963407u;
        room.push_back(problem_.weights[set] / heaviest_ + shift * static_cast<double>(noise >> 32) / 4294967296.0);
    }
    column_element_ = open_elements_;
    std::vector<Numbers> columns;
    for (const std::uint32_t element : column_element_) {
        Numbers& column = columns.emplace_back();
        for (const std::uint32_t set : having_[element])
            if (!decided_[set]) column.push_back(row[set]);
    }
    programme_.emplace(columns, std::move(room));
    share_.assign(decided_.size(), 0.0);
    for (std::vector<Gain>& gains : gains_) gains.assign(decided_.size(), Gain{});
}

linear::Outcome Search::solve_programme(std::uint64_t steps) {
    for (std::size_t c = 0; c < column_element_.size(); ++c)
        programme_->set_gain(c, covered_[column_element_[c]] == 0 ? 1.0 : -1.0);
    for (std::size_t r = 0; r < row_set_.size(); ++r) programme_->set_free(r, decided_[row_set_[r]]);
    const double limit = static_cast<double>(best_weight_ - 1 - chosen_weight_) / heaviest_ + room_to_spare;
    return programme_->solve(limit, steps);
}

/// The programme's prices, rounded, and the bound that they prove.
std::int64_t Search::prices_of_programme() {
    for (std::uint32_t set = 0; set < cost_.size(); ++set) cost_[set] = problem_.weights[set] * unit;
    std::int64_t total = 0;
    for (const std::uint32_t c : programme_->taken()) {
        const std::uint32_t element = column_element_[c];
        const double amount = programme_->amount(c), most = 1 + shift;
        if (covered_[element] != 0 || !(amount > 0)) continue;  // what has lost its way is not a number, or large
        const auto price = static_cast<std::int64_t>(std::min(amount, most) * heaviest_ * static_cast<double>(unit));
        total += price;
        for (const std::uint32_t set : having_[element]) cost_[set] -= price;
    }
    for (const std::uint32_t set : row_set_)
        if (!decided_[set]) total += std::min<std::int64_t>(cost_[set], 0);
    return total;
}

/// Solve the programme and decide by cost until nothing more is chosen; false if no lighter cover lies below this node.
bool Search::bound_by_programme(bool at_root) {
    if (!propagate()) return false;
    for (;;) {
        if (uncovered_ == 0) {
            offer(chosen_);
            return false;
        }
        // Whatever the programme says, only its prices prove something; without an end they are a poorer bound.
        linear::Outcome outcome = linear::Outcome::unfinished;
        for (int times = 0; times < most_times && outcome == linear::Outcome::unfinished && !is_over(); ++times)
            outcome = solve_programme(steps_at_once);
        if (is_over()) return false;
        const std::int64_t now = prices_of_programme();
        const std::int64_t least = chosen_weight_ + whole_weights(now);
        if (at_root) root_bound_ = std::max(root_bound_, least);
        value_ = static_cast<double>(chosen_weight_) + static_cast<double>(now) / static_cast<double>(unit);
        learn();
        if (least >= best_weight_) return false;
        for (std::size_t r = 0; r < row_set_.size(); ++r) share_[row_set_[r]] = programme_->price(r);
        if (nodes_ % nodes_between_covers == 1) {
            list_open();
            build_cover();
        }
        const std::size_t chosen = chosen_.size();
        decide_by_cost(row_set_, now);
        if (!propagate()) return false;
        if (chosen_.size() == chosen) return true;
    }
}

// --- Branching ------------------------------------------------------------------------------------------------------

/// What the bound gained by the decision that led here.
void Search::learn() {
    if (!origin_) return;
    const double part = origin_->chosen ? 1 - origin_->share : origin_->share;
    Gain& gain = gains_[origin_->chosen][origin_->set];
    gain.sum += std::max(value_ - origin_->value, 0.0) / std::max(part, whole);
    ++gain.times;
    origin_.reset();
}

/// How much the bound is likely to rise.
double Search::expected(std::uint32_t set, bool chosen) const {
    const Gain& gain = gains_[chosen][set];
    const double part = chosen ? 1 - share_[set] : share_[set];
    const double rise = gain.times == 0 ? 1.0 : gain.sum / gain.times;
    return std::max(rise * part, least_rise);
}

/// How much it rises in some steps of the programme, and whether no lighter cover is left.
Search::Trial Search::tried(std::uint32_t set, bool chosen, const linear::Programme::Basis& basis) {
    const std::size_t before = decisions_.size();
    const double part = chosen ? 1 - share_[set] : share_[set];
    Trial trial{static_cast<double>(best_weight_) - value_, true};
    decide(set, chosen);
    if (propagate()) {
        const linear::Outcome outcome = solve_programme(steps_of_a_trial);
        trial.is_in_vain =
            outcome == linear::Outcome::beyond && chosen_weight_ + whole_weights(prices_of_programme()) >= best_weight_;
        if (outcome != linear::Outcome::unbounded)
            trial.rise = static_cast<double>(chosen_weight_) + programme_->value() * heaviest_ - value_;
        programme_->restore(basis);
    }
    undo(before);
    Gain& gain = gains_[chosen][set];
    gain.sum += std::max(trial.rise, 0.0) / std::max(part, whole);
    ++gain.times;
    trial.rise = std::max(trial.rise, least_rise);
    return trial;
}

/// The set where the bound rises most both ways.
Search::Choice Search::choice() {
    std::vector<std::pair<double, std::uint32_t>> sets;
    for (const std::uint32_t set : row_set_) {
        if (decided_[set]) continue;
        const bool is_whole = share_[set] < whole || share_[set] > 1 - whole;
        sets.emplace_back(is_whole ? 0.0 : -expected(set, false) * expected(set, true), set);
    }
    std::sort(sets.begin(), sets.end());
    const linear::Programme::Basis basis = programme_->basis();
    double best = -1;
    std::uint32_t found = sets.front().second;
    for (std::size_t k = 0; k < std::min(most_tried, sets.size()) && sets[k].first < 0; ++k) {
        if (is_over()) break;
        const auto [worth, set] = sets[k];
        double rise = -worth;
        if (gains_[false][set].times == 0 || gains_[true][set].times == 0) {
            const Trial without = tried(set, false, basis);
            if (without.is_in_vain) return {set, true, true};
            const Trial with = tried(set, true, basis);
            if (with.is_in_vain) return {set, false, true};
            rise = without.rise * with.rise;
        }
        if (rise > best) best = rise, found = set;
    }
    return {found, true, false};
}

void Search::decide(std::uint32_t set, bool chosen) {
    if (chosen)
        choose(set);
    else
        leave_out(set);
}

void Search::branch_on_set() {
    Choice first = choice();
    while (first.is_forced) {
        decide(first.set, first.chosen);
        if (!bound_by_programme(false)) return;
        first = choice();
    }
    const linear::Programme::Basis basis = programme_->basis();
    const Origin origin{first.set, true, share_[first.set], value_};
    for (const bool chosen : {true, false}) {
        const std::size_t before = decisions_.size();
        decide(first.set, chosen);
        origin_ = origin;
        origin_->chosen = chosen;
        visit();
        origin_.reset();
        undo(before);
        programme_->restore(basis);
        if (stopped_) return;
    }
}

}  // namespace shapewright::set_cover
