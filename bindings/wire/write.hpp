// What a function gives back as a value of a message.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "values.hpp"
#include "wire/message.hpp"
#include "wire/objects.hpp"

namespace shapewright::bindings {

/// The number of a declared class.
std::uint32_t class_number(ClassKey key);

inline void write_object(Writer& writer, ClassKey key, std::shared_ptr<void> object, Objects::Kept kept = {}) {
    writer.tag(Tag::object);
    writer.plain(class_number(key));
    writer.plain(objects().add(key, std::move(object), std::move(kept)));
}

/// Writes one value. Whatever has no rule of its own is a declared class.
template <typename Value>
struct Write {
    static void write(Writer& writer, Value&& value) {
        write_object(writer, key_of<Value>(), std::make_shared<Value>(std::move(value)));
    }
};

template <typename Value>
void write(Writer& writer, Value&& value) {
    static_assert(!std::is_reference_v<Value>);
    Write<std::remove_const_t<Value>>::write(writer, std::forward<Value>(value));
}

template <typename Value>
    requires std::is_arithmetic_v<Value>
struct Write<Value> {
    static void write(Writer& writer, Value value) {
        if constexpr (std::is_same_v<Value, bool>) {
            writer.tag(value ? Tag::yes : Tag::no);
        } else if constexpr (std::is_floating_point_v<Value>) {
            writer.tag(Tag::number);
            writer.plain(static_cast<double>(value));
        } else if (std::in_range<std::int64_t>(value)) {
            writer.tag(Tag::integer);
            writer.plain(static_cast<std::int64_t>(value));
        } else {
            writer.tag(Tag::natural);
            writer.plain(static_cast<std::uint64_t>(value));
        }
    }
};

template <>
struct Write<std::string> {
    static void write(Writer& writer, const std::string& text) { writer.content(Tag::text, text); }
};
template <>
struct Write<const char*> {
    static void write(Writer& writer, const char* text) { writer.content(Tag::text, text); }
};
template <>
struct Write<Bytes> {
    static void write(Writer& writer, const Bytes& bytes) { writer.content(Tag::bytes, bytes.content); }
};
template <>
struct Write<std::monostate> {
    static void write(Writer& writer, std::monostate) { writer.tag(Tag::none); }
};

template <typename Item, std::size_t Dimensions>
struct Write<Output<Item, Dimensions>> {
    static void write(Writer& writer, const Output<Item, Dimensions>& array) {
        writer.array(array.shape(), array.data(), array.size());
    }
};

template <typename Value>
struct Write<std::optional<Value>> {
    static void write(Writer& writer, std::optional<Value>&& value) {
        if (value)
            bindings::write(writer, std::move(*value));
        else
            writer.tag(Tag::none);
    }
};

template <typename Value>
struct Write<std::unique_ptr<Value>> {
    static void write(Writer& writer, std::unique_ptr<Value>&& value) {
        if (value == nullptr)
            writer.tag(Tag::none);
        else
            write_object(writer, key_of<Value>(), std::shared_ptr<Value>(std::move(value)));
    }
};

template <typename Item>
struct Write<std::vector<Item>> {
    static void write(Writer& writer, std::vector<Item>&& items) {
        if constexpr (std::is_arithmetic_v<Item> && !std::is_same_v<Item, bool>) {
            writer.packed(std::span<const Item>(items));
        } else {
            writer.tag(Tag::sequence);
            writer.length(items.size());
            for (auto&& item : items) bindings::write(writer, Item(std::move(item)));
        }
    }
};

template <typename Item, std::size_t Size>
struct Write<std::array<Item, Size>> {
    static void write(Writer& writer, std::array<Item, Size>&& items) {
        writer.tag(Tag::sequence);
        writer.length(Size);
        for (Item& item : items) bindings::write(writer, std::move(item));
    }
};

template <typename... Items>
struct Write<std::tuple<Items...>> {
    static void write(Writer& writer, std::tuple<Items...>&& items) {
        writer.tag(Tag::tuple);
        writer.length(sizeof...(Items));
        std::apply([&](Items&... each) { (bindings::write(writer, std::move(each)), ...); }, items);
    }
};

template <typename First, typename Second>
struct Write<std::pair<First, Second>> {
    static void write(Writer& writer, std::pair<First, Second>&& items) {
        writer.tag(Tag::tuple);
        writer.length(2);
        bindings::write(writer, std::move(items.first));
        bindings::write(writer, std::move(items.second));
    }
};

template <typename... Items>
struct Write<std::variant<Items...>> {
    static void write(Writer& writer, std::variant<Items...>&& value) {
        std::visit([&](auto& item) { bindings::write(writer, std::move(item)); }, value);
    }
};

}  // namespace shapewright::bindings
