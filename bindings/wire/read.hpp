// Values of a message as parameters of a function.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/prepare_thread.hpp"
#include "core/stop.hpp"
#include "values.hpp"
#include "wire/message.hpp"
#include "wire/objects.hpp"

namespace shapewright::bindings {

/// What is known of a call while its parameters are read.
struct Call {
    Objects::Kept used;         ///< objects that are parameters
    std::size_t parameter = 0;  ///< the number of the one that is read
};

/// A number as another type, if that can hold it.
template <typename Wanted, typename Number>
Wanted number_as(Number number) {
    if constexpr (std::is_same_v<Wanted, Number>) {
        return number;
    } else if constexpr (std::is_same_v<Wanted, bool>) {
        throw Refused("must be True or False");
    } else if constexpr (std::is_floating_point_v<Wanted> || std::is_same_v<Number, bool>) {
        return static_cast<Wanted>(number);
    } else if constexpr (std::is_floating_point_v<Number>) {
        throw Refused("must be a whole number");
    } else {
        if (!std::in_range<Wanted>(number)) throw Refused("has a number that is out of range");
        return static_cast<Wanted>(number);
    }
}

/// Reads one value. Whatever has no rule of its own is a declared class.
template <typename Value>
struct Read {
    static constexpr bool is_object = true;

    static std::shared_ptr<Value> shared(Reader& reader, Call& call) {
        if (reader.tag() != Tag::object) throw Refused("is of another type");
        reader.plain<std::uint32_t>();
        std::shared_ptr<void> found = objects().find(key_of<Value>(), reader.plain<std::uint32_t>());
        if (found == nullptr) throw Refused("is of another type");
        call.used.push_back(found);
        return std::static_pointer_cast<Value>(found);
    }
    static Value read(Reader& reader, Call& call) { return *shared(reader, call); }
};

template <typename Value>
    requires std::is_arithmetic_v<Value>
struct Read<Value> {
    static constexpr bool is_object = false;
    static Value read(Reader& reader, Call&) {
        switch (reader.tag()) {
            case Tag::no:
                return number_as<Value>(false);
            case Tag::yes:
                return number_as<Value>(true);
            case Tag::integer:
                return number_as<Value>(reader.plain<std::int64_t>());
            case Tag::natural:
                return number_as<Value>(reader.plain<std::uint64_t>());
            case Tag::number:
                return number_as<Value>(reader.plain<double>());
            default:
                throw Refused(std::is_same_v<Value, bool> ? "must be True or False" : "must be a number");
        }
    }
    template <typename Number>
    static Value of_number(Number number) {
        return number_as<Value>(number);
    }
};

template <typename Value>
concept OfNumber = requires { Read<Value>::of_number(0); };

template <>
struct Read<std::string> {
    static constexpr bool is_object = false;
    static std::string read(Reader& reader, Call&) {
        if (reader.tag() != Tag::text) throw Refused("must be a string");
        const auto content = reader.content();
        return {content.begin(), content.end()};
    }
};

template <>
struct Read<BytesView> {
    static constexpr bool is_object = false;
    static BytesView read(Reader& reader, Call&) {
        if (reader.tag() != Tag::bytes) throw Refused("must be bytes");
        const auto content = reader.content();
        return {content.data(), content.size()};
    }
};

template <typename Value>
struct Read<std::optional<Value>> {
    static constexpr bool is_object = false;
    static std::optional<Value> read(Reader& reader, Call& call) {
        if (reader.next_tag() != Tag::none) return Read<Value>::read(reader, call);
        reader.tag();
        return std::nullopt;
    }
    template <typename Number>
        requires OfNumber<Value>
    static std::optional<Value> of_number(Number number) {
        return Read<Value>::of_number(number);
    }
};

/// A sequence of any kind, whose tag was read: calls `value` for each of its values, in their order, or `numbers`.
template <typename Numbers, typename Values>
void read_sequence(Reader& reader, Numbers numbers, Values values) {
    switch (reader.tag()) {
        case Tag::sequence:
        case Tag::tuple: {
            const std::size_t size = reader.plain<std::uint32_t>();
            if (size > reader.left()) throw Refused("is cut short");
            return values(size);
        }
        case Tag::packed:
            return numbers(reader.packed());
        case Tag::array: {
            const auto [shape, items] = reader.array();
            if (shape.size() != 1) throw Refused("must have one dimension");
            return numbers(items);
        }
        default:
            throw Refused("must be a sequence");
    }
}

template <typename Item>
struct Read<std::vector<Item>> {
    static constexpr bool is_object = false;
    static std::vector<Item> read(Reader& reader, Call& call) {
        std::vector<Item> result;
        read_sequence(
            reader,
            [&](const Items& items) {
                if constexpr (OfNumber<Item>) {
                    result.reserve(items.size);
                    items.each([&](auto number) { result.push_back(Read<Item>::of_number(number)); });
                } else {
                    throw Refused("has a number where there should be something else");
                }
            },
            [&](std::size_t size) {
                result.reserve(size);
                for (std::size_t k = 0; k < size; ++k) result.push_back(Read<Item>::read(reader, call));
            });
        return result;
    }
};

/// Values of which it is known how many they are and of which type each of them is.
template <typename Together, typename... Values>
struct ReadTogether {
    static constexpr bool is_object = false;
    static Together read(Reader& reader, Call& call) {
        return read(reader, call, std::index_sequence_for<Values...>{});
    }

private:
    template <std::size_t... Place>
    static Together read(Reader& reader, Call& call, std::index_sequence<Place...>) {
        std::optional<Together> result;
        const auto check = [](std::size_t size) {
            if (size != sizeof...(Values)) throw Refused("has a sequence that is too short or too long");
        };
        read_sequence(
            reader,
            [&](const Items& items) {
                check(items.size);
                if constexpr ((OfNumber<Values> && ...))
                    result.emplace(Together{
                        items.at(Place, [](auto number) -> Values { return Read<Values>::of_number(number); })...});
                else
                    throw Refused("has a number where there should be something else");
            },
            [&](std::size_t size) {
                check(size);
                result.emplace(Together{Read<Values>::read(reader, call)...});
            });
        return *std::move(result);
    }
};

template <typename... Values>
struct Read<std::tuple<Values...>> : ReadTogether<std::tuple<Values...>, Values...> {};
template <typename First, typename Second>
struct Read<std::pair<First, Second>> : ReadTogether<std::pair<First, Second>, First, Second> {};

template <typename Item, std::size_t Size>
struct Read<std::array<Item, Size>> {
    static constexpr bool is_object = false;
    static std::array<Item, Size> read(Reader& reader, Call& call) {
        std::vector<Item> items = Read<std::vector<Item>>::read(reader, call);
        if (items.size() != Size) throw Refused("has a sequence that is too short or too long");
        std::array<Item, Size> result;
        std::move(items.begin(), items.end(), result.begin());
        return result;
    }
};

// --- Parameters -----------------------------------------------------------------------------------------------------

/// What a call keeps for one parameter, and what is handed over.
template <typename Parameter>
struct Slot {
    using Value = std::remove_cvref_t<Parameter>;
    static constexpr bool is_shared = Read<Value>::is_object && std::is_reference_v<Parameter>;
    using Kept = std::conditional_t<is_shared, std::shared_ptr<Value>, Value>;

