// What a search says of a height.
#pragma once

namespace shapewright::stacking {

/// `refuted` is proven; `unknown` means that the effort was not enough, `stopped` that the stop token said so.
enum class Verdict { found, refuted, unknown, stopped };

}  // namespace shapewright::stacking
