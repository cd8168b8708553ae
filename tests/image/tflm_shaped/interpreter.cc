#include "tensorflow/lite/micro/micro_interpreter.h"

#include "operator.h"

namespace tflite {

namespace {

template <typename Vector>
const IntArray* intArray(const Vector* vector) {
  return reinterpret_cast<const IntArray*>(vector); // a count and its numbers
}

} // namespace

Context context;

MicroInterpreter::MicroInterpreter(const Model* model, const MicroOpResolver& resolver, std::uint8_t* arena,
                                   std::size_t bytes)
    : model_(model), resolver_(resolver), allocator_(*MicroAllocator::Create(arena, bytes)) {}

TfLiteStatus MicroInterpreter::prepareNodes() {
  const schema::SubGraph& graph = *model_->subgraphs()->Get(0);
  for (unsigned i = 0; i < graph.operators()->size(); ++i) {
    const schema::Operator& op = *graph.operators()->Get(i);
    const schema::OperatorCode& code = *model_->operator_codes()->Get(op.opcode_index());
    const Registration* registration = resolver_.FindOp(code.builtin_code());
    if (registration == nullptr) return kTfLiteError;
    nodes_[i] = {{intArray(op.inputs()), intArray(op.outputs()), nullptr, nullptr, nullptr, nullptr, 0}, registration};
    auto* options = static_cast<std::uint8_t*>(allocator_.persistent(5, 1)); // of a fully connected layer
    if (options == nullptr) return kTfLiteError;
    const auto* chosen = op.builtin_options_as_FullyConnectedOptions();
    options[0] = chosen == nullptr ? 0 : static_cast<std::uint8_t>(chosen->fused_activation_function());
    nodes_[i].node.builtinData = options;
  }
  return kTfLiteOk;
}

TfLiteStatus MicroInterpreter::AllocateTensors() {
  const schema::SubGraph& graph = *model_->subgraphs()->Get(0);
  const unsigned tensors = graph.tensors()->size();
  const unsigned operators = graph.operators()->size();
  if (allocator_.startModel() != kTfLiteOk || allocator_.persistent(8, 4) == nullptr) return kTfLiteError;
  tensors_ = static_cast<EvalTensor*>(allocator_.persistent(sizeof(EvalTensor) * tensors, alignof(EvalTensor)));
  if (tensors_ == nullptr) return kTfLiteError;
  for (unsigned i = 0; i < tensors; ++i) {
    const schema::Tensor& tensor = *graph.tensors()->Get(i);
    const schema::Buffer* buffer = model_->buffers()->Get(tensor.buffer());
    const bool constant = buffer->data() != nullptr && buffer->data()->size() > 0;
    tensors_[i] = {constant ? const_cast<std::uint8_t*>(buffer->data()->data()) : nullptr, intArray(tensor.shape()),
                   static_cast<std::uint8_t>(tensor.type())};
  }
  nodes_ = static_cast<NodeAndRegistration*>(
      allocator_.persistent(sizeof(NodeAndRegistration) * operators, alignof(NodeAndRegistration)));
  if (nodes_ == nullptr || prepareNodes() != kTfLiteOk) return kTfLiteError;
  context = {&allocator_, &graph, model_, tensors_};
  for (unsigned i = 0; i < operators; ++i)
    if (nodes_[i].registration->init != nullptr)
      nodes_[i].node.userData =
          nodes_[i].registration->init(&context, static_cast<const char*>(nodes_[i].node.builtinData), 0);
  for (unsigned i = 0; i < operators; ++i) {
    if (nodes_[i].registration->prepare != nullptr &&
        nodes_[i].registration->prepare(&context, &nodes_[i].node) != kTfLiteOk)
      return kTfLiteError;
    if (allocator_.finishOperator() != kTfLiteOk) return kTfLiteError;
  }
  if (allocator_.plan(*model_, tensors_) != kTfLiteOk) return kTfLiteError;
  for (const auto* io : {graph.inputs(), graph.outputs()}) {
    if (allocator_.persistent(4 * io->size()) == nullptr) return kTfLiteError;
    for (const std::int32_t tensor : *io)
      if (!allocator_.describe(*graph.tensors()->Get(static_cast<unsigned>(tensor)), true)) return kTfLiteError;
  }
  return kTfLiteOk;
}

TfLiteStatus MicroInterpreter::Invoke() {
  const unsigned operators = model_->subgraphs()->Get(0)->operators()->size();
  for (unsigned i = 0; i < operators; ++i)
    if (nodes_[i].registration->invoke(&context, &nodes_[i].node) != kTfLiteOk) return kTfLiteError;
  return kTfLiteOk;
}

std::size_t MicroInterpreter::arena_used_bytes() const { return allocator_.used(); }

EvalTensor* MicroInterpreter::output() { return &tensors_[model_->subgraphs()->Get(0)->outputs()->Get(0)]; }

} // namespace tflite
