// With Scope::kAlike kept to what both kernel sets compute alike; where the real ones differ a comment says how.
#include <algorithm>
#include <numeric>

#include "core/model/builder/operator_families.h"
#include "core/model/builder/random_values.h"

namespace arenascope::builder {
namespace {

using namespace schema;

using Bytes = std::vector<std::uint8_t>;

Values weights(Random& random, const std::vector<std::int32_t>& shape, const std::vector<float>& scales, int dimension,
               int zero = 0) {
  Values values = quantized(TensorType_INT8, {}, 1.0F, 0, shape);
  for (int i = 0; i < elementsOf(shape); ++i) values.numbers.push_back(random.between(-127, 127));
  values.quantization = {scales, std::vector<std::int64_t>(scales.size(), zero), dimension};
  return constant(values);
}

std::vector<float> channelScales(Random& random, int channels) {
  std::vector<float> scales(static_cast<std::size_t>(channels));
  for (float& scale : scales) scale = scaleBetween(random, 0.002F, 0.03F);
  return scales;
}

Values bias(Random& random, TensorType type, int channels, float inputScale, const std::vector<float>& scales) {
  Values values = quantized(type, {}, 1.0F, 0, {channels});
  for (int i = 0; i < channels; ++i) values.numbers.push_back(random.between(-20000, 20000));
  values.quantization = {{}, std::vector<std::int64_t>(scales.size(), 0), 0};
  for (const float scale : scales) values.quantization.scales.push_back(inputScale * scale);
  return constant(values);
}

// Of channels: up to `most`, or where all shapes are wanted sometimes as many as vector instructions take at once.
int channelCount(Random& random, int most, Scope scope) {
  constexpr int kBlocks[] = {8, 12, 16, 17, 24, 32, 33};
  if (scope == Scope::kAlike || random.between(0, 2) > 0) return random.between(1, most);
  return kBlocks[random.between(0, static_cast<int>(std::size(kBlocks)) - 1)];
}

int windowed(int input, int filter, int stride, int dilation, Padding padding) {
  return padding == Padding_SAME ? (input + stride - 1) / stride
                                 : (input - (filter - 1) * dilation - 1 + stride) / stride;
}

struct Geometry {
  int batch, height, width, filterHeight, filterWidth, strideHeight, strideWidth, dilationHeight, dilationWidth;
  Padding padding;

