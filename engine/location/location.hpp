// Maximum coverage with gains: the k facilities for which the sum over all customers of the best gain is greatest, with
// a proof or a bound. (Turned round, it is the k-median problem.)
//
// A price for each customer gives a bound (Cornuejols, Fisher and Nemhauser, Location of bank accounts to optimize
// float, Management Science 23, 1977): all prices, and the k greatest sums of what a facility gains above them. There
// may be very many facilities; so prices are found for some of them, then all are summed up, those that cannot be in a
// better choice are left out for good, and those that matter most are added. What is left is searched depth first.
// Facilities that are no better than another one for any customer are left out there, too. All bounds are added up in
// whole numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/stop.hpp"

namespace shapewright::location {

using Numbers = std::vector<std::uint32_t>;

struct Gain {
    std::uint32_t customer;
    std::uint32_t gain;
};

/// Who there is, and what each facility gains.
class Facilities {
public:
    virtual ~Facilities() = default;

    virtual std::size_t size() const = 0;
    virtual std::size_t customers() const = 0;

    /// The gains of a facility that are not 0, each customer once.
    virtual void row(std::uint32_t facility, std::vector<Gain>& gains) = 0;

    /// The sum over the customers of what the facility's gain times `unit` is above the price, where it is.
    virtual std::int64_t above(std::uint32_t facility, const std::vector<std::int64_t>& prices, std::int64_t unit);

private:
    std::vector<Gain> row_;
};

struct Result {
    Numbers chosen;           // at most k, those that add most first
    std::uint64_t value = 0;  // the sum of their gains
    std::uint64_t bound = 0;  // no choice has more
    std::uint64_t nodes = 0;  // of the search
    bool operator==(const Result&) const = default;
};

using Told = std::function<void(std::uint64_t value, std::uint64_t bound)>;

/// The best k facilities; or, once `stop` has expired or about so many `nodes` were visited, the best that were found.
/// `told` hears of value and bound now and then.
Result solve(Facilities& facilities, std::size_t k, const StopToken& stop, std::uint64_t nodes, const Told& told = {});

}  // namespace shapewright::location
