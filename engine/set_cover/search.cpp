#include "set_cover/search.hpp"

#include <algorithm>

#include "core/assert.hpp"
#include "set_cover/local_search.hpp"

namespace shapewright::set_cover {
namespace {

constexpr int rounds_at_root = 600;
constexpr int rounds_below = 100;
constexpr std::uint64_t local_work = 256;  // for each element of each set, but
constexpr std::uint64_t most_local_work = std::uint64_t{1} << 25;
constexpr std::uint64_t first_look = 256;  // nodes until local search goes on; then twice as many, for twice as long

}  // namespace

Search::Search(const Problem& problem, const StopToken& stop)
    : problem_(problem),
      stop_(stop),
      having_(problem.elements),
      decided_(problem.sets.size(), false),
      covered_(problem.elements, 0),
      uncovered_(problem.elements),
      left_(problem.elements, 0),
      price_(problem.elements, 0),
      cost_(problem.sets.size(), 0),
      place_(problem.elements, 0) {
    for (std::uint32_t set = 0; set < problem.sets.size(); ++set)
        for (const std::uint32_t element : problem.sets[set]) having_[element].push_back(set);
    for (std::uint32_t element = 0; element < problem.elements; ++element) {
        left_[element] = static_cast<std::uint32_t>(having_[element].size());
        if (left_[element] <= 1) waiting_.push_back(element);
        // Each set shares its weight among its elements.
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const std::uint32_t set : having_[element])
            least = std::min(least, problem.weights[set] * unit / static_cast<std::int64_t>(problem.sets[set].size()));
        price_[element] = least;
    }
}

void Search::offer(Numbers cover) {
    std::int64_t weight = 0;
    for (const std::uint32_t set : cover) weight += problem_.weights[set];
    if (weight >= best_weight_) return;
    std::sort(cover.begin(), cover.end());
    SHAPEWRIGHT_ASSERT(std::adjacent_find(cover.begin(), cover.end()) == cover.end() && weight >= 0);
    best_ = std::move(cover);
    best_weight_ = weight;
}

// --- Decisions ------------------------------------------------------------------------------------------------------

void Search::choose(std::uint32_t set) {
    SHAPEWRIGHT_ASSERT(!decided_[set]);
    decided_[set] = true;
    decisions_.push_back({Step::chosen, set});
    chosen_.push_back(set);
    chosen_weight_ += problem_.weights[set];
    for (const std::uint32_t element : problem_.sets[set]) {
        if (covered_[element]++ == 0) --uncovered_;
        SHAPEWRIGHT_ASSERT(left_[element] > 0);
        --left_[element];
    }
}

void Search::leave_out(std::uint32_t set) {
    SHAPEWRIGHT_ASSERT(!decided_[set]);
    decided_[set] = true;
    decisions_.push_back({Step::left_out, set});
    for (const std::uint32_t element : problem_.sets[set])
        if (--left_[element] <= 1) waiting_.push_back(element);
}

void Search::imply(std::uint32_t element) {
    decisions_.push_back({Step::implied, element});
    if (covered_[element]++ == 0) --uncovered_;
}

void Search::undo(std::size_t decisions) {
    SHAPEWRIGHT_ASSERT(decisions <= decisions_.size());
    waiting_.clear();
    while (decisions_.size() > decisions) {
        const auto [step, number] = decisions_.back();
        decisions_.pop_back();
        if (step == Step::implied) {
            if (--covered_[number] == 0) ++uncovered_;
            continue;
        }
        decided_[number] = false;
        for (const std::uint32_t element : problem_.sets[number]) ++left_[element];
        if (step == Step::left_out) continue;
        for (const std::uint32_t element : problem_.sets[number])
            if (--covered_[element] == 0) ++uncovered_;
        SHAPEWRIGHT_ASSERT(!chosen_.empty() && chosen_.back() == number);
        chosen_.pop_back();
        chosen_weight_ -= problem_.weights[number];
    }
}

/// Choose the last set of each element that has only one; false if an element has none.
bool Search::propagate() {
    while (!waiting_.empty()) {
        const std::uint32_t element = waiting_.back();
        waiting_.pop_back();
        if (covered_[element] != 0) continue;
        if (left_[element] == 0) return false;
        for (const std::uint32_t set : having_[element])
            if (!decided_[set]) {
                choose(set);
                break;
            }
    }
    return true;
}

