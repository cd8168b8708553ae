#include "core/interpreter/trace/tracer.h"

#include <gtest/gtest.h>

#include <vector>

namespace arenascope::trace {
namespace {

Tracer listeningTo(std::vector<Event>& events) {
  Tracer tracer;
  tracer.listener = {[](void* user, const Event& event) { static_cast<std::vector<Event>*>(user)->push_back(event); },
                     &events};
  return tracer;
}

TEST(TracerTest, WhatHappensBeforeSomebodyListensIsNotKept) {
  Tracer tracer;
  tracer.emit(Event{.kind = EventKind::kTempReset});
  std::vector<Event> events;
  tracer.listener = listeningTo(events).listener;
  EXPECT_TRUE(events.empty());
  tracer.emit(Event{.kind = EventKind::kAllocation});
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::kAllocation);
}

TEST(TracerTest, EventsCarryThePositionAtWhichTheyHappened) {
  std::vector<Event> events;
  Tracer tracer = listeningTo(events);
  tracer.position = Position{.subgraph = 1, .op = 7, .phase = Phase::kPrepare};
  tracer.emit(Event{.kind = EventKind::kAllocation, .bytes = 12});
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].position.subgraph, 1);
  EXPECT_EQ(events[0].position.op, 7);
  EXPECT_EQ(events[0].position.phase, Phase::kPrepare);
  EXPECT_EQ(events[0].bytes, 12U);
}

TEST(TracerTest, APhaseBeginsWithoutAnOperator) {
  std::vector<Event> events;
  Tracer tracer = listeningTo(events);
  tracer.position.op = 3;
  tracer.enterPhase(Phase::kFinish);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::kPhase);
  EXPECT_EQ(events[0].position.op, -1);
  EXPECT_EQ(events[0].position.phase, Phase::kFinish);
}

} // namespace
} // namespace arenascope::trace
