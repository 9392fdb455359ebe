#include "planar/signs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace shapewright::planar {

namespace {

/// Sets that are joined.
class Sets {
public:
    explicit Sets(std::size_t number) : parent_(number) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }
    std::size_t of(std::size_t one) {
        while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
        return one;
    }
    bool join(std::size_t a, std::size_t b) {
        a = of(a);
        b = of(b);
        parent_[a] = b;
        return a != b;
    }

private:
    std::vector<std::size_t> parent_;
};

/// One connected part of a board.
class Part {
public:
    Part(std::span<const Square> squares, std::span<const Link> links, std::span<const std::uint32_t> own)
        : squares_(squares), links_(links), own_(own) {
        const Square start = squares[links[own[0]].first];
        int right = left_ = start.x, high = low_ = start.y;
        for (const std::uint32_t k : own) {
            for (const Square square : {squares[links[k].first], squares[links[k].second]}) {
                left_ = std::min(left_, square.x);
                right = std::max(right, square.x);
                low_ = std::min(low_, square.y);
                high = std::max(high, square.y);
            }
        }
        width_ = static_cast<std::size_t>(right - left_ + 1);
        height_ = static_cast<std::size_t>(high - low_ + 1);
    }

    void mark(std::vector<bool>& negative) {
        // Corners of squares that no link separates are one face. The outermost are one, too.
        Sets corners((width_ + 1) * (height_ + 1));
        std::vector<bool> crossed(2 * corners_number());
        for (const std::uint32_t k : own_) crossed[crossing(k)] = true;
        for (std::size_t y = 0; y <= height_; ++y) {
            for (std::size_t x = 0; x <= width_; ++x) {
                const std::size_t at = corner(x, y);
                if (x < width_ && !crossed[2 * at]) corners.join(at, at + 1);
                if (y < height_ && !crossed[2 * at + 1]) corners.join(at, at + width_ + 1);
            }
        }
        // The links of a tree may have any sign. The others, turned by a right angle, are a tree of faces; from its
        // leaves on each face has one link without sign, and that makes its product right.
        Sets connected(squares_.size() == 0 ? 0 : own_.size() * 2);
        std::map<std::uint32_t, std::size_t> number;
        for (const std::uint32_t k : own_)
            for (const std::uint32_t square : {links_[k].first, links_[k].second})
                number.emplace(square, number.size());
        struct Face {
            std::size_t sides = 0, open = 0;
            bool negative = false;
            std::vector<std::uint32_t> links;
        };
        std::vector<Face> faces(corners_number());
        std::vector<std::pair<std::size_t, std::size_t>> beside(own_.size());
        std::vector<bool> open(own_.size());
        for (std::uint32_t k = 0; k < own_.size(); ++k) {
            const std::size_t at = crossing(own_[k]);
            const std::size_t here = corners.of(at / 2);
            const std::size_t there = corners.of(at / 2 + (at % 2 == 0 ? 1 : width_ + 1));
            beside[k] = {here, there};
            ++faces[here].sides;
            ++faces[there].sides;
            open[k] = !connected.join(number[links_[own_[k]].first], number[links_[own_[k]].second]);
            if (!open[k]) continue;
            ++faces[here].open;
            ++faces[there].open;
            faces[here].links.push_back(k);
            faces[there].links.push_back(k);
        }
        const std::size_t outside = corners.of(0);
        std::vector<std::size_t> leaves;
        for (std::size_t face = 0; face < faces.size(); ++face)
            if (face != outside && faces[face].open == 1) leaves.push_back(face);
        while (!leaves.empty()) {
            Face& face = faces[leaves.back()];
            const std::size_t which = leaves.back();
            leaves.pop_back();
            if (face.open == 0) continue;
            const std::uint32_t k =
                *std::find_if(face.links.begin(), face.links.end(), [&](std::uint32_t l) { return open[l]; });
            const bool sign = face.negative != (face.sides % 4 == 0);
            open[k] = false;
            negative[own_[k]] = sign;
            for (const std::size_t next : {beside[k].first, beside[k].second}) {
                faces[next].negative = faces[next].negative != sign;
                --faces[next].open;
                if (next != which && next != outside && faces[next].open == 1) leaves.push_back(next);
            }
        }
    }

private:
    std::size_t corners_number() const { return (width_ + 1) * (height_ + 1); }
    std::size_t corner(std::size_t x, std::size_t y) const { return y * (width_ + 1) + x; }

    /// A link separates two corners: twice the number of the first, and one more if the other lies above it.
    std::size_t crossing(std::uint32_t k) const {
        const Square a = squares_[links_[k].first], b = squares_[links_[k].second];
        const auto x = static_cast<std::size_t>(std::max(a.x, b.x) - left_);
        const auto y = static_cast<std::size_t>(std::max(a.y, b.y) - low_);
        return 2 * corner(x, y) + (a.y == b.y ? 1 : 0);
    }

    std::span<const Square> squares_;
    std::span<const Link> links_;
    std::span<const std::uint32_t> own_;
    int left_ = 0, low_ = 0;
    std::size_t width_ = 0, height_ = 0;
};

}  // namespace

std::vector<bool> kasteleyn_signs(std::span<const Square> squares, std::span<const Link> links) {
    std::map<std::pair<int, int>, std::size_t> where;
    for (const Square square : squares)
        if (!where.emplace(std::pair{square.x, square.y}, where.size()).second)
            throw std::invalid_argument("a square is given twice");
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known;
    Sets parts(squares.size());
    for (const auto& [first, second, ways] : links) {
        if (first >= squares.size() || second >= squares.size())
            throw std::invalid_argument("a link names a square that is not there");
        if (std::abs(squares[first].x - squares[second].x) + std::abs(squares[first].y - squares[second].y) != 1)
            throw std::invalid_argument("a link joins squares that are no neighbours");
        if (!known.emplace(std::minmax(first, second), known.size()).second)
            throw std::invalid_argument("a link is given twice");
        if (ways != 0) parts.join(first, second);
    }
    std::map<std::size_t, std::vector<std::uint32_t>> of_part;
    for (std::uint32_t k = 0; k < links.size(); ++k)
        if (links[k].ways != 0) of_part[parts.of(links[k].first)].push_back(k);
    std::vector<bool> negative(links.size());
    for (const auto& [part, own] : of_part) Part(squares, links, own).mark(negative);
    return negative;
}

}  // namespace shapewright::planar
