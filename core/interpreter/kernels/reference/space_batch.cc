// BATCH_TO_SPACE_ND and SPACE_TO_BATCH_ND: move blocks of the image to batches and back.
#include <cstring>

#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMinDimensions = 3;
constexpr int kMaxDimensions = 4;

struct Data { // SpaceToBatchParams: an offset, always zero
  std::int32_t reserved;
};
static_assert(sizeof(Data) == bySize(4, 4));

// Batches, height, width, channels; tensors of rank 3 lack the width.
Shape4 imageShape(const EvalTensor& tensor) {
  if (tensor.dims->size == kMaxDimensions) return shape4(tensor);
  const std::int32_t* dims = tensor.dims->data;
  return {dims[0], dims[1], 1, dims[2]};
}

struct Blocks {
  int height;
  int width;
  int top; // rows and columns cropped or added before the image
  int left;
};

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 3, 1));
  const TempTensor input = context.input(node, 0);
  const TempTensor output = context.output(node, 0);
  if (!input || !output) return missing(context, "input or output");
  const int rank = input->dims->size;
  if (rank < kMinDimensions || rank > kMaxDimensions || output->dims->size != rank)
    return context.fail(Message() << "input and output of 3 or 4 dimensions are supported");
  ARENASCOPE_TRY(checkSameType(context, *input, *output));
  const EvalTensor& block = *context.evalInput(node, 1);
  const EvalTensor& borders = *context.evalInput(node, 2);
  if (block.type != runtime::kInt32) return unsupportedType(context, "block shape", block.type);
  if (borders.type != runtime::kInt32) return unsupportedType(context, "crops or paddings", borders.type);
  if (elementCount(*block.dims) != rank - 2 || elementCount(*borders.dims) != 2 * (rank - 2))
    return context.fail(Message() << "the block shape needs " << rank - 2 << " numbers, crops or paddings twice that");
  if (lastDimension(*input->dims) == lastDimension(*output->dims)) return Status::kOk;
  return context.fail(Message() << "input and output differ in channels");
}

// `folded` is the tensor with the blocks in batches, `image` the other one.
Status readBlocks(Context& context, const Node& node, const Shape4& folded, const Shape4& image, Blocks& blocks) {
  const bool two = context.evalInput(node, 0)->dims->size == kMaxDimensions;
  const std::int32_t* shape = data<std::int32_t>(context.evalInput(node, 1));
  const std::int32_t* borders = data<std::int32_t>(context.evalInput(node, 2));
  blocks = {.height = shape[0], .width = two ? shape[1] : 1, .top = borders[0], .left = two ? borders[2] : 0};
  if (blocks.height < 1 || blocks.width < 1 || blocks.top < 0 || blocks.left < 0)
    return context.fail(Message() << "block sizes must be positive, crops and paddings not negative");
  const std::int64_t batches = std::int64_t{image.batch} * blocks.height * blocks.width;
  if (folded.batch == batches) return Status::kOk;
  return context.fail(Message() << "the batches do not fit the block shape: " << folded.batch << ", not " << batches);
}

template <typename T>
void toSpace(const Blocks& blocks, const Shape4& in, const Shape4& out, const T* input, T* output) {
  const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(in.channels);
  for (int batch = 0; batch < in.batch; ++batch) {
    const int within = batch / out.batch;
    for (int y = 0; y < in.height; ++y) {
      const int outY = y * blocks.height + within / blocks.width - blocks.top;
      if (outY < 0 || outY >= out.height) continue;
      for (int x = 0; x < in.width; ++x) {
        const int outX = x * blocks.width + within % blocks.width - blocks.left;
        if (outX < 0 || outX >= out.width) continue;
        copyBytes(output + out.offset(batch % out.batch, outY, outX, 0), input + in.offset(batch, y, x, 0), bytes);
      }
    }
  }
}

template <typename T>
void toBatch(const Blocks& blocks, const Shape4& in, const Shape4& out, const T* input, T* output) {
  const std::size_t bytes = sizeof(T) * static_cast<std::size_t>(in.channels);
  for (int batch = 0; batch < out.batch; ++batch) {
    const int within = batch / in.batch;
    for (int y = 0; y < out.height; ++y) {
      const int inY = y * blocks.height + within / blocks.width - blocks.top;
      for (int x = 0; x < out.width; ++x) {
        const int inX = x * blocks.width + within % blocks.width - blocks.left;
        T* to = output + out.offset(batch, y, x, 0);
        if (inY < 0 || inY >= in.height || inX < 0 || inX >= in.width)
          std::memset(to, 0, bytes);
        else
          copyBytes(to, input + in.offset(batch % in.batch, inY, inX, 0), bytes);
      }
    }
  }
}

Status invokeToSpace(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t>(context, "input", input.type, [&]<typename T>() {
    Blocks blocks{};
    ARENASCOPE_TRY(readBlocks(context, node, imageShape(input), imageShape(output), blocks));
    toSpace(blocks, imageShape(input), imageShape(output), data<T>(&input), data<T>(&output));
    return Status::kOk;
  });
}

Status invokeToBatch(Context& context, Node& node) {
  const EvalTensor& input = *context.evalInput(node, 0);
  EvalTensor& output = *context.evalOutput(node, 0);
  return withType<float, std::int8_t>(context, "input", input.type, [&]<typename T>() {
    Blocks blocks{};
    ARENASCOPE_TRY(readBlocks(context, node, imageShape(output), imageShape(input), blocks));
    toBatch(blocks, imageShape(input), imageShape(output), data<T>(&input), data<T>(&output));
    return Status::kOk;
  });
}

} // namespace

constinit const Registration kBatchToSpaceNd = {schema::BuiltinOperator_BATCH_TO_SPACE_ND, nullptr, nullptr, prepare,
                                                invokeToSpace};
constinit const Registration kSpaceToBatchNd = {schema::BuiltinOperator_SPACE_TO_BATCH_ND, nullptr, initData<Data>,
                                                prepare, invokeToBatch};

} // namespace arenascope::kernels::reference
