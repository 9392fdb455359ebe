// Which of the package's own errors an exception of the engine is.
#pragma once

#include <exception>
#include <stdexcept>
#include <system_error>

#include "clear/live/graph.hpp"
#include "diagram/store.hpp"

namespace shapewright::bindings {

/// Calls `raise` with the name of an error in shapewright.errors and its text: misuse of the engine, a forced SIMD path
/// that does not exist, a stop, a limit, or a lack of threads. Any other exception is thrown on.
template <typename Raise>
void report(const std::exception_ptr& pointer, const Raise& raise) {
    try {
        std::rethrow_exception(pointer);
    } catch (const std::invalid_argument& error) {
        raise("ProblemError", error.what());
    } catch (const diagram::Stopped& error) {
        raise("StoppedError", error.what());
    } catch (const clear::LiveGraph::Stopped& error) {
        raise("StoppedError", error.what());
    } catch (const diagram::OutOfNodes& error) {
        raise("LimitError", error.what());
    } catch (const std::system_error& error) {
        raise("ResourceError", error.what());
    }
}

}  // namespace shapewright::bindings
