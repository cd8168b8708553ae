// Models of one operator with random shapes, strides, dilations, paddings, channel counts and zero points. The numbers
// of inputs are the caller's; weights are in the models.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/model/builder/model_builder.h"

namespace arenascope::builder {

// kAlike: what the reference and CMSIS-NN's kernels compute alike; kAll: all that the reference kernels take, and
// larger.
enum class Scope { kAlike, kAll };

struct OperatorFamily {
  const char* op; // its name in models: "CONV_2D"
  std::function<std::vector<std::uint8_t>(const std::string& description, Random& random, Scope scope)> make;
};

// Of operators that libraries have faster kernels for,
std::span<const OperatorFamily> layerFamilies();
// and of others.
std::span<const OperatorFamily> plainFamilies();

// As far apart for neighbouring numbers as for any.
Random randomFor(std::uint32_t number);

} // namespace arenascope::builder
