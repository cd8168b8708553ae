#include "core/interpreter/runtime/interpreter.h"

#include <cstring>

#include "core/interpreter/runtime/model_reader.h"
#include "core/interpreter/runtime/variant.h"

namespace arenascope::runtime {

using trace::Category;
using trace::Phase;
using trace::Position;

Interpreter::Interpreter(const void* model, const OpResolver& resolver, trace::Tracer& tracer,
                         const InterpreterOptions& options)
    : model_(*schema::GetModel(model)), resolver_(resolver), options_(options), tracer_(tracer),
      context_(tracer, model_, options.maxLoopIterations,
               {static_cast<const std::uint8_t*>(model), options.modelBytes}) {}

Status Interpreter::checkVersion() {
  if (model_.version() == schema::kVersion) return Status::kOk;
  return context_.fail(Message() << "the model has schema version " << static_cast<int>(model_.version())
                                 << ", only version " << static_cast<int>(schema::kVersion) << " is supported");
}

Status Interpreter::createResourceVariables() {
  if (options_.resourceVariables <= 0) return Status::kOk;
  context_.resourceVariables_ = ResourceVariables::create(*allocator_, options_.resourceVariables);
  return context_.resourceVariables_ == nullptr ? Status::kError : Status::kOk;
}

Status Interpreter::create(std::uint8_t* arena, std::size_t bytes) {
  tracer_.enterPhase(Phase::kCreate);
  ARENASCOPE_TRY(checkVersion());
  allocator_ =
      ModelAllocator::create(arena, bytes, options_.planner, tracer_, options_.recording ? &recorder_ : nullptr);
  if (allocator_ == nullptr) return Status::kError;
  context_.allocator_ = allocator_;
#ifdef ARENASCOPE_DECOMPRESSION_MEMORY
  ARENASCOPE_TRY(createResourceVariables());
  return addDecompressionMemory();
#else
  return createResourceVariables();
#endif
}

Status Interpreter::allocateTensors() {
  tracer_.enterPhase(Phase::kStart);
  context_.subgraphs_ = allocator_->startModel(model_);
  if (context_.subgraphs_ == nullptr) return Status::kError;
  ARENASCOPE_TRY(parseNodes());
  ARENASCOPE_TRY(forEachNode(Phase::kInit, &Interpreter::initNode));
  ARENASCOPE_TRY(forEachNode(Phase::kPrepare, &Interpreter::prepareNode));
  tracer_.enterPhase(Phase::kFinish);
  if constexpr (kHasVariants) mirrorOperator(-1, Phase::kFinish, kNoType);
  ARENASCOPE_TRY(allocator_->finishModel(model_, context_.subgraphs_, &context_.scratchHandles_));
  const schema::SubGraph& main = *model_.subgraphs()->Get(0);
  ARENASCOPE_TRY(allocateIo(main.inputs(), &inputs_));
  ARENASCOPE_TRY(allocateIo(main.outputs(), &outputs_));
  ARENASCOPE_TRY(reset());
  reportAllocation();
  return Status::kOk;
}

Status Interpreter::parseNodes() {
  for (std::uint32_t s = 0; s < model_.subgraphs()->size(); ++s) {
    const auto* operators = model_.subgraphs()->Get(s)->operators();
    for (std::uint32_t i = 0; i < count(operators); ++i) {
      if (parseNode(*operators->Get(i), static_cast<int>(i), context_.subgraphs_[s].nodes[i]) == Status::kOk) continue;
      tracer_.position = Position{.subgraph = static_cast<int>(s), .op = static_cast<int>(i), .phase = Phase::kStart};
      return context_.fail(Message() << "operator " << static_cast<int>(i) << " ("
                                     << operatorName(model_, *operators->Get(i)) << ") cannot be set up");
    }
  }
  return Status::kOk;
}

Status Interpreter::parseNode(const schema::Operator& op, int index, Node& node) {
  const schema::BuiltinOperator code = operatorCode(model_, op);
  node.registration = resolver_.find(code, customName(model_, op));
  if (node.registration == nullptr)
    return context_.fail(Message() << "no kernel for operator " << operatorName(model_, op));
  node.inputs = asIntArray(op.inputs());
  node.outputs = asIntArray(op.outputs());
  node.intermediates = asIntArray(op.intermediates());
  if (code == schema::BuiltinOperator_CUSTOM) {
    node.customInitialData = op.custom_options() == nullptr ? nullptr : op.custom_options()->data();
    node.customInitialDataBytes = count(op.custom_options());
  }
  if (node.registration->parse == nullptr) return Status::kOk;
  if constexpr (kHasVariants) mirrorOperator(code, Phase::kStart, kNoType);
  return node.registration->parse(allocator_->params(), op, index, &node.builtinData);
}

Status Interpreter::forEachNode(Phase phase, Status (Interpreter::*action)(Node& node)) {
  tracer_.enterPhase(phase);
  for (std::uint32_t s = 0; s < model_.subgraphs()->size(); ++s) {
    tracer_.position.subgraph = static_cast<int>(s);
    for (std::uint32_t i = 0; i < count(model_.subgraphs()->Get(s)->operators()); ++i) {
      tracer_.position.op = static_cast<int>(i);
      ARENASCOPE_TRY((this->*action)(context_.subgraphs_[s].nodes[i]));
    }
  }
  return Status::kOk;
}

Status Interpreter::initNode(Node& node) {
  if constexpr (kHasVariants) mirrorOperator(node.registration->code, Phase::kInit, kNoType);
  return node.registration->init == nullptr ? Status::kOk : node.registration->init(context_, node);
}

Status Interpreter::prepareNode(Node& node) {
  if constexpr (kHasVariants) {
    const EvalTensor* input = node.inputs->size > 0 ? context_.evalInput(node, 0) : nullptr;
    mirrorOperator(node.registration->code, Phase::kPrepare, input == nullptr ? kNoType : input->type);
    ARENASCOPE_TRY(mirrorTypes(context_, node));
  }
  ARENASCOPE_TRY(node.registration->prepare(context_, node));
#ifdef ARENASCOPE_DECOMPRESSION_MEMORY
  placeDecoded(node);
#endif
  if constexpr (kHasVariants) {
    ARENASCOPE_TRY(mirrorPrepare(context_, node));
    mirrorInvoke(context_, node);
  }
  return allocator_->finishOperator(tracer_.position.op);
}

Status Interpreter::allocateIo(const flatbuffers::Vector<std::int32_t>* indices, Tensor*** tensors) {
  *tensors =
      static_cast<Tensor**>(allocator_->allocatePersistent(sizeof(Tensor*) * count(indices), Category::kIoPointers));
  if (*tensors == nullptr) return Status::kError;
  for (std::uint32_t i = 0; i < count(indices); ++i) {
    (*tensors)[i] = allocator_->allocatePersistentTensor(model_, context_.subgraphs_, indices->Get(i));
    if ((*tensors)[i] == nullptr) return Status::kError;
  }
  return Status::kOk;
}

Status Interpreter::resetNode(Node& node) {
  return node.registration->reset == nullptr ? Status::kOk : node.registration->reset(context_, node);
}

Status Interpreter::reset() {
  ARENASCOPE_TRY(forEachNode(Phase::kFinish, &Interpreter::resetNode));
  for (std::uint32_t s = 0; s < model_.subgraphs()->size(); ++s) {
    const auto& tensors = *model_.subgraphs()->Get(s)->tensors();
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
      const schema::Tensor& source = *tensors.Get(i);
      EvalTensor& tensor = context_.subgraphs_[s].tensors[i];
      if (!source.is_variable() || tensor.data == nullptr) continue;
      const bool quantized =
          tensor.type == kInt8 && source.quantization() != nullptr && count(source.quantization()->zero_point()) > 0;
      const int value = quantized ? static_cast<int>(source.quantization()->zero_point()->Get(0)) : 0;
      std::memset(tensor.data, value, tensorBytes(tensor.type, *tensor.dims));
    }
  }
  if (context_.resourceVariables_ != nullptr) context_.resourceVariables_->reset();
  return Status::kOk;
}

std::uint32_t Interpreter::inputCount() const { return count(model_.subgraphs()->Get(0)->inputs()); }
std::uint32_t Interpreter::outputCount() const { return count(model_.subgraphs()->Get(0)->outputs()); }

Status Interpreter::invoke() {
  tracer_.position = Position{.subgraph = 0, .op = -1, .phase = Phase::kInvoke};
  return context_.invokeSubgraph(0);
}

} // namespace arenascope::runtime
