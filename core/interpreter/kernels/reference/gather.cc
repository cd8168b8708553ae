// GATHER: slices of an axis by index. GATHER_ND: slices by tuples of indices for the leading dimensions.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

constexpr int kMaxTuple = 5;
constexpr int kMaxResult = 2 * kMaxRank;

struct Params { // TfLiteGatherParams
  int axis;
  int batchDims;
};
static_assert(sizeof(Params) == bySize(8, 8));

void read(const schema::GatherOptions& options, Params& params) {
  params = {.axis = options.axis(), .batchDims = options.batch_dims()};
}

struct Tensors {
  TempTensor values;
  TempTensor indices;
  TempTensor output;

  Tensors(Context& context, const Node& node)
      : values(context.input(node, 0)), indices(context.input(node, 1)), output(context.output(node, 0)) {}

  Status check(Context& context) const {
    if (!values || !indices || !output) return missing(context, "values, indices or output");
    if (indices->type != runtime::kInt32) return unsupportedType(context, "indices", indices->type);
    if (values->type != runtime::kFloat32 && values->type != runtime::kInt8)
      return unsupportedType(context, "values", values->type);
    ARENASCOPE_TRY(checkSameType(context, *values, *output));
    if (values->dims->size <= kMaxRank && indices->dims->size <= kMaxRank) return Status::kOk;
    return context.fail(Message() << "more than " << kMaxRank << " dimensions are not supported");
  }
};

// A shape composed of others' dimensions.
struct Result {
  std::int32_t sizes[kMaxResult];
  int rank = 0;

  void append(const runtime::IntArray& dims, int first, int end) {
    for (int d = first; d < end; ++d) sizes[rank++] = dims.data[d];
  }
};

int batchDimensions(const Params& options, const runtime::IntArray& indices) {
  return options.batchDims < 0 ? options.batchDims + indices.size : options.batchDims;
}

Status gatherShape(Context& context, const Node& node, Result& result) {
  const Tensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  const auto& options = params<Params>(node);
  const runtime::IntArray& values = *tensors.values->dims;
  const runtime::IntArray& indices = *tensors.indices->dims;
  const int axis = resolveAxis(options.axis, values.size);
  const int batch = batchDimensions(options, indices);
  if (axis < 0 || batch < 0 || batch > axis || batch > indices.size)
    return context.fail(Message() << "axis " << options.axis << " or batch dimensions " << options.batchDims
                                  << " do not fit the shapes");
  for (int d = 0; d < batch; ++d)
    if (values.data[d] != indices.data[d])
      return context.fail(Message() << "batch dimension " << d << " differs between values and indices");
  result.append(values, 0, axis);
  result.append(indices, batch, indices.size);
  result.append(values, axis + 1, values.size);
  return Status::kOk;
}

template <Status (*shape)(Context&, const Node&, Result&)>
Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  Result result;
  ARENASCOPE_TRY(shape(context, node, result));
  return setOutputShape(context, node, result.sizes, result.rank);
}

template <typename T>
Status gather(Context& context, const Node& node) {
  const auto& options = params<Params>(node);
  const EvalTensor& values = *context.evalInput(node, 0);
  const EvalTensor& indices = *context.evalInput(node, 1);
  const int axis = resolveAxis(options.axis, values.dims->size);
  const int batchDims = batchDimensions(options, *indices.dims);
  const int outer = elementsBetween(*values.dims, batchDims, axis);
  const int count = elementsBetween(*indices.dims, batchDims, indices.dims->size);
  const int inner = elementsBetween(*values.dims, axis + 1, values.dims->size);
  const std::int32_t size = values.dims->data[axis];
  T* output = data<T>(context.evalOutput(node, 0));
  const int batches = elementsBetween(*values.dims, 0, batchDims);
  for (int batch = 0; batch < batches; ++batch) {
    const std::int32_t* chosen = data<std::int32_t>(&indices) + batch * count;
    for (int o = 0; o < outer; ++o) {
      const T* slices = data<T>(&values) + (batch * outer + o) * size * inner;
      for (int i = 0; i < count; ++i, output += inner) {
        if (chosen[i] < 0 || chosen[i] >= size)
          return context.fail(Message() << "index " << chosen[i] << " is not within 0 to " << size - 1);
        copyBytes(output, slices + chosen[i] * inner, sizeof(T) * static_cast<std::size_t>(inner));
      }
    }
  }
  return Status::kOk;
}

Status invokeGather(Context& context, Node& node) {
  return withType<float, std::int8_t>(context, "values", context.evalInput(node, 0)->type,
                                      [&]<typename T>() { return gather<T>(context, node); });
}

Status gatherNdShape(Context& context, const Node& node, Result& result) {
  const Tensors tensors(context, node);
  ARENASCOPE_TRY(tensors.check(context));
  const runtime::IntArray& values = *tensors.values->dims;
  const runtime::IntArray& indices = *tensors.indices->dims;
  if (values.size < 1 || indices.size < 1)
    return context.fail(Message() << "values and indices need at least one dimension");
  const int tuple = lastDimension(indices);
  if (tuple > values.size || tuple > kMaxTuple)
    return context.fail(Message() << "tuples of " << tuple << " indices for " << values.size
                                  << " dimensions are not supported (at most " << kMaxTuple << ")");
  result.append(indices, 0, indices.size - 1);
  result.append(values, tuple, values.size);
  return Status::kOk;
}

template <typename T>
Status gatherNd(Context& context, const Node& node) {
  const EvalTensor& values = *context.evalInput(node, 0);
  const EvalTensor& indices = *context.evalInput(node, 1);
  const int tuple = lastDimension(*indices.dims);
  const int slices = elementsBetween(*indices.dims, 0, indices.dims->size - 1);
  const int sliceElements = elementsBetween(*values.dims, tuple, values.dims->size);
  const int elements = elementCount(*values.dims);
  std::int32_t step[kMaxTuple];
  for (int d = 0; d < tuple; ++d) step[d] = elementsBetween(*values.dims, d + 1, values.dims->size);
  const std::int32_t* index = data<std::int32_t>(&indices);
  T* output = data<T>(context.evalOutput(node, 0));
  for (int slice = 0; slice < slices; ++slice, output += sliceElements) {
    std::int32_t from = 0;
    for (int d = 0; d < tuple; ++d) from += *index++ * step[d];
    if (from < 0 || from > elements - sliceElements)
      return context.fail(Message() << "the indices of slice " << slice << " are out of bounds");
    copyBytes(output, data<T>(&values) + from, sizeof(T) * static_cast<std::size_t>(sliceElements));
  }
  return Status::kOk;
}

Status invokeGatherNd(Context& context, Node& node) {
  return withType<float, std::int8_t>(context, "values", context.evalInput(node, 0)->type,
                                      [&]<typename T>() { return gatherNd<T>(context, node); });
}

} // namespace

constinit const Registration kGather = {schema::BuiltinOperator_GATHER, parseParams<read>, nullptr,
                                        prepare<gatherShape>, invokeGather};
constinit const Registration kGatherNd = {schema::BuiltinOperator_GATHER_ND, nullptr, nullptr, prepare<gatherNdShape>,
                                          invokeGatherNd};

} // namespace arenascope::kernels::reference
