// A backtracking search that can be left and gone on with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/simd.hpp"
#include "core/stop.hpp"
#include "exact_cover/instance.hpp"

namespace shapewright::exact_cover {

/// Option numbers in the order they were chosen.
using Path = std::vector<std::uint32_t>;

/// Walks all solutions of an instance below a prefix of choices, in an order that depends on the instance alone.
///
/// Not thread-safe; different searches may run on different threads. Misuse (a prefix that contradicts itself) throws
/// std::invalid_argument from `start`.
class Search {
public:
    virtual ~Search() = default;

    /// From now on look only for covers with the options `given`, in any order; prefixes leave them out, solutions
    /// name them, too. False if no cover has them all, which this much shows; the search is then as if none were given.
    /// Begins anew. Throws std::invalid_argument for an unknown option or one that is given twice, and where an engine
    /// cannot do it (strip).
    virtual bool give(const Path& given);

    /// Begin below `prefix`, as returned by `rest` or `split` of the same engine, instance and given options. False if
    /// `stop` expires first; then, and when it throws, the search begins at its root.
    bool start(const Path& prefix, const StopToken& stop = {});

    /// Go on until the search is over (returns true), `limit` more solutions were found, about `nodes` more nodes were
    /// visited, or `stop` expires (returns false). Solutions are appended to `found` unless it is null.
    virtual bool run(const StopToken& stop, std::uint64_t limit, std::uint64_t nodes, std::vector<Path>* found) = 0;

    /// What is still to be done, as prefixes that partition it; in search order.
    virtual std::vector<Path> rest() const = 0;

    /// Options chosen at the moment. `rest` names that many for each choice left, so its size grows with the square.
    virtual std::size_t depth() const = 0;

    std::uint64_t nodes() const { return nodes_; }          ///< choices made so far
    std::uint64_t solutions() const { return solutions_; }  ///< solutions met so far

    /// Children of the node at `prefix`, in search order: empty at a leaf; nothing if `stop` expires first.
    /// `solved` is set if the node itself is a solution.
    std::optional<std::vector<Path>> children(const Path& prefix, bool& solved, const StopToken& stop = {});

    /// Cut the search into prefixes, the shallowest first, until there are at least `target` or nothing is left to cut.
    /// If `stop` expires first there are fewer, which partition the search as well.
    std::vector<Path> split(std::size_t target, const StopToken& stop = {});

    /// Knuth's Monte-Carlo estimate (Math. Comp. 29, 1975) of the nodes below `prefix`: mean over `probes` random
    /// dives; infinite if one gets deeper than `deepest`, nothing if `stop` expires first.
    std::optional<double> estimate(const Path& prefix, std::uint32_t probes, std::uint64_t seed,
                                   std::size_t deepest = 100, const StopToken& stop = {});

protected:
    /// The same as `start`, but where it does not get to the end it leaves the search somewhere below its root.
    virtual bool descend(const Path& prefix, const StopToken& stop) = 0;

    std::uint64_t nodes_ = 0;
    std::uint64_t solutions_ = 0;
};

/// Null if the instance does not fit the engine (too many items or options): use `make_sparse` then.
std::unique_ptr<Search> make_bit_sliced(const Instance& instance, Simd simd);

/// Null unless there are items, at most 64 pieces, and every option covers at least one item, spans at most 127, gives
/// no colour and uses one copy of one piece.
std::unique_ptr<Search> make_strip(const Instance& instance);

/// Takes any instance.
std::unique_ptr<Search> make_sparse(const Instance& instance);

}  // namespace shapewright::exact_cover