void Search::list_open() {
    open_elements_.clear();
    open_sets_.clear();
    open_price_.clear();
    ends_.clear();
    members_.clear();
    for (std::uint32_t element = 0; element < covered_.size(); ++element)
        if (covered_[element] == 0) {
            place_[element] = static_cast<std::uint32_t>(open_elements_.size());
            open_elements_.push_back(element);
            open_price_.push_back(price_[element]);
        }
    slack_.resize(open_elements_.size());
    for (std::uint32_t set = 0; set < decided_.size(); ++set) {
        if (decided_[set]) continue;
        open_sets_.push_back(set);
        for (const std::uint32_t element : problem_.sets[set])
            if (covered_[element] == 0) members_.push_back(place_[element]);
        ends_.push_back(static_cast<std::uint32_t>(members_.size()));
    }
    SHAPEWRIGHT_ASSERT(open_elements_.size() == uncovered_ && ends_.size() == open_sets_.size());
}

void Search::keep_prices() {
    SHAPEWRIGHT_ASSERT(open_price_.size() == open_elements_.size());
    for (std::size_t k = 0; k < open_elements_.size(); ++k) price_[open_elements_[k]] = open_price_[k];
}

// --- The search -----------------------------------------------------------------------------------------------------

bool Search::is_over() {
    if (!stopped_ && (nodes_ > std::max<std::uint64_t>(most_nodes_, 1) || stop_.expired())) stopped_ = true;
    return stopped_;
}

/// The element whose sets would soonest cost too much: the sum of what is left until then is least.
std::uint32_t Search::element_to_branch_on(std::int64_t dual) const {
    const std::int64_t room = (best_weight_ - 1 - chosen_weight_) * unit - dual;
    SHAPEWRIGHT_ASSERT(!open_elements_.empty());
    std::vector<std::int64_t> left(open_elements_.size(), 0);
    std::uint32_t at = 0;
    for (std::size_t s = 0; s < open_sets_.size(); ++s) {
        const std::int64_t share = std::max<std::int64_t>(0, room - cost_[open_sets_[s]]);
        for (; at < ends_[s]; ++at) left[members_[at]] += share;
    }
    return open_elements_[static_cast<std::size_t>(std::min_element(left.begin(), left.end()) - left.begin())];
}

/// Local search from the best cover, for so many times the usual work.
void Search::look_for_fewer(std::uint64_t times) {
    list_open();
    const std::uint64_t work = std::min(local_work * members_.size(), most_local_work) * times;
    offer(fewer_sets(problem_, best_, work, ++looks_, stop_));
}

void Search::visit() {
    if (bound_node()) branch();
}

/// Decide what needs no branch; false if no lighter cover than the best lies below this node.
bool Search::bound_node() {
    const bool at_root = nodes_++ == 0;
    if (!at_root && is_over()) return false;
    bool changed = true;
    while (changed && !programme_) {
        if (!propagate() || !bound_from(at_root ? rounds_at_root : rounds_below, at_root)) return false;
        const bool fewer = drop_elements();
        changed = drop_sets() || fewer;
        if (!propagate()) return false;
        list_open();
        if (open_elements_.empty()) {
            offer(chosen_);
            return false;
        }
        changed = changed && at_root;
        if (at_root && next_look_ == 0) {
            next_look_ = first_look;
            look_for_fewer(1);
            changed = true;
        }
    }
    if (nodes_ == next_look_) {
        next_look_ *= 2;
        look_for_fewer(nodes_ / first_look);
    }
    if (at_root) make_programme();
    return !programme_ || bound_by_programme(at_root);
}

void Search::branch() {
    if (programme_)
        branch_on_set();
    else
        branch_on_element();
}

/// Choose one set after the other that has some element; the next ones may do without it.
void Search::branch_on_element() {
    const std::uint32_t element = element_to_branch_on(dual());
    Numbers options;
    for (const std::uint32_t set : having_[element])
        if (!decided_[set]) options.push_back(set);
    std::stable_sort(options.begin(), options.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cost_[a] < cost_[b]; });
    const std::vector<std::int64_t> prices = price_;
    for (const std::uint32_t set : options) {
        const std::size_t before = decisions_.size();
        if (decided_[set]) continue;
        choose(set);
        visit();
        undo(before);
        price_ = prices;
        if (stopped_) return;
        leave_out(set);
        if (!propagate()) return;
        if (covered_[element] != 0) {
            visit();
            return;
        }
    }
}

void Search::begin() {
    if (best_weight_ == std::numeric_limits<std::int64_t>::max()) {
        list_open();
        dual();
        build_cover();
    }
    is_done_ = !bound_node() && !stopped_;
}

void Search::go_on(std::uint64_t most_nodes) {
    most_nodes_ = most_nodes;
    if (is_done_ || nodes_ >= most_nodes || is_over()) return;
    branch();
    is_done_ = !stopped_;
}

}  // namespace shapewright::set_cover
