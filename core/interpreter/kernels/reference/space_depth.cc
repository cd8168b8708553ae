// DEPTH_TO_SPACE and SPACE_TO_DEPTH: move blocks of the image to channels and back.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

struct Params { // TfLiteDepthToSpaceParams, TfLiteSpaceToDepthParams
  int blockSize;
};
static_assert(sizeof(Params) == bySize(4, 4));

void readToSpace(const schema::DepthToSpaceOptions& options, Params& params) {
  params.blockSize = options.block_size();
}
void readToDepth(const schema::SpaceToDepthOptions& options, Params& params) {
  params.blockSize = options.block_size();
}

struct OutputShape {
  std::int32_t sizes[4];
};

Status checkTensors(Context& context, const Node& node, const UnaryTensors& tensors) {
  if (!tensors.input || !tensors.output) return missing(context, "input or output");
  ARENASCOPE_TRY(checkRank(context, "input", *tensors.input, 4));
  ARENASCOPE_TRY(checkRank(context, "output", *tensors.output, 4));
  if (tensors.output->type != runtime::kFloat32 && tensors.output->type != runtime::kInt8)
    return unsupportedType(context, "output", tensors.output->type);
  ARENASCOPE_TRY(checkSameType(context, *tensors.input, *tensors.output));
  constexpr int kLargestBlock = 1 << 15;
  const int block = params<Params>(node).blockSize;
  if (block > 0 && block < kLargestBlock) return Status::kOk;
  return context.fail(Message() << "block size " << block << " is not supported");
}

Status shapeToSpace(Context& context, const Node& node, OutputShape& shape) {
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(checkTensors(context, node, tensors));
  const int block = params<Params>(node).blockSize;
  const std::int32_t* in = tensors.input->dims->data;
  if (in[3] % (block * block) != 0)
    return context.fail(Message() << in[3] << " channels cannot be divided by block size " << block << " squared");
  shape = {{in[0], in[1] * block, in[2] * block, in[3] / (block * block)}};
  return Status::kOk;
}

Status shapeToDepth(Context& context, const Node& node, OutputShape& shape) {
  const UnaryTensors tensors(context, node);
  ARENASCOPE_TRY(checkTensors(context, node, tensors));
  const int block = params<Params>(node).blockSize;
  const std::int32_t* in = tensors.input->dims->data;
  if (in[1] % block != 0 || in[2] % block != 0)
    return context.fail(Message() << in[1] << " rows and " << in[2] << " columns cannot be divided by block size "
                                  << block);
  shape = {{in[0], in[1] / block, in[2] / block, in[3] * block * block}};
  return Status::kOk;
}

// Releases the tensors' temporary memory before allocating the shape.
template <Status (*shapeOf)(Context&, const Node&, OutputShape&)>
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  OutputShape shape{};
  ARENASCOPE_TRY(shapeOf(context, node, shape));
  return setOutputShape(context, node, shape.sizes, 4);
}

// Calls move(image element, deep element) for all: `image` is the tensor with more rows and columns.
template <typename Move>
void forEachElement(const Shape4& image, const Shape4& deep, int block, Move move) {
  for (int b = 0; b < image.batch; ++b)
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        for (int c = 0; c < image.channels; ++c) {
          const int channel = c + ((y % block) * block + x % block) * image.channels;
          move(image.offset(b, y, x, c), deep.offset(b, y / block, x / block, channel));
        }
}

Status invokeToSpace(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t>(context, "input", input.type, [&]<typename T>() {
    const T* from = data<T>(&input);
    T* to = data<T>(&output);
    forEachElement(shape4(output), shape4(input), params<Params>(node).blockSize,
                   [&](int image, int deep) { to[image] = from[deep]; });
  });
}

Status invokeToDepth(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t>(context, "input", input.type, [&]<typename T>() {
    const T* from = data<T>(&input);
    T* to = data<T>(&output);
    forEachElement(shape4(input), shape4(output), params<Params>(node).blockSize,
                   [&](int image, int deep) { to[deep] = from[image]; });
  });
}

} // namespace

constinit const Registration kDepthToSpace = {schema::BuiltinOperator_DEPTH_TO_SPACE, parseParams<readToSpace>, nullptr,
                                              prepare<shapeToSpace>, invokeToSpace};
constinit const Registration kSpaceToDepth = {schema::BuiltinOperator_SPACE_TO_DEPTH, parseParams<readToDepth>, nullptr,
                                              prepare<shapeToDepth>, invokeToDepth};

} // namespace arenascope::kernels::reference
