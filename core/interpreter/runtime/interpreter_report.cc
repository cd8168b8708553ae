// The part of Interpreter that reports the end of allocation.
#include "core/interpreter/runtime/interpreter.h"
#include "core/interpreter/runtime/model_reader.h"

namespace arenascope::runtime {

using trace::Event;
using trace::EventKind;

void Interpreter::reportAllocation() {
  Arena& arena = allocator_->arena();
  tracer_.emit(Event{.kind = EventKind::kArenaUse,
                     .bytes = arena.usedBytes(),
                     .offset = arena.headBytes(),
                     .address = arena.tailBytes()});
  reportRecorded();
  reportTensors();
  tracer_.enterPhase(trace::Phase::kIo);
  tracer_.emit(Event{.kind = EventKind::kInputsReady});
}

void Interpreter::reportRecorded() {
  if (!options_.recording) return;
  for (int i = 0; i < static_cast<int>(trace::RecordedType::kCount); ++i) {
    const Recorder::Totals& totals = recorder_.totals(static_cast<trace::RecordedType>(i));
    tracer_.emit(Event{.kind = EventKind::kRecorded,
                       .index = i,
                       .first = static_cast<std::int32_t>(totals.count),
                       .bytes = totals.used,
                       .offset = totals.requested});
  }
}

void Interpreter::reportTensors() {
  for (std::uint32_t s = 0; s < model_.subgraphs()->size(); ++s) {
    tracer_.position.subgraph = static_cast<std::int32_t>(s);
    for (std::uint32_t i = 0; i < model_.subgraphs()->Get(s)->tensors()->size(); ++i) {
      const EvalTensor& tensor = context_.subgraphs_[s].tensors[i];
      tracer_.emit(Event{.kind = EventKind::kTensorPlaced,
                         .index = static_cast<std::int32_t>(i),
                         .bytes = tensorBytes(tensor.type, *tensor.dims),
                         .address = reinterpret_cast<std::uintptr_t>(tensor.data)});
    }
  }
  tracer_.position = trace::Position{.subgraph = -1, .op = -1, .phase = trace::Phase::kFinish};
}

} // namespace arenascope::runtime
