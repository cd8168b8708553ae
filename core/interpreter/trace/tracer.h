// Tracks the interpreter's position and passes events to the listener. Without a listener an event costs one branch.
#pragma once

#include "core/interpreter/trace/event.h"

namespace arenascope::trace {

struct Listener {
  void (*onEvent)(void* user, const Event& event) = nullptr;
  void* user = nullptr;
};

// The position is first: the emulator reads it from the target's memory through a pointer to the tracer.
struct Tracer {
  Position position;
  Listener listener;

  void emit(const Event& event) const { emitAt(position, event); }
  // For an operator other than the present one.
  void emitAt(const Position& where, Event event) const {
    if (listener.onEvent == nullptr) return;
    event.position = where;
    listener.onEvent(listener.user, event);
  }

  void enterPhase(Phase phase) {
    position = Position{.subgraph = -1, .op = -1, .phase = phase};
    emit(Event{.kind = EventKind::kPhase});
  }
};

} // namespace arenascope::trace