  explicit Geometry(Random& random)
      : batch(random.between(1, 2)), height(random.between(1, 9)), width(random.between(1, 9)),
        filterHeight(random.between(1, 4)), filterWidth(random.between(1, 4)), strideHeight(random.between(1, 3)),
        strideWidth(random.between(1, 3)), dilationHeight(random.between(1, 4) == 1 ? 2 : 1),
        dilationWidth(random.between(1, 4) == 1 ? 2 : 1),
        padding(random.between(0, 1) == 0 ? Padding_SAME : Padding_VALID) {
    if (random.between(0, 3) == 0) filterHeight = filterWidth = 1, dilationHeight = dilationWidth = 1;
    height = std::max(height, (filterHeight - 1) * dilationHeight + 1);
    width = std::max(width, (filterWidth - 1) * dilationWidth + 1);
  }
  std::vector<std::int32_t> output(int channels) const {
    return {batch, windowed(height, filterHeight, strideHeight, dilationHeight, padding),
            windowed(width, filterWidth, strideWidth, dilationWidth, padding), channels};
  }
};

Bytes convolution(const std::string& name, Random& random, TensorType type, Scope scope) {
  const Geometry g(random);
  const int groups = type == TensorType_INT8 && random.between(0, 3) == 0 ? 2 : 1;
  const int depth = channelCount(random, 11, scope);
  const int channels = groups * channelCount(random, 7, scope);
  const float inputScale = scaleBetween(random, 0.01F, 0.1F);
  const auto scales = channelScales(random, channels);
  const TensorType biasType =
      type == TensorType_INT8 || random.between(0, 1) == 0 ? TensorType_INT32 : TensorType_INT64;
  // Without a bias the sets round 16-bit results differently, and the real kernel reads one for later groups.
  const bool always = scope == Scope::kAlike && (type == TensorType_INT16 || groups > 1);
  const bool biased = always || random.between(0, 3) != 0;
  const float outputScale = scaleBetween(random, 0.05F, 0.5F) * (type == TensorType_INT16 ? 1.0F : 2.0F);
  const ActivationFunctionType fused = randomActivation(random);
  return modelOf(name, BuiltinOperator_CONV_2D,
                 {activations(random, type, {g.batch, g.height, g.width, depth * groups}, inputScale),
                  weights(random, {channels, g.filterHeight, g.filterWidth, depth}, scales, 0),
                  biased ? bias(random, biasType, channels, inputScale, scales) : absent()},
                 {activations(random, type, g.output(channels), outputScale)},
                 with(BuiltinOptions_Conv2DOptions, [=](Builder& b) {
                   return CreateConv2DOptions(b, g.padding, g.strideWidth, g.strideHeight, fused, g.dilationWidth,
                                              g.dilationHeight);
                 }));
}

Bytes depthwise(const std::string& name, Random& random, TensorType type, Scope scope) {
  const Geometry g(random);
  const int depth = channelCount(random, 13, scope);
  const int multiplier = random.between(0, 1) == 0 ? 1 : random.between(1, 5);
  const int channels = depth * multiplier;
  const float inputScale = scaleBetween(random, 0.01F, 0.1F);
  const auto scales = channelScales(random, channels);
  const ActivationFunctionType fused = randomActivation(random);
  return modelOf(
      name, BuiltinOperator_DEPTHWISE_CONV_2D,
      {activations(random, type, {g.batch, g.height, g.width, depth}, inputScale),
       weights(random, {1, g.filterHeight, g.filterWidth, channels}, scales, 3),
       bias(random, type == TensorType_INT8 ? TensorType_INT32 : TensorType_INT64, channels, inputScale, scales)},
      {activations(random, type, g.output(channels), scaleBetween(random, 0.02F, 0.3F))},
      with(BuiltinOptions_DepthwiseConv2DOptions, [=](Builder& b) {
        return CreateDepthwiseConv2DOptions(b, g.padding, g.strideWidth, g.strideHeight, multiplier, fused,
                                            g.dilationWidth, g.dilationHeight);
      }));
}

Bytes transposeConvolution(const std::string& name, Random& random, Scope scope) {
  const int stride = random.between(1, 3);
  const int depth = random.between(1, 24);
  const int channels = random.between(1, 5);
  // Alike: the padding before the image is none, or a multiple of the stride; otherwise the real kernel's rows are out
  // of step.
  const Padding padding = random.between(0, 1) == 0 ? Padding_SAME : Padding_VALID;
  const bool even = scope == Scope::kAlike && padding == Padding_SAME;
  const int filter = even ? stride + random.between(0, 1) : random.between(1, scope == Scope::kAll ? 5 : 4);
  const int height = random.between(1, 6);
  const int width = random.between(1, 6);
  const auto extent = [&](int input) {
    return padding == Padding_SAME ? input * stride : (input - 1) * stride + std::max(filter, stride);
  };
  const std::vector<std::int32_t> output = {1, extent(height), extent(width), channels};
  const float inputScale = scaleBetween(random, 0.01F, 0.1F);
  const auto scales = channelScales(random, channels);
  const bool biased = random.between(0, 2) != 0;
  return modelOf(name, BuiltinOperator_TRANSPOSE_CONV,
                 {constant(int32({output.begin(), output.end()})),
                  weights(random, {channels, filter, filter, depth}, scales, 0),
                  activations(random, TensorType_INT8, {1, height, width, depth}, inputScale),
                  biased ? bias(random, TensorType_INT32, channels, inputScale, scales) : absent()},
                 {activations(random, TensorType_INT8, output, scaleBetween(random, 0.05F, 0.5F))},
                 with(BuiltinOptions_TransposeConvOptions,
                      [=](Builder& b) { return CreateTransposeConvOptions(b, padding, stride, stride); }));
}

Bytes fullyConnected(const std::string& name, Random& random, TensorType type, Scope scope) {
  const int depth = random.between(1, 70);
  const int channels = random.between(1, 9);
  const int batches = random.between(1, 4);
  const bool many = type == TensorType_INT8 && random.between(0, 1) == 0;
  const bool perChannel = type == TensorType_INT8 && channels > 1 && random.between(0, 1) == 0;
  const float inputScale = scaleBetween(random, 0.01F, 0.1F);
  const auto scales = channelScales(random, perChannel ? channels : 1);
  // The kernel for many rows knows no zero point of the filter.
  const bool withoutZero = scope == Scope::kAlike && many && depth % 4 == 0;
  const int filterZero = type == TensorType_INT8 && !perChannel && !withoutZero ? random.between(-5, 5) : 0;
  const auto shape = [&](int last) {
    return many ? std::vector<std::int32_t>{1, batches, last} : std::vector<std::int32_t>{batches, last};
  };
  const ActivationFunctionType fused = randomActivation(random);
  return modelOf(
      name, BuiltinOperator_FULLY_CONNECTED,
      {activations(random, type, shape(depth), inputScale), weights(random, {channels, depth}, scales, 0, filterZero),
       bias(random, type == TensorType_INT8 ? TensorType_INT32 : TensorType_INT64, channels, inputScale, scales)},
      {activations(random, type, shape(channels), scaleBetween(random, 0.05F, 0.5F))},
      with(BuiltinOptions_FullyConnectedOptions, [=](Builder& b) {
        return CreateFullyConnectedOptions(b, fused, FullyConnectedOptionsWeightsFormat_DEFAULT, many);
      }));
}

Bytes batchMatmul(const std::string& name, Random& random, TensorType type, Scope /*scope*/) {
  const int rows = random.between(1, 6);
  const int depth = random.between(1, 20);
  const int columns = random.between(1, 6);
  const bool adjX = random.between(0, 1) == 0;
  const bool adjY = random.between(0, 1) == 0;
  const int batchesA = random.between(0, 1) == 0 ? 1 : 3;
  const int batchesB = random.between(0, 1) == 0 ? 1 : 3;
  const auto matrix = [](int batches, int first, int second, bool turned) {
    return std::vector<std::int32_t>{batches, turned ? second : first, turned ? first : second};
  };
  return modelOf(
      name, BuiltinOperator_BATCH_MATMUL,
      {activations(random, type, matrix(batchesA, rows, depth, adjX), 0.02F),
       activations(random, type, matrix(batchesB, depth, columns, adjY), 0.03F)},
      {activations(random, type, {std::max(batchesA, batchesB), rows, columns}, 0.2F)},
      with(BuiltinOptions_BatchMatMulOptions, [=](Builder& b) { return CreateBatchMatMulOptions(b, adjX, adjY); }));
}

Bytes pool(const std::string& name, Random& random, BuiltinOperator op, TensorType type, Scope scope) {
  const Geometry g(random);
  const int channels = channelCount(random, 13, scope);
  const Values input = activations(random, type, {g.batch, g.height, g.width, channels}, 0.1F);
  Values output = input;
  output.shape = {g.batch, windowed(g.height, g.filterHeight, g.strideHeight, 1, g.padding),
                  windowed(g.width, g.filterWidth, g.strideWidth, 1, g.padding), channels};
  const ActivationFunctionType fused = randomActivation(random);
  return modelOf(name, op, {input}, {output}, with(BuiltinOptions_Pool2DOptions, [=](Builder& b) {
                   return CreatePool2DOptions(b, g.padding, g.strideWidth, g.strideHeight, g.filterWidth,
                                              g.filterHeight, fused);
                 }));
}

Bytes svdf(const std::string& name, Random& random, Scope /*scope*/) {
  const int rank = random.between(1, 2);
  const int units = random.between(1, 6);
  const int inputs = random.between(1, 40);
  const int memory = random.between(1, 9);
  const int batches = random.between(1, 2);
  Values time = int16({}, 0.01F, {units * rank, memory});
  for (int i = 0; i < elementsOf(time.shape); ++i) time.numbers.push_back(random.between(-3000, 3000));
  return modelOf(name, BuiltinOperator_SVDF,
                 {activations(random, TensorType_INT8, {batches, inputs}, 0.05F),
                  weights(random, {units * rank, inputs}, {0.01F}, 0), constant(time),
                  bias(random, TensorType_INT32, units, 0.01F, {0.01F}),
                  variable(int16({}, 0.01F, {batches, units * rank * memory}))},
                 {activations(random, TensorType_INT8, {batches, units}, 2.0F)},
                 with(BuiltinOptions_SVDFOptions, [=](Builder& b) { return CreateSVDFOptions(b, rank); }));
}

Bytes lstm(const std::string& name, Random& random, TensorType type, Scope /*scope*/) {
  const int inputs = random.between(1, 12);
  const int cells = random.between(1, 9);
  const int batches = random.between(1, 2);
  const int steps = random.between(1, 3);
  const bool timeMajor = random.between(0, 1) == 0;
  const std::vector<std::int32_t> first = {timeMajor ? steps : batches, timeMajor ? batches : steps};
  const Values input =
      activations(random, type, {first[0], first[1], inputs}, type == TensorType_INT8 ? 0.02F : 0.0001F);
  Values hidden = activations(random, type, {batches, cells}, type == TensorType_INT8 ? 1.0F / 128 : 1.0F / 32768);
  Values output = hidden;
  output.shape = {first[0], first[1], cells};
  std::vector<Values> tensors(24, absent());
  tensors[0] = input;
  for (std::size_t part = 0; part < 4; ++part) {
    tensors[1 + part] = weights(random, {cells, inputs}, {0.005F}, 0);
    tensors[5 + part] = weights(random, {cells, cells}, {0.005F}, 0);
    tensors[12 + part] = bias(random, type == TensorType_INT8 ? TensorType_INT32 : TensorType_INT64, cells,
                              input.quantization.scales[0], {0.005F});
  }
  tensors[18] = variable(hidden);
  tensors[19] = variable(int16({}, 1.0F / 2048, {batches, cells}));
  return modelOf(name, BuiltinOperator_UNIDIRECTIONAL_SEQUENCE_LSTM, tensors, {output},
                 with(BuiltinOptions_UnidirectionalSequenceLSTMOptions, [=](Builder& b) {
                   return CreateUnidirectionalSequenceLSTMOptions(b, ActivationFunctionType_TANH, 10.0F, 0.0F,
                                                                  timeMajor);
                 }));
}

// Of five dimensions the real kernel pads only the last four.
Bytes pad(const std::string& name, Random& random, Scope scope) {
  const int rank = random.between(1, scope == Scope::kAll ? 5 : 4);
  std::vector<std::int32_t> in;
  std::vector<std::int32_t> out;
  std::vector<double> amounts;
  for (int d = 0; d < rank; ++d) {
    in.push_back(random.between(1, 4));
    const int before = random.between(0, 2);
    const int after = random.between(0, 2);
    out.push_back(in.back() + before + after);
    amounts.insert(amounts.end(), {static_cast<double>(before), static_cast<double>(after)});
  }
  const Values input = activations(random, TensorType_INT8, in, 0.1F);
  Values output = input;
  output.shape = out;
  return modelOf(name, BuiltinOperator_PAD, {input, constant(int32(amounts, {rank, 2}))}, {output});
}

// The real kernel always exchanges two dimensions and leaves five alone.
Bytes transpose(const std::string& name, Random& random, Scope scope) {
  const int rank = random.between(1, scope == Scope::kAll ? 5 : 4);
  std::vector<double> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0.0);
  for (int d = rank - 1; d > 0; --d)
    std::swap(order[static_cast<std::size_t>(d)], order[static_cast<std::size_t>(random.between(0, d))]);
  if (rank == 2 && scope == Scope::kAlike) order = {1, 0};
  std::vector<std::int32_t> in;
  for (int d = 0; d < rank; ++d) in.push_back(random.between(1, 5));
  std::vector<std::int32_t> out;
  for (const double d : order) out.push_back(in[static_cast<std::size_t>(d)]);
  const Values input = activations(random, TensorType_INT8, in, 0.1F);
  Values output = input;
  output.shape = out;
  return modelOf(name, BuiltinOperator_TRANSPOSE, {input, constant(int32(order))}, {output});
}

Bytes elementwise(const std::string& name, Random& random, BuiltinOperator op, TensorType type) {
  std::vector<std::int32_t> shape;
  for (int d = random.between(1, 4); d > 0; --d) shape.push_back(random.between(1, 5));
  std::vector<std::int32_t> second = shape;
  if (random.between(0, 3) == 0) second[0] = 1;
  const bool free = op == BuiltinOperator_ADD || op == BuiltinOperator_MUL;
  Values a = activations(random, type, shape, scaleBetween(random, 0.01F, 0.1F));
  Values b = activations(random, type, second, scaleBetween(random, 0.01F, 0.1F));
  Values output = activations(random, type, shape, scaleBetween(random, 0.02F, 0.2F));
  if (!free) b.quantization = output.quantization = a.quantization;
  const ActivationFunctionType fused = randomActivation(random);
  const auto options = op == BuiltinOperator_ADD
                           ? with(BuiltinOptions_AddOptions, [=](Builder& f) { return CreateAddOptions(f, fused); })
                       : op == BuiltinOperator_MUL
                           ? with(BuiltinOptions_MulOptions, [=](Builder& f) { return CreateMulOptions(f, fused); })
                           : MakeOptions();
  return modelOf(name, op, {a, b}, {output}, options);
}

Bytes softmax(const std::string& name, Random& random, Scope scope) {
  const std::vector<std::int32_t> shape = {random.between(1, 3), random.between(1, scope == Scope::kAll ? 70 : 20)};
  return modelOf(name, BuiltinOperator_SOFTMAX,
                 {activations(random, TensorType_INT8, shape, scaleBetween(random, 0.02F, 0.2F))},
                 {quantized(TensorType_INT8, {}, 1.0F / 256, -128, shape)},
                 with(BuiltinOptions_SoftmaxOptions, [](Builder& b) { return CreateSoftmaxOptions(b, 1.0F); }));
}

// A family whose operator takes 8-bit or 16-bit values.
template <typename Make>
auto ofEither(Make make) {
  return [make](const std::string& name, Random& random, Scope scope) {
    return make(name, random, random.between(0, 2) == 0 ? TensorType_INT16 : TensorType_INT8, scope);
  };
}
auto elementwiseOf(BuiltinOperator op, bool wide) {
  return [op, wide](const std::string& name, Random& random, Scope /*scope*/) {
    return elementwise(name, random, op, wide && random.between(0, 1) == 0 ? TensorType_INT16 : TensorType_INT8);
  };
}
auto poolOf(BuiltinOperator op) {
  return ofEither([op](const std::string& name, Random& random, TensorType type, Scope scope) {
    return pool(name, random, op, type, scope);
  });
}

} // namespace

