// Python's sequences and tuples as the standard library's, with memory that may be short.
//
// nanobind's own casters are noexcept: a vector that cannot grow ends the process. These throw std::bad_alloc to the
// call that converts its arguments, which makes a MemoryError of it. They stand in for nanobind/stl/vector.h, tuple.h,
// pair.h and optional.h; what engine gives to Python goes the way of nanobind's.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/detail/nb_list.h>
#include <nanobind/stl/detail/nb_optional.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

NAMESPACE_BEGIN(NB_NAMESPACE)
NAMESPACE_BEGIN(detail)

template <typename Item>
struct type_caster<std::vector<Item>> : list_caster<std::vector<Item>, Item> {
    using Base = list_caster<std::vector<Item>, Item>;
    using Base::value;

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) {
        std::size_t size = 0;
        PyObject* temporary = nullptr;
        PyObject** const items = NB_CALL(seq_get)(source.ptr(), &size, &temporary);
        const object owner = steal(temporary);
        value.clear();
        if (items == nullptr) return false;
        value.reserve(size);
        make_caster<Item> caster;
        for (std::size_t k = 0; k < size; ++k) {
            if (!caster.from_python(items[k], flags_for_local_caster<Item>(flags), cleanup) ||
                !caster.template can_cast<Item>())
                return false;
            value.push_back(caster.operator cast_t<Item>());
        }
        return true;
    }
};

template <typename Item>
struct remove_opt_mono<std::optional<Item>> : remove_opt_mono<Item> {};

template <typename Item>
struct has_arg_defaults<std::optional<Item>> : std::true_type {};

template <typename Item>
struct type_caster<std::optional<Item>> : optional_caster<std::optional<Item>> {
    using optional_caster<std::optional<Item>>::value;

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) {
        value.reset();
        if (source.is_none()) return true;
        make_caster<Item> caster;
        if (!caster.from_python(source, flags_for_local_caster<Item>(flags), cleanup) ||
            !caster.template can_cast<Item>())
            return false;
        value.emplace(caster.operator cast_t<Item>());
        return true;
    }
};

/// A std::tuple or std::pair, made of what the casters of its items hold.
template <typename Together, typename... Items>
struct fixed_caster {
    using Value = Together;
    template <typename>
    using Cast = Value;
    static constexpr std::size_t size = sizeof...(Items);
    using Places = std::make_index_sequence<size>;
    static constexpr auto Name = const_name("tuple[") + concat(make_caster<Items>::Name...) + const_name("]");

    bool from_python(handle source, std::uint32_t flags, cleanup_list* cleanup) {
        return from_items(source, flags, cleanup, Places{});
    }
    template <typename T>
    static handle from_cpp(T&& value, rv_policy policy, cleanup_list* cleanup) noexcept {
        return to_items(std::forward<T>(value), policy, cleanup, Places{});
    }
    template <typename>
    bool can_cast() const noexcept {
        return all_can_cast(Places{});
    }
    explicit operator Value() { return cast(Places{}); }

private:
    template <std::size_t... Place>
    bool from_items(handle source, std::uint32_t flags, cleanup_list* cleanup, std::index_sequence<Place...>) {
        PyObject* temporary = nullptr;
        PyObject** const items = NB_CALL(seq_get_with_size)(source.ptr(), size, &temporary);
        owner_ = steal(temporary);
        return items != nullptr &&
               (std::get<Place>(casters_).from_python(items[Place], flags_for_local_caster<Items>(flags), cleanup) &&
                ...);
    }
    template <typename T, std::size_t... Place>
    static handle to_items(T&& value, rv_policy policy, cleanup_list* cleanup, std::index_sequence<Place...>) noexcept {
        PyObject* items[size] = {};
        const auto made = [&]<typename Item>(std::size_t place, Item&& item) {
            items[place] = make_caster<Item>::from_cpp(std::forward<Item>(item), policy, cleanup).ptr();
            return items[place] != nullptr;
        };
        static_cast<void>((made(Place, forward_like_<T>(std::get<Place>(value))) && ...));
        return NB_CALL(tuple_new)(items, size);
    }
    template <std::size_t... Place>
    bool all_can_cast(std::index_sequence<Place...>) const noexcept {
        return (std::get<Place>(casters_).template can_cast<Items>() && ...);
    }
    template <std::size_t... Place>
    Value cast(std::index_sequence<Place...>) {
        return Value(std::get<Place>(casters_).operator cast_t<Items>()...);
    }

    std::tuple<make_caster<Items>...> casters_;
    object owner_;
};

template <typename... Items>
struct type_caster<std::tuple<Items...>> : fixed_caster<std::tuple<Items...>, Items...> {};

template <typename First, typename Second>
struct type_caster<std::pair<First, Second>> : fixed_caster<std::pair<First, Second>, First, Second> {};

NAMESPACE_END(detail)
NAMESPACE_END(NB_NAMESPACE)