    Slot(Reader& reader, Call& call) : kept(made(reader, call)) {}
    decltype(auto) pass() {
        if constexpr (is_shared)
            return static_cast<Value&>(*kept);
        else
            return std::move(kept);
    }

private:
    static Kept made(Reader& reader, Call& call) {
        if constexpr (is_shared)
            return Read<Value>::shared(reader, call);
        else
            return Read<Value>::read(reader, call);
    }
    Kept kept;
};

template <typename Value>
struct Slot<Value*> {
    Slot(Reader& reader, Call& call) {
        if (reader.next_tag() == Tag::none)
            reader.tag();
        else
            kept = Read<std::remove_const_t<Value>>::shared(reader, call);
    }
    Value* pass() { return kept.get(); }
    std::shared_ptr<Value> kept;
};

/// Whether it was stopped before; there is nobody here who could do so later.
template <>
struct Slot<const StopToken&> {
    Slot(Reader& reader, Call& call) {
        static constexpr unsigned char set = 1;
        prepare_thread();
        bool is_stopped = false;
        if (reader.next_tag() == Tag::none)
            reader.tag();
        else
            is_stopped = Read<bool>::read(reader, call);
        ++call.parameter;
        token = StopToken(is_stopped ? &set : nullptr, Read<double>::read(reader, call));
    }
    const StopToken& pass() const { return token; }
    StopToken token;
};

/// Nothing is sent for it: who waits for the answer cannot be told anything.
template <typename Parameter>
    requires std::is_same_v<std::remove_cvref_t<Parameter>, Progress>
struct Slot<Parameter> {
    Slot(Reader&, Call&) {}
    const Progress& pass() const { return progress; }
    Progress progress{[](std::uint64_t) {}};
};

/// The numbers of an array: where they lie, or as another type.
template <typename Item>
std::span<const Item> numbers_of(const Items& items, std::vector<Item>& changed) {
    if (items.format == format_of<Item>()) return {reinterpret_cast<const Item*>(items.data), items.size};
    changed.reserve(items.size);
    items.each([&](auto number) { changed.push_back(number_as<Item>(number)); });
    return changed;
}

template <typename Item>
std::span<const Item> read_array(Reader& reader, std::size_t dimensions, std::vector<Item>& changed) {
    if (reader.tag() != Tag::array) throw Refused("must be an array");
    const auto [shape, items] = reader.array();
    if (shape.size() != dimensions || (dimensions == 2 && shape[1] != 4))
        throw Refused(dimensions == 2 ? "must have four columns" : "must have one dimension");
    return numbers_of(items, changed);
}

template <typename Item>
struct Slot<const Input<Item>&> {
    Slot(Reader& reader, Call&) : found(read_array(reader, 1, changed)) {}
    Input<Item> pass() const { return {found.data(), found.size()}; }
    std::vector<Item> changed;
    std::span<const Item> found;
};

template <typename Item>
struct Slot<const FourColumns<Item>&> {
    Slot(Reader& reader, Call&) : found(read_array(reader, 2, changed)) {}
    FourColumns<Item> pass() const { return {found}; }
    std::vector<Item> changed;
    std::span<const Item> found;
};

template <typename Item>
struct Slot<const KeptInput<Item>&> {
    Slot(Reader& reader, Call&) : kept(std::make_shared<std::vector<Item>>()) {
        const std::span<const Item> found = read_array(reader, 1, *kept);
        if (kept->empty()) kept->assign(found.begin(), found.end());
    }
    KeptInput<Item> pass() const { return {*kept, kept}; }
    std::shared_ptr<std::vector<Item>> kept;
};

template <typename Item>
struct Slot<Input<Item>> : Slot<const Input<Item>&> {
    using Slot<const Input<Item>&>::Slot;
};
template <typename Item>
struct Slot<FourColumns<Item>> : Slot<const FourColumns<Item>&> {
    using Slot<const FourColumns<Item>&>::Slot;
};
template <typename Item>
struct Slot<KeptInput<Item>> : Slot<const KeptInput<Item>&> {
    using Slot<const KeptInput<Item>&>::Slot;
};

}  // namespace shapewright::bindings
