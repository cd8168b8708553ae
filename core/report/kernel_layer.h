// An operator as the conditions of known faults look at it: shapes as kernels see them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/interpreter/tflm/esp_nn_shape.h"
#include "core/model/graph/model_info.h"

namespace arenascope::report {

struct KernelLayer {
  std::int32_t code = 0; // of the built-in operator
  std::string inputType; // "int8"
  std::string weightType;
  std::vector<std::int32_t> input; // shape of the first input that is data
  bool hasBias = false;
  bool dilated = false;
  bool grouped = false;                  // its filter has fewer channels than its input
  tflm::esp_nn::WindowShape window = {}; // of convolutions, transposed ones too
  std::int64_t multiplier = 0;           // filters per channel, of DEPTHWISE_CONV_2D

  std::int64_t elements() const;  // of the input
  std::int64_t innermost() const; // its last dimension
  std::int64_t outermost() const; // elements by innermost: rows
};

// nullopt for operators without a known fault, and for shapes that are not known.
std::optional<KernelLayer> kernelLayer(const model::SubgraphInfo& graph, const model::OperatorInfo& op);

} // namespace arenascope::report