std::span<const OperatorFamily> layerFamilies() {
  static const std::vector<OperatorFamily> kFamilies = {{"CONV_2D", ofEither(convolution)},
                                                        {"DEPTHWISE_CONV_2D", ofEither(depthwise)},
                                                        {"TRANSPOSE_CONV", transposeConvolution},
                                                        {"FULLY_CONNECTED", ofEither(fullyConnected)},
                                                        {"BATCH_MATMUL", ofEither(batchMatmul)},
                                                        {"AVERAGE_POOL_2D", poolOf(BuiltinOperator_AVERAGE_POOL_2D)},
                                                        {"MAX_POOL_2D", poolOf(BuiltinOperator_MAX_POOL_2D)},
                                                        {"SVDF", svdf},
                                                        {"UNIDIRECTIONAL_SEQUENCE_LSTM", ofEither(lstm)},
                                                        {"PAD", pad},
                                                        {"TRANSPOSE", transpose},
                                                        {"ADD", elementwiseOf(BuiltinOperator_ADD, true)},
                                                        {"MUL", elementwiseOf(BuiltinOperator_MUL, true)},
                                                        {"MAXIMUM", elementwiseOf(BuiltinOperator_MAXIMUM, false)},
                                                        {"MINIMUM", elementwiseOf(BuiltinOperator_MINIMUM, false)},
                                                        {"SOFTMAX", softmax}};
  return kFamilies;
}

} // namespace arenascope::builder
