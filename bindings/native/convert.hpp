// Plain values from and to the types by which nanobind knows them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/prepare_thread.hpp"
#include "core/stop.hpp"
#include "native/casters.hpp"
#include "values.hpp"

namespace shapewright::bindings {

namespace nb = nanobind;

// --- What comes from Python -----------------------------------------------------------------------------------------

/// How a value comes from Python: nanobind makes a `Python`, `plain` makes what the function takes. The `Python` lives
/// as long as the call, so that views into it may be taken.
template <typename Value>
struct FromPython {
    using Python = Value;
    static constexpr bool is_plain = true;
};

template <>
struct FromPython<BytesView> {
    using Python = nb::bytes;
    static constexpr bool is_plain = false;
    static BytesView plain(const nb::bytes& bytes) {
        return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    }
};

template <typename Item>
using FlatArray = nb::ndarray<const Item, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <typename Item>
struct FromPython<Input<Item>> {
    using Python = FlatArray<Item>;
    static constexpr bool is_plain = false;
    static Input<Item> plain(const Python& array) { return {array.data(), array.shape(0)}; }
};

template <typename Item>
struct FromPython<KeptInput<Item>> {
    using Python = FlatArray<Item>;
    static constexpr bool is_plain = false;
    static KeptInput<Item> plain(const Python& array) {
        return {{array.data(), array.shape(0)}, std::make_shared<Python>(array)};
    }
};

template <typename Item>
struct FromPython<FourColumns<Item>> {
    using Python = nb::ndarray<const Item, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;
    static constexpr bool is_plain = false;
    static FourColumns<Item> plain(const Python& array) { return {{array.data(), 4 * array.shape(0)}}; }
};

template <>
struct FromPython<Progress> {
    using Python = nb::handle;
    static constexpr bool is_plain = false;
    static Progress plain(const nb::handle& called) {
        return {[called](std::uint64_t number) {
            const nb::gil_scoped_acquire acquired;
            if (PyErr_CheckSignals() != 0) throw nb::python_error();  // Ctrl-C
            if (!called.is_none()) called(number);
        }};
    }
};

template <typename Value>
using FromPythonType = typename FromPython<Value>::Python;

template <typename Value>
decltype(auto) plain(const FromPythonType<Value>& python) {
    if constexpr (FromPython<Value>::is_plain)
        return python;
    else
        return FromPython<Value>::plain(python);
}

template <typename Item>
    requires(!FromPython<Item>::is_plain)
struct FromPython<std::vector<Item>> {
    using Python = std::vector<FromPythonType<Item>>;
    static constexpr bool is_plain = false;
    static std::vector<Item> plain(const Python& python) {
        std::vector<Item> result;
        result.reserve(python.size());
        for (const auto& item : python) result.push_back(bindings::plain<Item>(item));
        return result;
    }
};

template <typename Item>
    requires(!FromPython<Item>::is_plain)
struct FromPython<std::optional<Item>> {
    using Python = std::optional<FromPythonType<Item>>;
    static constexpr bool is_plain = false;
    static std::optional<Item> plain(const Python& python) {
        if (!python) return std::nullopt;
        return bindings::plain<Item>(*python);
    }
};

template <typename... Items>
    requires(!(FromPython<Items>::is_plain && ...))
struct FromPython<std::tuple<Items...>> {
    using Python = std::tuple<FromPythonType<Items>...>;
    static constexpr bool is_plain = false;
    static std::tuple<Items...> plain(const Python& python) {
        return std::apply([](const auto&... items) { return std::tuple<Items...>(bindings::plain<Items>(items)...); },
                          python);
    }
};

template <typename First, typename Second>
    requires(!(FromPython<First>::is_plain && FromPython<Second>::is_plain))
struct FromPython<std::pair<First, Second>> {
    using Python = std::pair<FromPythonType<First>, FromPythonType<Second>>;
    static constexpr bool is_plain = false;
    static std::pair<First, Second> plain(const Python& python) {
        return {bindings::plain<First>(python.first), bindings::plain<Second>(python.second)};
    }
};

// --- What goes to Python --------------------------------------------------------------------------------------------

/// How a value goes to Python: `shown` makes of it what nanobind takes, with the GIL held. (nanobind itself does so
/// where nothing can be thrown.)
template <typename Value>
struct ToPython {
    using Python = Value;
    static constexpr bool is_plain = true;
};

template <>
struct ToPython<Bytes> {
    using Python = nb::bytes;
    static constexpr bool is_plain = false;
    static nb::bytes shown(const Bytes& bytes) { return nb::bytes(bytes.content.data(), bytes.content.size()); }
};

template <typename Item, std::size_t Dimensions>
struct ToPython<Output<Item, Dimensions>> {
    using Python = nb::ndarray<nb::numpy, Item, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
    static constexpr bool is_plain = false;
    static Python shown(Output<Item, Dimensions>&& array) {
        auto kept = array.release();
        const nb::capsule owner(kept.get(), kept.get_deleter());
        kept.release();
        return Python(array.data(), Dimensions, array.shape().data(), owner);
    }
};

template <typename Value>
using ToPythonType = typename ToPython<Value>::Python;

template <typename Value>
ToPythonType<Value> shown(Value&& value) {
    static_assert(!std::is_reference_v<Value>);
    if constexpr (ToPython<Value>::is_plain)
        return std::move(value);
    else
        return ToPython<Value>::shown(std::move(value));
}

template <typename Item>
    requires(!ToPython<Item>::is_plain)
struct ToPython<std::vector<Item>> {
    using Python = std::vector<ToPythonType<Item>>;
    static constexpr bool is_plain = false;
    static Python shown(std::vector<Item>&& items) {
        Python result;
        result.reserve(items.size());
        for (Item& item : items) result.push_back(bindings::shown(std::move(item)));
        return result;
    }
};

template <typename Item>
    requires(!ToPython<Item>::is_plain)
struct ToPython<std::optional<Item>> {
    using Python = std::optional<ToPythonType<Item>>;
    static constexpr bool is_plain = false;
    static Python shown(std::optional<Item>&& item) {
        if (!item) return std::nullopt;
        return bindings::shown(std::move(*item));
    }
};

template <typename... Items>
    requires(!(ToPython<Items>::is_plain && ...))
struct ToPython<std::tuple<Items...>> {
    using Python = std::tuple<ToPythonType<Items>...>;
    static constexpr bool is_plain = false;
    static Python shown(std::tuple<Items...>&& items) {
        return std::apply([](Items&... each) { return Python(bindings::shown(std::move(each))...); }, items);
    }
};

template <typename First, typename Second>
    requires(!(ToPython<First>::is_plain && ToPython<Second>::is_plain))
struct ToPython<std::pair<First, Second>> {
    using Python = std::pair<ToPythonType<First>, ToPythonType<Second>>;
    static constexpr bool is_plain = false;
    static Python shown(std::pair<First, Second>&& items) {
        return Python(bindings::shown(std::move(items.first)), bindings::shown(std::move(items.second)));
    }
};

template <typename... Items>
    requires(!(ToPython<Items>::is_plain && ...))
struct ToPython<std::variant<Items...>> {
    using Python = std::variant<ToPythonType<Items>...>;
    static constexpr bool is_plain = false;
    static Python shown(std::variant<Items...>&& value) {
        return std::visit([](auto& item) { return Python(bindings::shown(std::move(item))); }, value);
    }
};

// --- Parameters -----------------------------------------------------------------------------------------------------

/// A stop token over the one-byte bytearray that Python keeps alive during the call; None = cannot be stopped.
/// Every call that takes long begins with this one, on a thread of Python that may never have entered the engine.
inline StopToken stop_token(nb::handle flag, double seconds) {
    prepare_thread();
    if (flag.is_none()) return StopToken(nullptr, seconds);
    if (!PyByteArray_Check(flag.ptr()) || PyByteArray_Size(flag.ptr()) < 1)
        throw nb::type_error("the stop flag must be a bytearray of one byte");
    return StopToken(reinterpret_cast<const unsigned char*>(PyByteArray_AsString(flag.ptr())), seconds);
}

/// One parameter of a function: the parameters that it is in Python, and what is handed over when the GIL may be gone.
template <typename Parameter>
struct Taken {
    using Value = std::remove_cvref_t<Parameter>;
    static constexpr bool is_plain = FromPython<Value>::is_plain;
    using Python = List<std::conditional_t<is_plain, Parameter,
                                           std::conditional_t<std::is_same_v<FromPythonType<Value>, nb::handle>,
                                                              nb::handle, const FromPythonType<Value>&>>>;
    static constexpr std::size_t size = 1;

    template <typename Given>
    explicit Taken(Given&& given) : value(made(std::forward<Given>(given))) {}
    decltype(auto) pass() {
        if constexpr (is_plain)
            return std::forward<Parameter>(value);
        else
            return std::move(value);
    }

private:
    using Kept = std::conditional_t<is_plain, Parameter&&, Value>;
    template <typename Given>
    static Kept made(Given&& given) {
        if constexpr (is_plain)
            return std::forward<Parameter>(given);
        else
            return FromPython<Value>::plain(given);
    }
    Kept value;
};

template <>
struct Taken<const StopToken&> {
    using Python = List<nb::handle, double>;
    static constexpr std::size_t size = 2;
    Taken(nb::handle stop, double seconds) : token(stop_token(stop, seconds)) {}
    const StopToken& pass() const { return token; }
    StopToken token;
};

}  // namespace shapewright::bindings
