#include "core/report/operator_family.h"

#include <algorithm>

#include "core/report/buffer_info.h"

namespace arenascope::report {

namespace {

bool isConvolution(std::string_view name) {
  return name == "CONV_2D" || name == "CONV_3D" || name == "TRANSPOSE_CONV" || name == "CONV_3D_TRANSPOSE";
}

// Without these, models of speech and sensors would have no colour at all.
bool isMatrixProduct(std::string_view name) {
  return name == "FULLY_CONNECTED" || name == "BATCH_MATMUL" || name == "SVDF" ||
         name == "UNIDIRECTIONAL_SEQUENCE_LSTM";
}

Family familyOfBuffer(const Report& report, const std::vector<int>& rows, const PlannedBuffer& buffer) {
  const BufferKind kind = bufferKind(report, buffer);
  if (kind == BufferKind::kInput || kind == BufferKind::kOutput) return Family::kInputOutput;
  const auto step = static_cast<std::size_t>(std::max(buffer.firstOp, PlannerStep(0)));
  if (kind != BufferKind::kActivation || step >= rows.size() || rows[step] < 0) return Family::kOther;
  return familyOf(report.operators[static_cast<std::size_t>(rows[step])].name);
}

} // namespace

Family familyOf(std::string_view operatorName) {
  if (operatorName == "DEPTHWISE_CONV_2D") return Family::kDepthwise;
  return isConvolution(operatorName) || isMatrixProduct(operatorName) ? Family::kWeighted : Family::kOther;
}

std::vector<Family> bufferFamilies(const Report& report) {
  const std::vector<int> rows = rowsByStep(report);
  std::vector<Family> families;
  families.reserve(report.buffers.size());
  for (const PlannedBuffer& buffer : report.buffers) families.push_back(familyOfBuffer(report, rows, buffer));
  return families;
}

std::string familyTitle(const Report& report, Family family) {
  if (family == Family::kDepthwise) return "Depthwise";
  if (family == Family::kInputOutput) return "Input, output";
  if (family == Family::kOther) return "Other";
  const auto has = [&](bool (*kind)(std::string_view)) {
    return std::any_of(report.operators.begin(), report.operators.end(),
                       [&](const OperatorReport& op) { return kind(op.name); });
  };
  const bool convolution = has(isConvolution);
  if (!has(isMatrixProduct)) return "Convolution";
  const bool fullyConnected = std::all_of(report.operators.begin(), report.operators.end(), [](const auto& op) {
    return !isMatrixProduct(op.name) || op.name == "FULLY_CONNECTED";
  });
  const std::string product = fullyConnected ? "fully connected" : "matrix product";
  if (convolution) return "Convolution, " + product;
  return fullyConnected ? "Fully connected" : "Matrix product";
}

const char* familyKey(Family family) {
  switch (family) {
  case Family::kWeighted: return "conv";
  case Family::kDepthwise: return "depthwise";
  case Family::kInputOutput: return "io";
  case Family::kOther: break;
  }
  return "other";
}

} // namespace arenascope::report
