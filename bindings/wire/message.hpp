// Messages of the wire: values one after another, each with a tag that says what it is. Numbers are little-endian.
//
//     tag          what follows
//     none, no, yes
//     integer      8 bytes, two's complement
//     natural      8 bytes, for numbers from 2^63 on
//     number       8 bytes, IEEE 754
//     bytes, text  length (4 bytes), content (text: UTF-8)
//     sequence     how many (4 bytes), and so many values; a list in Python
//     tuple        the same, a tuple in Python (a function takes either)
//     packed       a sequence of numbers or booleans: format (1), how many (4), padding, items
//     array        format (1), dimensions (1), lengths (4 each), padding, items row by row
//     object       number of its class (4), number of the object (4)
//
// Formats are those of Python's struct module, of 1, 2, 4 or 8 bytes: b B h H i I q Q d ?. Items begin at a place in
// the message that is a multiple of 8, and messages do so in memory: arrays are read where they lie.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace shapewright::bindings {

static_assert(std::endian::native == std::endian::little);

enum class Tag : std::uint8_t {
    none,
    no,
    yes,
    integer,
    natural,
    number,
    bytes,
    text,
    sequence,
    tuple,
    packed,
    array,
    object
};

/// A value that is not what a parameter wants; the text goes on after the parameter's name.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The format of a number's type.
template <typename Item>
constexpr char format_of() {
    if constexpr (std::is_same_v<Item, bool>) {
        return '?';
    } else if constexpr (std::is_floating_point_v<Item>) {
        static_assert(sizeof(Item) == 8);
        return 'd';
    } else {
        constexpr int place = sizeof(Item) == 1 ? 0 : sizeof(Item) == 2 ? 1 : sizeof(Item) == 4 ? 2 : 3;
        return (std::is_signed_v<Item> ? "bhiq" : "BHIQ")[place];
    }
}

/// Calls `visit` with a number of the type that a format means.
template <typename Visit>
decltype(auto) with_format(char format, Visit visit) {
    switch (format) {
        case 'b':
            return visit(std::int8_t{});
        case 'B':
            return visit(std::uint8_t{});
        case 'h':
            return visit(std::int16_t{});
        case 'H':
            return visit(std::uint16_t{});
        case 'i':
            return visit(std::int32_t{});
        case 'I':
            return visit(std::uint32_t{});
        case 'q':
            return visit(std::int64_t{});
        case 'Q':
            return visit(std::uint64_t{});
        case 'd':
            return visit(double{});
        case '?':
            return visit(bool{});
        default:
            throw Refused("has numbers of a format that is not known here");
    }
}

/// Numbers that lie in a message.
struct Items {
    char format = 0;
    std::size_t size = 0;
    const std::uint8_t* data = nullptr;

    /// Calls `visit` with the number at a place, of the type it has there.
    template <typename Visit>
    decltype(auto) at(std::size_t place, Visit visit) const {
        return with_format(format, [&](auto zero) -> decltype(auto) {
            using Item = decltype(zero);
            return visit(item<Item>(place));
        });
    }
    /// Each number in turn.
    template <typename Visit>
    void each(Visit visit) const {
        with_format(format, [&](auto zero) {
            using Item = decltype(zero);
            for (std::size_t k = 0; k < size; ++k) visit(item<Item>(k));
        });
    }

private:
    template <typename Item>
    Item item(std::size_t place) const {
        if constexpr (std::is_same_v<Item, bool>) {
            return data[place] != 0;
        } else {
            Item item;
            std::memcpy(&item, data + place * sizeof(Item), sizeof(Item));
            return item;
        }
    }
};

/// Reads a message from its beginning to its end. What is cut short is refused.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> message) : message_(message) {}

    Tag tag() { return static_cast<Tag>(*bytes(1)); }
    /// The tag of the next value, which is not read by this.
    Tag next_tag() {
        const std::size_t place = place_;
        const Tag found = tag();
        place_ = place;
        return found;
    }
    template <typename Item>
    Item plain() {
        Item item;
        std::memcpy(&item, bytes(sizeof(Item)), sizeof(Item));
        return item;
    }
    std::span<const std::uint8_t> content() {
        const std::size_t size = plain<std::uint32_t>();
        return {bytes(size), size};
    }
    Items items(char format, std::uint64_t size) {
        place_ = (place_ + 7) / 8 * 8;
        const std::size_t each = with_format(format, [](auto item) { return sizeof(item); });
        if (size > message_.size() / each) throw Refused("is cut short");
        return {format, static_cast<std::size_t>(size), bytes(static_cast<std::size_t>(size) * each)};
    }
    /// The items of a packed sequence whose tag was read.
    Items packed() {
        const char format = plain<char>();
        return items(format, plain<std::uint32_t>());
    }
    /// The lengths and items of an array whose tag was read.
    std::pair<std::vector<std::uint32_t>, Items> array() {
        const char format = plain<char>();
        std::vector<std::uint32_t> shape(plain<std::uint8_t>());
        std::uint64_t size = 1;
        for (std::uint32_t& length : shape) {
            length = plain<std::uint32_t>();
            if (length != 0 && size > std::numeric_limits<std::uint32_t>::max()) throw Refused("is cut short");
            size *= length;
        }
        return {std::move(shape), items(format, size)};
    }
    bool is_over() const { return place_ >= message_.size(); }
    /// How many bytes are left, and so the most values that can follow.
    std::size_t left() const { return message_.size() - place_; }

private:
    const std::uint8_t* bytes(std::size_t size) {
        if (place_ > message_.size() || size > message_.size() - place_) throw Refused("is cut short");
        const std::uint8_t* found = message_.data() + place_;
        place_ += size;
        return found;
    }

    std::span<const std::uint8_t> message_;
    std::size_t place_ = 0;
};

/// Writes a message.
class Writer {
public:
    /// Room for errors stays, that of a large message is given back.
    void clear() {
        if (message_.capacity() > large) message_ = {};
        message_.clear();
        message_.reserve(4096);
    }
    const std::vector<std::uint8_t>& message() const { return message_; }

    void tag(Tag tag) { message_.push_back(static_cast<std::uint8_t>(tag)); }
    template <typename Item>
    void plain(Item item) {
        bytes(&item, sizeof(Item));
    }
    void length(std::size_t size) {
        if (size > std::numeric_limits<std::uint32_t>::max()) throw std::bad_alloc();
        plain(static_cast<std::uint32_t>(size));
    }
    void content(Tag what, std::string_view content) {
        tag(what);
        length(content.size());
        bytes(content.data(), content.size());
    }
    template <typename Item>
    void packed(std::span<const Item> items) {
        tag(Tag::packed);
        plain(format_of<Item>());
        length(items.size());
        pad();
        bytes(items.data(), items.size_bytes());
    }
    template <typename Item>
    void array(std::span<const std::size_t> shape, const Item* items, std::size_t size) {
        tag(Tag::array);
        plain(format_of<Item>());
        plain(static_cast<std::uint8_t>(shape.size()));
        for (const std::size_t each : shape) length(each);
        pad();
        bytes(items, size * sizeof(Item));
    }

private:
    static constexpr std::size_t large = std::size_t{1} << 20;

    void pad() { message_.resize((message_.size() + 7) / 8 * 8); }
    void bytes(const void* data, std::size_t size) {
        if (size == 0) return;
        const std::size_t place = message_.size();
        message_.resize(place + size);
        std::memcpy(message_.data() + place, data, size);
    }

    std::vector<std::uint8_t> message_;
};

}  // namespace shapewright::bindings
