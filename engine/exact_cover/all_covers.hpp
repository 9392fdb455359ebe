// All covers of an instance as one family of sets of options.
#pragma once

#include <cstdint>
#include <functional>

#include "core/stop.hpp"
#include "diagram/family.hpp"
#include "exact_cover/instance.hpp"

namespace shapewright::exact_cover {

/// Searches for all covers in the order of the items and merges what is left to do where it is the same: the same items
/// covered, the same numbers of copies used (Nishino, Yasuda, Minato, Nagata, AAAI 2017, with the order of items
/// fixed, so that the diagram is ordered and families can be combined). Time and memory grow with the number of such
/// states, not with that of covers.
///
/// The options must be sorted by their least items, those without items last, or std::invalid_argument is thrown.
/// `bytes` bounds the memory: diagram::OutOfNodes is thrown; and diagram::Stopped when `stop` has expired. `progress`
/// may be null and is told now and then how many items were dealt with.
diagram::Family all_covers(const Instance& instance, const StopToken& stop, std::uint64_t bytes,
                           const std::function<void(std::uint64_t)>& progress);

}  // namespace shapewright::exact_cover
