// IF, WHILE and CALL_ONCE: run other subgraphs, copying tensors in and out.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/copy_bytes.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/model_reader.h"

namespace arenascope::kernels::reference {

namespace {

struct IfParams { // TfLiteIfParams
  int thenSubgraph;
  int elseSubgraph;
};
static_assert(sizeof(IfParams) == bySize(8, 8));

struct WhileParams { // TfLiteWhileParams
  int conditionSubgraph;
  int bodySubgraph;
};
static_assert(sizeof(WhileParams) == bySize(8, 8));

struct CallOnceParams { // TfLiteCallOnceParams
  int subgraph;
};
static_assert(sizeof(CallOnceParams) == bySize(4, 4));

struct BranchData { // the OpData of IF and of WHILE
  int first;
  int second;
};
static_assert(sizeof(BranchData) == bySize(8, 8));

struct CallOnceData { // the OpData of CALL_ONCE
  int subgraph;
  bool hasRun;
};
static_assert(sizeof(CallOnceData) == bySize(8, 8));

void readIf(const schema::IfOptions& options, IfParams& params) {
  params = {.thenSubgraph = options.then_subgraph_index(), .elseSubgraph = options.else_subgraph_index()};
}
void readWhile(const schema::WhileOptions& options, WhileParams& params) {
  params = {.conditionSubgraph = options.cond_subgraph_index(), .bodySubgraph = options.body_subgraph_index()};
}
void readCallOnce(const schema::CallOnceOptions& options, CallOnceParams& params) {
  params.subgraph = options.init_subgraph_index();
}

Status copyTensor(Context& context, const EvalTensor& from, EvalTensor& to) {
  const std::size_t bytes = runtime::tensorBytes(from.type, *from.dims);
  if (from.type != to.type || bytes != runtime::tensorBytes(to.type, *to.dims))
    return context.fail(Message() << "tensors on both sides of a subgraph differ in type or size");
  if (from.data != to.data) copyBytes(to.data, from.data, bytes);
  return Status::kOk;
}

Status copyToSubgraph(Context& context, const Node& node, int firstInput, int subgraph) {
  const runtime::IntArray& inputs = context.subgraphInputs(subgraph);
  for (int i = 0; i < inputs.size; ++i)
    ARENASCOPE_TRY(copyTensor(context, *context.evalInput(node, i + firstInput),
                              context.subgraphTensor(subgraph, inputs.data[i])));
  return Status::kOk;
}

Status copyOutputsToSubgraph(Context& context, const Node& node, int subgraph) {
  const runtime::IntArray& inputs = context.subgraphInputs(subgraph);
  for (int i = 0; i < inputs.size; ++i)
    ARENASCOPE_TRY(copyTensor(context, *context.evalOutput(node, i), context.subgraphTensor(subgraph, inputs.data[i])));
  return Status::kOk;
}

Status copyFromSubgraph(Context& context, const Node& node, int subgraph) {
  const runtime::IntArray& outputs = context.subgraphOutputs(subgraph);
  for (int i = 0; i < node.outputs->size; ++i)
    ARENASCOPE_TRY(
        copyTensor(context, context.subgraphTensor(subgraph, outputs.data[i]), *context.evalOutput(node, i)));
  return Status::kOk;
}

Status checkSubgraph(Context& context, int subgraph, int inputs, int outputs) {
  if (subgraph < 0 || subgraph >= context.subgraphCount())
    return context.fail(Message() << "there is no subgraph " << subgraph);
  if (context.subgraphInputs(subgraph).size != inputs || context.subgraphOutputs(subgraph).size < outputs)
    return context.fail(Message() << "subgraph " << subgraph << " has " << context.subgraphInputs(subgraph).size
                                  << " inputs and " << context.subgraphOutputs(subgraph).size
                                  << " outputs, the operator gives " << inputs << " and takes " << outputs);
  return Status::kOk;
}

Status checkPresent(Context& context, const Node& node) {
  for (int i = 0; i < node.inputs->size; ++i)
    if (node.inputs->data[i] == runtime::kOptionalTensor) return missing(context, "input");
  return Status::kOk;
}

Status prepareIf(Context& context, Node& node) {
  const auto& options = params<IfParams>(node);
  userData<BranchData>(node) = {.first = options.thenSubgraph, .second = options.elseSubgraph};
  ARENASCOPE_TRY(checkPresent(context, node));
  const TempTensor condition = context.input(node, 0);
  if (!condition) return missing(context, "condition");
  if (condition->type != runtime::kBool || elementCount(*condition->dims) != 1)
    return context.fail(Message() << "the condition must be one BOOL");
  const int inputs = node.inputs->size - 1;
  ARENASCOPE_TRY(checkSubgraph(context, options.thenSubgraph, inputs, node.outputs->size));
  return checkSubgraph(context, options.elseSubgraph, inputs, node.outputs->size);
}

Status invokeIf(Context& context, Node& node) {
  const auto& branches = userData<BranchData>(node);
  const int subgraph = *data<Truth>(context.evalInput(node, 0)) ? branches.first : branches.second;
  ARENASCOPE_TRY(copyToSubgraph(context, node, 1, subgraph));
  ARENASCOPE_TRY(context.invokeSubgraph(subgraph));
  return copyFromSubgraph(context, node, subgraph);
}

Status prepareWhile(Context& context, Node& node) {
  const auto& options = params<WhileParams>(node);
  userData<BranchData>(node) = {.first = options.conditionSubgraph, .second = options.bodySubgraph};
  ARENASCOPE_TRY(checkPresent(context, node));
  if (node.inputs->size != node.outputs->size)
    return context.fail(Message() << "the loop has " << node.inputs->size << " inputs and " << node.outputs->size
                                  << " outputs");
  ARENASCOPE_TRY(checkSubgraph(context, options.conditionSubgraph, node.inputs->size, 1));
  ARENASCOPE_TRY(checkSubgraph(context, options.bodySubgraph, node.inputs->size, node.outputs->size));
  const EvalTensor& condition =
      context.subgraphTensor(options.conditionSubgraph, context.subgraphOutputs(options.conditionSubgraph).data[0]);
  if (condition.type == runtime::kBool && elementCount(*condition.dims) >= 1) return Status::kOk;
  return context.fail(Message() << "the condition's subgraph must answer a BOOL");
}

Status evaluate(Context& context, int subgraph, bool* answer) {
  ARENASCOPE_TRY(context.invokeSubgraph(subgraph));
  *answer = *data<Truth>(&context.subgraphTensor(subgraph, context.subgraphOutputs(subgraph).data[0]));
  return Status::kOk;
}

Status invokeWhile(Context& context, Node& node) {
  const int condition = userData<BranchData>(node).first;
  const int body = userData<BranchData>(node).second;
  ARENASCOPE_TRY(copyToSubgraph(context, node, 0, condition));
  for (int i = 0; i < node.inputs->size; ++i)
    ARENASCOPE_TRY(copyTensor(context, *context.evalInput(node, i), *context.evalOutput(node, i)));
  bool goesOn = false;
  ARENASCOPE_TRY(evaluate(context, condition, &goesOn));
  for (int iterations = 0; goesOn; ++iterations) {
    if (iterations == context.maxLoopIterations())
      return context.fail(Message() << "the loop did not end within " << iterations << " iterations (the limit)");
    ARENASCOPE_TRY(copyOutputsToSubgraph(context, node, body));
    ARENASCOPE_TRY(context.invokeSubgraph(body));
    ARENASCOPE_TRY(copyFromSubgraph(context, node, body));
    ARENASCOPE_TRY(copyOutputsToSubgraph(context, node, condition));
    ARENASCOPE_TRY(evaluate(context, condition, &goesOn));
  }
  return Status::kOk;
}

Status prepareCallOnce(Context& context, Node& node) {
  auto& data = userData<CallOnceData>(node);
  data.subgraph = params<CallOnceParams>(node).subgraph;
  if (node.inputs->size != 0 || node.outputs->size != 0)
    return context.fail(Message() << "the operator takes no tensors");
  if (data.subgraph >= 0 && data.subgraph < context.subgraphCount()) return Status::kOk;
  return context.fail(Message() << "there is no subgraph " << data.subgraph);
}

Status invokeCallOnce(Context& context, Node& node) {
  auto& data = userData<CallOnceData>(node);
  if (data.hasRun) return Status::kOk;
  ARENASCOPE_TRY(context.invokeSubgraph(data.subgraph));
  data.hasRun = true;
  return Status::kOk;
}

} // namespace

constinit const Registration kIf = {schema::BuiltinOperator_IF, parseParams<readIf>, initData<BranchData>, prepareIf,
                                    invokeIf};
constinit const Registration kWhile = {schema::BuiltinOperator_WHILE, parseParams<readWhile>, initData<BranchData>,
                                       prepareWhile, invokeWhile};
constinit const Registration kCallOnce = {schema::BuiltinOperator_CALL_ONCE, parseParams<readCallOnce>,
                                          initData<CallOnceData>, prepareCallOnce, invokeCallOnce};

} // namespace arenascope::kernels::reference
