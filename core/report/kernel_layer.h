// The properties of an operator that conditions of known faults examine: shapes as kernels see them.
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
  std::vector<std::int32_t> input; // shape of the first data input
  bool hasBias = false;
  bool dilated = false;
  bool grouped = false;                  // its filter has fewer channels than its input
  tflm::esp_nn::WindowShape window = {}; // of convolutions, transposed ones too
  std::int64_t multiplier = 0;           // filters per channel, of DEPTHWISE_CONV_2D

  std::int64_t elements() const;  // of the input
  std::int64_t innermost() const; // its last dimension
  std::int64_t outermost() const; // elements by innermost: rows
};

// Absent for operators without a known fault, and for unknown shapes.
std::optional<KernelLayer> kernelLayer(const model::SubgraphInfo& graph, const model::OperatorInfo& op);

} // namespace arenascope::report
