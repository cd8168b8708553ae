// VAR_HANDLE, READ_VARIABLE and ASSIGN_VARIABLE: values that persist between inferences.
#include "core/interpreter/kernels/checks.h"
#include "core/interpreter/kernels/params.h"
#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/model_reader.h"

namespace arenascope::kernels::reference {

namespace {

struct HandleParams { // TfLiteVarHandleParams
  const char* container;
  const char* name;
};
static_assert(sizeof(HandleParams) == bySize(8, 16));

struct HandleData { // the OpData of VAR_HANDLE
  std::int32_t id;
};
static_assert(sizeof(HandleData) == bySize(4, 4));

void read(const schema::VarHandleOptions& options, HandleParams& params) {
  if (options.container() != nullptr) params.container = options.container()->c_str();
  if (options.shared_name() != nullptr) params.name = options.shared_name()->c_str();
}

Status checkVariables(Context& context) {
  if (context.resourceVariables() != nullptr) return Status::kOk;
  return context.fail(Message() << "the application made no room for resource variables");
}

Status prepareHandle(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 0, 1));
  ARENASCOPE_TRY(checkVariables(context));
  const auto& options = params<HandleParams>(node);
  if (options.name == nullptr) return context.fail(Message() << "the variable has no name");
  auto& data = userData<HandleData>(node);
  data.id = context.resourceVariables()->findOrAdd(options.container, options.name);
  if (data.id < 0) return context.fail(Message() << "there is no room for another resource variable, " << options.name);
  context.evalOutput(node, 0)->data = &data.id;
  return Status::kOk;
}

Status invokeHandle(Context& context, Node& node) {
  context.evalOutput(node, 0)->data = &userData<HandleData>(node).id;
  return Status::kOk;
}

// The first input is a handle, which may have no value yet in Prepare.
Status checkHandle(Context& context, const EvalTensor& handle) {
  if (handle.type != runtime::kResource && handle.type != runtime::kInt32)
    return unsupportedType(context, "variable", handle.type);
  if (elementCount(*handle.dims) == 1) return Status::kOk;
  return context.fail(Message() << "the variable's handle must be one element");
}

Status prepareRead(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 1, 1));
  const TempTensor handle = context.input(node, 0);
  if (!handle) return missing(context, "variable");
  return checkHandle(context, *context.evalInput(node, 0));
}

Status invokeRead(Context& context, Node& node) {
  ARENASCOPE_TRY(checkVariables(context));
  EvalTensor& value = *context.evalOutput(node, 0);
  return context.resourceVariables()->read(*data<std::int32_t>(context.evalInput(node, 0)), value.data,
                                           runtime::tensorBytes(value.type, *value.dims), context.tracer());
}

Status prepareAssign(Context& context, Node& node) {
  ARENASCOPE_TRY(checkNode(context, node, 2, 0));
  const EvalTensor& handle = *context.evalInput(node, 0);
  ARENASCOPE_TRY(checkHandle(context, handle));
  const TempTensor value = context.input(node, 1);
  if (!value) return missing(context, "value");
  ARENASCOPE_TRY(checkVariables(context));
  return handle.data == nullptr ? Status::kOk : context.allocateResource(*data<std::int32_t>(&handle), *value);
}

Status invokeAssign(Context& context, Node& node) {
  ARENASCOPE_TRY(checkVariables(context));
  const EvalTensor& value = *context.evalInput(node, 1);
  return context.resourceVariables()->assign(*data<std::int32_t>(context.evalInput(node, 0)), value.data,
                                             runtime::tensorBytes(value.type, *value.dims), context.tracer());
}

} // namespace

constinit const Registration kVarHandle = {schema::BuiltinOperator_VAR_HANDLE, parseParams<read>, initData<HandleData>,
                                           prepareHandle, invokeHandle};
constinit const Registration kReadVariable = {schema::BuiltinOperator_READ_VARIABLE, nullptr, nullptr, prepareRead,
                                              invokeRead};
constinit const Registration kAssignVariable = {schema::BuiltinOperator_ASSIGN_VARIABLE, nullptr, nullptr,
                                                prepareAssign, invokeAssign};

} // namespace arenascope::kernels::reference
