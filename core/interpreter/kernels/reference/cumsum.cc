// CUMSUM: running sums along an axis.
#include <limits>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/fixed_point.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/quantization.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kLeftShift = 20;

struct Params {   // TfLiteCumsumParams
  bool exclusive; // excludes the element itself
  bool reverse;
};
static_assert(sizeof(Params) == bySize(2, 2));

struct Data { // the OpData of this kernel
  QuantizedMultiplier input;
  QuantizedMultiplier output;
  std::int32_t inputZeroPoint;
  std::int32_t outputZeroPoint;
  std::int32_t reserved[3];
};
static_assert(sizeof(Data) == bySize(36, 36));

void read(const schema::CumsumOptions& options, Params& params) {
  params = {.exclusive = options.exclusive(), .reverse = options.reverse()};
}

Status prepareInt8(Context& context, Node& node, const Tensor& input, const Tensor& output) {
  ARENASCOPE_TRY(initData<Data>(context, node));
  auto& data = userData<Data>(node);
  data.inputZeroPoint = input.zeroPoint;
  data.outputZeroPoint = output.zeroPoint;
  const double twiceScale = 2 * static_cast<double>(input.scale);
  ARENASCOPE_TRY(quantizeFraction(context, static_cast<double>(input.scale) / twiceScale, &data.input));
  return quantizeFraction(context, twiceScale / ((1 << kLeftShift) * static_cast<double>(output.scale)), &data.output);
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  const TempTensor input = context.input(node, 0);
  const TempTensor axis = context.input(node, 1);
  const TempTensor output = context.output(node, 0);
  if (!input || !axis || !output) return missing(context, "input, axis or output");
  if (input->type != runtime::kFloat32 && input->type != runtime::kInt8)
    return unsupportedType(context, "input", input->type);
  if (axis->type != runtime::kInt32 || elementCount(*axis->dims) != 1)
    return context.fail(Message() << "the axis must be one INT32 number");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  if (input->dims->size < 1 || !sameShape(*input->dims, *output->dims))
    return context.fail(Message() << "input and output must have the same shape, of at least one dimension");
  return input->type == runtime::kInt8 ? prepareInt8(context, node, *input, *output) : Status::kOk;
}

// How elements of one type are summed and stored.
struct FloatSums {
  using Sum = float;
  float start() const { return 0.0F; }
  float add(float sum, float value) const { return sum + value; }
  float stored(float sum) const { return sum; }
};
struct Int8Sums {
  using Sum = std::int32_t;
  const Data& data;

  Sum scaled(std::int32_t value) const {
    return multiplyByFraction((value - data.inputZeroPoint) * (1 << kLeftShift), data.input.multiplier,
                              data.input.shift);
  }
  // The real kernel subtracts the zero point once more.
  Sum start() const { return scaled(0); }
  Sum add(Sum sum, std::int8_t value) const { return sum + scaled(value); }
  std::int8_t stored(Sum sum) const {
    const std::int32_t result =
        multiplyByFraction(sum, data.output.multiplier, data.output.shift) + data.outputZeroPoint;
    return static_cast<std::int8_t>(clamp<std::int32_t>(result, -128, 127));
  }
};

template <typename T, typename Sums>
void sumUp(const EvalTensor& input, EvalTensor& output, int axis, const Params& options, const Sums& sums) {
  const int outer = elementsBetween(*input.dims, 0, axis);
  const int depth = input.dims->data[axis];
  const int inner = elementsBetween(*input.dims, axis + 1, input.dims->size);
  for (int o = 0; o < outer; ++o) {
    for (int i = 0; i < inner; ++i) {
      typename Sums::Sum sum = sums.start();
      for (int d = 0; d < depth; ++d) {
        const int index = (o * depth + (options.reverse ? depth - 1 - d : d)) * inner + i;
        const auto next = sums.add(sum, data<T>(&input)[index]);
        data<T>(&output)[index] = sums.stored(options.exclusive ? sum : next);
        sum = next;
      }
    }
  }
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  const int axis = resolveAxis(*data<std::int32_t>(context.evalInput(node, 1)), input.dims->size);
  if (axis < 0) return context.fail(Message() << "the axis is outside the input's dimensions");
  const auto& options = params<Params>(node);
  if (input.type == runtime::kFloat32)
    sumUp<float>(input, output, axis, options, FloatSums());
  else
    sumUp<std::int8_t>(input, output, axis, options, Int8Sums{userData<Data>(node)});
  return Status::kOk;
}

} // namespace

constinit const Registration kCumsum = {schema::BuiltinOperator_CUMSUM, parseParams<read>, nullptr, prepare, invoke};

} // namespace arenascope::kernels::reference
