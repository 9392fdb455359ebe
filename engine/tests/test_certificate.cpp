// Searches written down: their numbers against the twin. What the lines say is checked by certificates/check_cover.py.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "core/rng.hpp"
#include "exact_cover/certificate.hpp"
#include "twin.hpp"

using namespace shapewright;
using namespace shapewright::exact_cover;

namespace {

constexpr std::uint64_t room = std::uint64_t{1} << 30;

Instance random_instance(Rng& rng, bool placements) {
    twin::Flavour flavour;
    flavour.placements = placements;
    flavour.always_items = flavour.equal_options = true;
    Instance instance = twin::random_instance(rng, flavour);
    instance.required.assign(instance.items(), true);
    return instance;
}

std::uint64_t number(const Certificate& certificate) {
    const Natural count = certificate.count();
    return count.empty() ? 0 : count.front();
}

// Dominoes on a board: as many covers as 64 bits hold no longer.
Instance dominoes(std::uint32_t width, std::uint32_t height) {
    Instance instance{std::vector<bool>(std::size_t{width} * height, true), {0}, {unlimited}, {}};
    for (std::uint32_t k = 0; k < width * height; ++k) {
        if (k % width + 1 < width) instance.options.push_back({{k, k + 1}, {}, {{0, 1}}});
        if (k + width < width * height) instance.options.push_back({{k, k + width}, {}, {{0, 1}}});
    }
    return instance;
}

}  // namespace

TEST(certificates_count_what_the_twin_finds) {
    Rng rng(1);
    for (int time = 0; time < check::draws(600); ++time) {
        const Instance instance = random_instance(rng, time % 2 == 0);
        const auto covers = twin::covers(instance);
        std::vector<std::int64_t> costs;
        for (std::size_t k = 0; k < instance.options.size(); ++k)
            costs.push_back(static_cast<std::int64_t>(rng.place(100)) - 50);
        std::int64_t least = Certificate::no_cover;
        for (const Path& cover : covers) {
            std::int64_t sum = 0;
            for (const std::uint32_t option : cover) sum += costs[option];
            least = std::min(least, sum);
        }
        for (const bool in_order : {false, true}) {
            Certificate counted(instance, {});
            CHECK(counted.run(StopToken{}, in_order, room) == Certificate::Outcome::done);
            CHECK_EQ(number(counted), covers.size());
            Certificate priced(instance, costs);
            CHECK(priced.run(StopToken{}, in_order, room) == Certificate::Outcome::done);
            if (!instance.options.empty()) CHECK_EQ(priced.least(), least);
        }
    }
}

TEST(certificates_add_up_numbers_of_any_length) {
    Certificate certificate(dominoes(12, 14), {});
    CHECK(certificate.run(StopToken{}, true, room) == Certificate::Outcome::done);
    CHECK_EQ(certificate.count().size(), 2u);
    CHECK(certificate.run(StopToken{}, true, 1000) == Certificate::Outcome::too_large);
    CHECK(certificate.run(StopToken{nullptr, 0}, true, room) == Certificate::Outcome::stopped);
    CHECK(certificate.run(StopToken{}, false, room) == Certificate::Outcome::done);
    CHECK_EQ(certificate.count().size(), 2u);
}

TEST(certificates_begin_with_a_piece_whose_options_stand_for_several) {
    Instance instance = dominoes(4, 4);
    instance.minimum.push_back(1);
    instance.maximum.push_back(1);
    instance.options.push_back({{0, 1}, {}, {{1, 1}}});
    Certificate certificate(instance, {});
    certificate.begin_with(1, std::vector<std::uint32_t>(instance.options.size(), 8));
    CHECK(certificate.run(StopToken{}, false, room) == Certificate::Outcome::done);
    Certificate plain(instance, {});
    CHECK(plain.run(StopToken{}, false, room) == Certificate::Outcome::done);
    CHECK_EQ(number(certificate), 8 * number(plain));
    CHECK_EQ(certificate.root(), "1");
}

TEST(certificates_refuse_what_their_form_cannot_say) {
    const auto refuses = [](const auto& make) {
        try {
            make();
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    Instance instance = dominoes(2, 2);
    CHECK(refuses([&] { Certificate(instance, {1}); }));
    CHECK(refuses([&] { Certificate(instance, {}).begin_with(0, {}); }));
    instance.required[0] = false;
    CHECK(refuses([&] { Certificate(instance, {}); }));
    instance.required[0] = true;
    instance.options.push_back({{}, {}, {{0, 1}}});
    CHECK(refuses([&] { Certificate(instance, {}); }));
}
