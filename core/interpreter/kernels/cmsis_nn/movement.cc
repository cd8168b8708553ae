// PAD, PADV2 and TRANSPOSE for 8-bit values: whole rows if contiguous.
#include <cstring>

#include "core/interpreter/kernels/cmsis_nn/registrations.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/override.h"
#include "core/interpreter/kernels/pad.h"

namespace arenascope::kernels::cmsis_nn {

namespace {

constexpr int kMaxDimensions = 4;

void fill(std::int8_t*& output, std::int8_t value, int count) {
  std::memset(output, value, static_cast<std::size_t>(count));
  output += count;
}
void copy(std::int8_t*& output, const std::int8_t*& input, int count) {
  copyBytes(output, input, static_cast<std::size_t>(count));
  output += count;
  input += count;
}

// Dimensions from the outermost, extended by ones in front; sizes are the input's. Of five dimensions the real kernel
// handles the last four, so that most of the output is unchanged.
struct PadShape {
  std::int32_t size[kMaxDimensions] = {1, 1, 1, 1};
  std::int32_t before[kMaxDimensions] = {};
  std::int32_t after[kMaxDimensions] = {};

  PadShape(const runtime::IntArray& input, const PadData& kernelData) {
    const int missing = kMaxDimensions - input.size;
    for (int d = 0; d < input.size; ++d) {
      size[missing + d] = input.data[d];
      before[missing + d] = kernelData.before[d];
      after[missing + d] = kernelData.after[d];
    }
  }
  std::int32_t padded(int d) const { return before[d] + size[d] + after[d]; }
};

void padInt8(const PadShape& shape, std::int8_t value, const std::int8_t* input, std::int8_t* output) {
  const int pixel = shape.padded(3);
  const int row = shape.padded(2) * pixel;
  const int image = shape.padded(1) * row;
  fill(output, value, image * shape.before[0]);
  for (int b = 0; b < shape.size[0]; ++b) {
    fill(output, value, row * shape.before[1]);
    for (int y = 0; y < shape.size[1]; ++y) {
      fill(output, value, pixel * shape.before[2]);
      if (pixel == shape.size[3])
        copy(output, input, shape.size[2] * pixel);
      else
        for (int x = 0; x < shape.size[2]; ++x) {
          fill(output, value, shape.before[3]);
          copy(output, input, shape.size[3]);
          fill(output, value, shape.after[3]);
        }
      fill(output, value, pixel * shape.after[2]);
    }
    fill(output, value, row * shape.after[1]);
  }
  fill(output, value, image * shape.after[0]);
}

template <const Registration& kReference>
Status invokePad(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  // Of five dimensions the real kernel pads four and leaves most of the output unchanged.
  if (input.type != runtime::kInt8 || input.dims->size > kMaxDimensions) return kReference.invoke(context, node);
  const auto& kernelData = userData<PadData>(node);
  auto value = static_cast<std::int8_t>(kernelData.outputZeroPoint);
  if (const auto* given = data<std::int8_t>(context.evalInput(node, 2)); given != nullptr) value = *given;
  padInt8(PadShape(*input.dims, kernelData), value, data<std::int8_t>(&input),
          data<std::int8_t>(context.evalOutput(node, 0)));
  return Status::kOk;
}

// Transposes a matrix.
void turn(const std::int8_t* input, int rows, int columns, std::int8_t* output) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) output[column * rows + row] = *input++;
}

// As in the real kernel, two dimensions are exchanged whatever the permutation. (For five it leaves the output
// unchanged.)
Status invokeTranspose(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  if (input.type != runtime::kInt8 || input.dims->size != 2) return reference::kTranspose.invoke(context, node);
  turn(data<std::int8_t>(&input), input.dims->data[0], input.dims->data[1],
       data<std::int8_t>(context.evalOutput(node, 0)));
  return Status::kOk;
}

} // namespace

constinit const Registration kPad =
    withInvoke<reference::kPad>(schema::BuiltinOperator_PAD, invokePad<reference::kPad>);
constinit const Registration kPadV2 =
    withInvoke<reference::kPadV2>(schema::BuiltinOperator_PADV2, invokePad<reference::kPadV2>);
constinit const Registration kTranspose =
    withInvoke<reference::kTranspose>(schema::BuiltinOperator_TRANSPOSE, invokeTranspose);

} // namespace arenascope::kernels::cmsis_nn
