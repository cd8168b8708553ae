// EMBEDDING_LOOKUP: rows of a table by index; 8-bit rows may be converted to floats.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/kernels/shapes.h"

namespace arenascope::kernels::reference {

namespace {

struct Data { // the OpData of this kernel
  float scale;
  std::size_t columns;
};
static_assert(sizeof(Data) == bySize(8, 16));

Status checkTypes(Context& context, const Tensor& lookup, const Tensor& table, const Tensor& output) {
  if (lookup.type != runtime::kInt32 || lookup.dims->size != 1)
    return context.fail(Message() << "the row numbers must be a list of INT32");
  if (table.type != runtime::kFloat32 && table.type != runtime::kInt8)
    return unsupportedType(context, "table", table.type);
  if (output.type != runtime::kFloat32 && output.type != table.type)
    return unsupportedType(context, "output", output.type);
  if (table.dims->size < 2 || table.dims->size > kMaxRank || output.dims->size < table.dims->size)
    return context.fail(Message() << "the table needs 2 to " << kMaxRank << " dimensions and the output as many");
  if (table.type == runtime::kInt8 && output.type == runtime::kFloat32 && table.zeroPoint != 0)
    return context.fail(Message() << "a table that becomes float must have zero point 0");
  return Status::kOk;
}

// Properties of the tensors, kept after their temporary memory is released.
struct Facts {
  std::int32_t sizes[kMaxRank];
  int rank;
  Data data;
};

// The output's dimensions keep their positions in the shape, even beyond the table's.
Status readTensors(Context& context, const Node& node, Facts& facts) {
  const TempTensor lookup = context.input(node, 0);
  const TempTensor table = context.input(node, 1);
  const TempTensor output = context.output(node, 0);
  if (!lookup || !table || !output) return missing(context, "row numbers, table or output");
  ARENASCOPE_TRY(checkTypes(context, *lookup, *table, *output));
  facts.rank = output->dims->size;
  if (facts.rank > kMaxRank) return context.fail(Message() << "the output has too many dimensions");
  for (int d = 0; d < facts.rank; ++d)
    facts.sizes[d] = d == 0                  ? lookup->dims->data[0]
                     : d < table->dims->size ? table->dims->data[d]
                                             : output->dims->data[d];
  facts.data = {.scale = table->scale,
                .columns = static_cast<std::size_t>(elementsBetween(*table->dims, 1, table->dims->size))};
  return Status::kOk;
}

Status prepare(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 1));
  Facts facts{};
  ARENASCOPE_TRY(readTensors(context, node, facts));
  ARENASCOPE_TRY(setOutputShape(context, node, facts.sizes, facts.rank));
  ARENASCOPE_TRY(initData<Data>(context, node));
  userData<Data>(node) = facts.data;
  return Status::kOk;
}

void dequantizeRow(const std::int8_t* row, const Data& data, float* output) {
  for (std::size_t c = 0; c < data.columns; ++c) output[c] = static_cast<float>(row[c]) * data.scale;
}

Status invoke(Context& context, Node& node) {
  const EvalTensor& lookup = *context.evalInput(node, 0);
  const EvalTensor& table = *context.evalInput(node, 1);
  EvalTensor& output = *context.evalOutput(node, 0);
  const auto& kernelData = userData<Data>(node);
  const std::size_t rowBytes = kernelData.columns * runtime::typeBytes(table.type);
  for (int i = 0; i < lookup.dims->data[0]; ++i) {
    const std::int32_t row = data<std::int32_t>(&lookup)[i];
    if (row < 0 || row >= table.dims->data[0])
      return context.fail(Message() << "row " << row << " is not within 0 to " << table.dims->data[0] - 1);
    const std::int8_t* from = data<std::int8_t>(&table) + static_cast<std::size_t>(row) * rowBytes;
    const auto position = static_cast<std::size_t>(i);
    if (table.type == output.type)
      copyBytes(data<std::int8_t>(&output) + position * rowBytes, from, rowBytes);
    else
      dequantizeRow(from, kernelData, data<float>(&output) + position * kernelData.columns);
  }
  return Status::kOk;
}

} // namespace

constinit const Registration kEmbeddingLookup = {schema::BuiltinOperator_EMBEDDING_LOOKUP, nullptr, nullptr, prepare,
                                                 invoke};

} // namespace arenascope::kernels::reference
