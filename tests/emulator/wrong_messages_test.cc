// A compromised worker: each message of a run with one thing wrong in it. Each is refused with a sentence before its
// numbers are used.
#include <gmock/gmock.h>

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <functional>

#include "core/output/json_writer.h"
#include "core/output/text_writer.h"
#include "core/report/operator_memory.h"
#include "emulator/client/message_check.h"
#include "emulator/client/remote_image_machine.h"
#include "emulator/client/remote_machine.h"
#include "emulator/engine/collector.h"
#include "emulator/engine/target.h"
#include "emulator/firmware/memory_map.h"
#include "emulator/runners/firmware.h"
#include "tests/support/test_models.h"

namespace arenascope::client {
namespace {

using protocol::ImageResult;
using protocol::MachineResult;
using protocol::Mapped;
using protocol::Message;
using protocol::Writer;
using testing::HasSubstr;
using trace::Event;
using trace::EventKind;

constexpr std::uint64_t kArenaBytes = 1 << 16;
constexpr std::uint64_t kFar = std::uint64_t{1} << 33; // beyond any 32-bit machine

struct Raw {
  Message message{};
  std::vector<std::uint8_t> bytes;
};

struct Operator {
  trace::Position position;
  std::int32_t depth = 0;
  run::Cost cost;
  std::vector<run::FunctionCost> functions;
};

// What an emulator says in a run, before it is bytes.
struct Said {
  protocol::Greeting greeting;
  Mapped atEvents, atOperators, atEnd;
  std::vector<Event> events;
  trace::Position allowed;
  protocol::Access access;
  std::vector<Operator> operators;
  MachineResult result;
  ImageResult image;

  Event& first(EventKind kind) {
    return *std::ranges::find(events, kind, &Event::kind); // there is one of each
  }
};

void addOperators(const Said& said, std::vector<Raw>& messages) {
  for (const Operator& op : said.operators)
    messages.push_back(
        {Message::kOperator, Writer(said.atOperators, op.position, op.depth, op.cost, op.functions).bytes()});
}

std::vector<Raw> messagesOf(const Said& said) {
  std::vector<Raw> messages = {{Message::kReady, Writer(said.greeting).bytes()}};
  for (const Event& event : said.events) messages.push_back({Message::kEvent, Writer(said.atEvents, event).bytes()});
  messages.push_back({Message::kAllowed, Writer(said.allowed).bytes()});
  messages.push_back({Message::kAccess, Writer(said.access).bytes()});
  addOperators(said, messages);
  messages.push_back({Message::kDone, Writer(said.atEnd, said.result).bytes()});
  return messages;
}

// Of a user's firmware.
std::vector<Raw> imageMessagesOf(const Said& said) {
  std::vector<Raw> messages = {{Message::kReady, Writer(said.greeting).bytes()}};
  addOperators(said, messages);
  messages.push_back({Message::kDone, Writer(said.atEnd, said.image).bytes()});
  return messages;
}

void sendAll(int descriptor, const std::vector<Raw>& messages) {
  for (const Raw& raw : messages) {
    const Writer header(raw.message, std::uint32_t{0}, std::uint64_t{raw.bytes.size()});
    for (const auto* bytes : {&header.bytes(), &raw.bytes})
      if (!bytes->empty() && write(descriptor, bytes->data(), bytes->size()) < 0) return;
  }
}

// A child that says all that, whatever it is asked, and stays.
Result<std::unique_ptr<client::EmulatorProcess>> startSaying(const std::vector<Raw>& messages) {
  std::optional<protocol::GuestFile> memory = protocol::GuestFile::create();
  int ends[2] = {-1, -1};
  if (!memory || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return Error{Stage::kEmulate, "none"};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    sendAll(ends[1], messages);
    for (char answer = 0; read(ends[1], &answer, 1) > 0;) continue;
    _exit(0);
  }
  close(ends[1]);
  return std::make_unique<client::EmulatorProcess>(ChildProcess(child), ends[0], std::move(*memory));
}

class GuestMemory final : public engine::TargetMemory {
public:
  explicit GuestMemory(client::Emulator& emulator) : emulator_(emulator) {}
  std::span<std::uint8_t> at(std::uint64_t address, std::uint64_t bytes) override {
    return emulator_.memory(address, bytes);
  }

private:
  client::Emulator& emulator_;
};

class WrongMessagesTest : public testing::Test {
protected:
  // What a real one says of a run that is watched, and what it says at other times.
  static const Said& good() {
    static const Said said = [] {
      Said heard = hearReal();
      const Mapped mapped{0, {{firmware::kArenaBase, kArenaBytes, firmware::kArenaBase}}};
      heard.greeting.identity = client::identityOf(client::unicornWorker());
      heard.atEvents = heard.atOperators = heard.atEnd = mapped;
      heard.events.push_back({.kind = EventKind::kMessage, .bytes = 12, .address = firmware::kArenaBase});
      heard.events.push_back({.kind = EventKind::kRegionLost, .bytes = 100});
      heard.allowed = heard.operators.front().position;
      heard.access = {heard.allowed, firmware::kArenaBase, 4, true};
      makeImage(heard);
      return heard;
    }();
    return said;
  }

  static const engine::LoadedModel& model() {
    static const engine::LoadedModel loaded = test::loaded(test::twoLayerModel());
    return loaded;
  }

  static protocol::MachineRequest request() {
    protocol::MachineRequest request;
    request.model = model().file.bytes();
    request.arenaBytes = kArenaBytes;
    request.maxInstructions = 1'000'000'000;
    request.mailbox.settings.invoke = 1;
    request.mailbox.settings.recording = 1;
    request.guard = true;
    request.distancesOf = {std::shared_ptr<void>(), &model().info};
    return request;
  }

  static Said hearReal() {
    Said said;
    const auto firmware = *runners::Firmware::load("cortex-m4", cpu::kThumbFormat, "reference");
    client::RemoteMachine machine(client::unicornWorker(), firmware->image(), "cortex-m4");
    const protocol::MachineEvents events{.onEvent = [&](const Event& event) { said.events.push_back(event); },
                                         .onOperator =
                                             [&](const trace::Position& position, int depth, const run::Cost& cost,
                                                 std::vector<run::FunctionCost> functions) {
                                               said.operators.push_back({position, depth, cost, std::move(functions)});
                                             },
                                         .allowedMemory =
                                             [](auto&&) {
                                               return std::vector<run::MemoryRange>{{0, ~std::uint64_t{0}, true}};
                                             }};
    const std::atomic<bool> never = false;
    said.result = machine.run(request(), model().info, events, never);
    EXPECT_EQ(said.result.failure, "");
    return said;
  }

  static void makeImage(Said& said) {
    ImageResult& image = said.image;
    image.found = image.allocated = image.invoked = image.planSeen = true;
    image.arenaAddress = firmware::kArenaBase;
    image.arenaBytes = kArenaBytes;
    for (const Event& event : said.events) {
      if (event.kind == EventKind::kAllocation || event.kind == EventKind::kTempReset)
        image.seen.allocations.push_back(event);
      if (event.kind == EventKind::kPlannedBuffer)
        image.planned.push_back({event.index, static_cast<std::uint32_t>(event.bytes), event.first, event.last, -1, 0});
    }
    image.seen.lost = Event{.kind = EventKind::kRegionLost, .bytes = 100};
    image.placed.resize(image.planned.size());
    image.use = run::ArenaUse{.used = 1000, .head = 500, .tail = 500};
    image.stack = said.result.stack;
    image.distances = said.result.distances;
    image.foreign.push_back({.position = {.subgraph = 0, .op = 1, .phase = trace::Phase::kInvoke},
                             .begin = 100,
                             .end = 104,
                             .write = true});
  }

  // As the runner of our own firmware hears it; what gets through is made a report.
  static std::string heard(const std::vector<Raw>& messages) {
    client::Emulator emulator(
        client::unicornWorker(), Message::kLoad, [] { return Writer(std::string("nothing")); },
        [&] { return startSaying(messages); });
    engine::RunOptions options;
    options.arenaBytes = kArenaBytes;
    options.interpreter.invoke = 1;
    engine::RunControl control;
    GuestMemory memory(emulator);
    engine::Collector collector(model(), options, control, memory);
    report::OperatorMemory own(model().info, firmware::kArenaBase, kArenaBytes);
    const protocol::MachineEvents events{
        .onEvent =
            [&](const Event& event) {
              own.onEvent(event);
              collector.onEvent(event);
            },
        .onOperator =
            [&](const trace::Position& position, int depth, const run::Cost& cost,
                std::vector<run::FunctionCost> functions) {
              collector.onOperator(position, depth, cost, std::move(functions));
            },
        .allowedMemory = [&](const trace::Position& position) { return own.of(position.subgraph, position.op); },
        .describeAccess = [&](const protocol::Access& access) { return own.describe(access.address); }};
    MachineResult result = emulator.run<MachineResult>(Message::kRun, Writer(request()), model().info,
                                                       request().maxInstructions, events, control.cancelled);
    const bool succeeded = result.failure.empty() && result.outcome == firmware::Outcome::kDone;
    collector.trace().distances = std::move(result.distances);
    collector.trace().stack = result.stack;
    collector.finish(succeeded, Stage::kInvoke, result.failure);
    tell(collector.take());
    return result.failure;
  }

  static void tell(const run::RunTrace& trace) {
    report::Report report;
    report.model = model().info;
    report::addAllocation(report, trace);
    report::addRecording(report, trace);
    report::addInference(report, trace, true);
    report.distances = trace.distances;
    for (const Event& event : report.allocations) EXPECT_NE(describeStep(report, event), "");
    EXPECT_NE(output::toText(report, false) + output::toJson(report, false), "");
  }

  static std::string heardOfImage(const std::vector<Raw>& messages) {
    client::Emulator emulator(
        client::unicornWorker(), Message::kLoadImage, [] { return Writer(std::string("nothing")); },
        [&] { return startSaying(messages); });
    const std::atomic<bool> never = false;
    return emulator
        .run<ImageResult>(Message::kRunImage, Writer(protocol::ImageRequest()), model().info, 1,
                          {.onEvent = {}, .onOperator = [](auto&&...) {}}, never)
        .failure;
  }

  using Change = std::function<void(Said&)>;
  static void expectRefused(const char* what, const Change& change) {
    Said said = good();
    change(said);
    EXPECT_THAT(heard(messagesOf(said)), HasSubstr("the emulator failed in this run: it sent ")) << what;
  }
  static void expectImageRefused(const char* what, const Change& change) {
    Said said = good();
    change(said);
    EXPECT_THAT(heardOfImage(imageMessagesOf(said)), HasSubstr("the emulator failed in this run: it sent ")) << what;
  }

  // Positions that this model does not have, wherever `position` finds one.
  template <typename Refused>
  static void expectNoWrongPosition(const char* what, Refused refused,
                                    const std::function<trace::Position&(Said&)>& position) {
    for (const auto& [subgraph, op] :
         {std::pair{-2, -1}, {1, -1}, {INT_MAX, 0}, {INT_MIN, 0}, {-1, 0}, {0, -2}, {0, 2}, {0, INT_MAX}, {0, INT_MIN}})
      refused(what, [&, subgraph = subgraph, op = op](Said& said) {
        position(said).subgraph = subgraph;
        position(said).op = op;
      });
    refused(what, [&](Said& said) { position(said).phase = static_cast<trace::Phase>(7); });
  }
};

TEST_F(WrongMessagesTest, WhatIsRightIsHeard) {
  EXPECT_EQ(heard(messagesOf(good())), "");
  EXPECT_EQ(heardOfImage(imageMessagesOf(good())), "");
}

TEST_F(WrongMessagesTest, PositionsThatTheModelDoesNotHave) {
  for (int kind = 1; kind <= static_cast<int>(EventKind::kRegionLost); ++kind)
    expectNoWrongPosition(
        ("an event of kind " + std::to_string(kind)).c_str(), expectRefused,
        [&](Said& said) -> trace::Position& { return said.first(static_cast<EventKind>(kind)).position; });
  const auto inOperator = [](Said& said) -> trace::Position& { return said.operators.back().position; };
  expectNoWrongPosition("an operator", expectRefused, inOperator);
  expectNoWrongPosition("an image's operator", expectImageRefused, inOperator);
  expectNoWrongPosition("what it may touch", expectRefused,
                        [](Said& said) -> trace::Position& { return said.allowed; });
  expectNoWrongPosition("what it touched", expectRefused,
                        [](Said& said) -> trace::Position& { return said.access.position; });
  expectNoWrongPosition("the stack", expectRefused,
                        [](Said& said) -> trace::Position& { return said.result.stack->deepest; });
  expectNoWrongPosition("an image's stack", expectImageRefused,
                        [](Said& said) -> trace::Position& { return said.image.stack->deepest; });
  expectNoWrongPosition("an image's allocation", expectImageRefused,
                        [](Said& said) -> trace::Position& { return said.image.seen.allocations.back().position; });
  expectNoWrongPosition("what an image's kernel touched", expectImageRefused,
                        [](Said& said) -> trace::Position& { return said.image.foreign.front().position; });
  expectNoWrongPosition("what an image's arena did not hold", expectImageRefused,
                        [](Said& said) -> trace::Position& { return said.image.seen.lost->position; });
}

// Its number means something in the subgraph that it names; only where it names none, any may be meant.
TEST(MessageCheckTest, AnOwnerIsOfTheSubgraphThatIsNamed) {
  model::ModelInfo model;
  model.subgraphs.resize(2);
  model.subgraphs[0].operators.resize(1);
  model.subgraphs[1].operators.resize(2);
  const auto allows = [&](std::int32_t subgraph, std::int32_t op) {
    Event event{.kind = EventKind::kAllocation, .index = op, .alignment = 4};
    event.position.subgraph = subgraph;
    return client::MessageCheck(model).allows(event);
  };
  EXPECT_TRUE(allows(-1, 1));
  EXPECT_TRUE(allows(1, 1));
  EXPECT_FALSE(allows(0, 1));
  EXPECT_FALSE(allows(-1, 2));
}

// Who runs, may touch, or has touched something is an operator, and not the interpreter.
TEST_F(WrongMessagesTest, OperatorsThatAreNone) {
  const trace::Position none{.subgraph = 0, .op = -1, .phase = trace::Phase::kInvoke};
  expectRefused("an operator", [&](Said& said) { said.operators.back().position = none; });
  expectImageRefused("what a kernel touched", [&](Said& said) { said.image.foreign.front().position = none; });
  expectRefused("what it may touch", [&](Said& said) { said.allowed = none; });
  expectRefused("what it touched", [&](Said& said) { said.access.position = none; });
  expectRefused("an allocation of none", [](Said& said) {
    said.first(EventKind::kAllocation).position = {.subgraph = 0, .op = -1, .phase = trace::Phase::kPrepare};
  });
  for (const std::int32_t depth : {-1, 1, INT_MAX, INT_MIN})
    expectRefused("depth", [&](Said& said) { said.operators.back().depth = depth; });
}

TEST_F(WrongMessagesTest, NumbersThatCountNothing) {
  for (const int kind : {0, 11, 255})
    expectRefused("kind", [&](Said& said) { said.events.back().kind = static_cast<EventKind>(kind); });
  const std::int32_t tensors = static_cast<std::int32_t>(model().info.tensorCount());
  for (const std::int32_t index : {-1, tensors, INT_MAX, INT_MIN})
    expectRefused("tensor", [&](Said& said) { said.first(EventKind::kTensorPlaced).index = index; });
  for (const std::int32_t index : {-1, INT_MIN})
    expectRefused("buffer", [&](Said& said) { said.first(EventKind::kPlannedBuffer).index = index; });
  for (const std::int32_t index : {-2, 2, INT_MAX, INT_MIN})
    expectRefused("owner", [&](Said& said) { said.first(EventKind::kAllocation).index = index; });
  for (const std::int32_t index : {-1, 1, 6, INT_MAX})
    expectRefused("record", [&](Said& said) { said.first(EventKind::kRecorded).index = index; });
  expectRefused("records", [](Said& said) { said.first(EventKind::kRecorded).first = -1; });
  for (const int section : {3, 255})
    for (const EventKind kind : {EventKind::kAllocation, EventKind::kRegionLost})
      expectRefused("section", [&](Said& said) { said.first(kind).section = static_cast<trace::Section>(section); });
  for (const int category : {21, 255})
    for (const EventKind kind : {EventKind::kAllocation, EventKind::kRegionLost})
      expectRefused("category",
                    [&](Said& said) { said.first(kind).category = static_cast<trace::Category>(category); });
  for (const std::uint32_t alignment : {0U, 3U, 1U << 31, ~0U})
    expectRefused("alignment", [&](Said& said) { said.first(EventKind::kAllocation).alignment = alignment; });
  expectRefused("a planner before all",
                [](Said& said) { said.first(EventKind::kAllocation).category = trace::Category::kPlannerWorkspace; });
  for (const auto& [first, last] : {std::pair{-2, 0}, {2, 1}, {0, 3}, {0, INT_MAX}, {INT_MAX, INT_MAX}, {INT_MIN, 0}}) {
    expectRefused("lifetime", [&, first = first, last = last](Said& said) {
      Event& event = said.first(EventKind::kPlannedBuffer);
      event.first = first, event.last = last;
    });
    expectImageRefused("lifetime", [&, first = first, last = last](Said& said) {
      said.image.planned.back().first = first, said.image.planned.back().last = last;
    });
  }
}

TEST_F(WrongMessagesTest, BytesBeyondTheMachine) {
  for (const std::uint64_t far : {kFar, ~std::uint64_t{0}, std::uint64_t{1} << 63}) {
    for (const EventKind kind : {EventKind::kAllocation, EventKind::kPlannedBuffer, EventKind::kTensorPlaced,
                                 EventKind::kArenaUse, EventKind::kMessage})
      expectRefused("bytes", [&](Said& said) { said.first(kind).bytes = far; });
    for (const EventKind kind : {EventKind::kAllocation, EventKind::kPlannedBuffer, EventKind::kArenaUse})
      expectRefused("offset", [&](Said& said) { said.first(kind).offset = far; });
    for (const EventKind kind : {EventKind::kAllocation, EventKind::kPlannedBuffer, EventKind::kTensorPlaced,
                                 EventKind::kArenaUse, EventKind::kMessage})
      expectRefused("address", [&](Said& said) { said.first(kind).address = far; });
    for (const auto mapped : {&Said::atEvents, &Said::atOperators, &Said::atEnd}) {
      expectRefused("region", [&](Said& said) { (said.*mapped).regions[0].bytes = far; });
      expectRefused("place", [&](Said& said) { (said.*mapped).regions[0].place = 0xFFFF'FFF0; });
      expectRefused("base", [&](Said& said) { (said.*mapped).regions[0].base = 0xFFFF'FFF0; });
      expectRefused("window", [&](Said& said) { (said.*mapped).window = 2; });
    }
    expectImageRefused("arena", [&](Said& said) { said.image.use->tail = far; });
    expectImageRefused("allocation", [&](Said& said) { said.image.seen.allocations.back().bytes = far; });
  }
  expectRefused("a long message", [](Said& said) { said.first(EventKind::kMessage).bytes = 1 << 20; });
  expectRefused("a wide access", [](Said& said) { said.access.bytes = 1 << 20; });
}

TEST_F(WrongMessagesTest, DistancesOfOtherTensors) {
  const auto both = [](const char* what, const std::function<void(run::SafeDistance&)>& change) {
    expectRefused(what, [&](Said& said) { change(said.result.distances.front()); });
    expectImageRefused(what, [&](Said& said) { change(said.image.distances.front()); });
  };
  for (const std::int32_t wrong : {-1, 5, INT_MAX, INT_MIN}) {
    both("operator", [&](auto& distance) { distance.op = OperatorId(wrong); });
    both("input", [&](auto& distance) { distance.input = TensorId(wrong); });
    both("output", [&](auto& distance) { distance.output = TensorId(wrong); });
    both("subgraph", [&](auto& distance) { distance.subgraph = SubgraphId(wrong); });
  }
  for (const std::int64_t wrong : {INT64_MIN, -(std::int64_t{1} << 40), INT64_MAX}) {
    both("below", [&](auto& distance) { distance.below = wrong; });
    both("above", [&](auto& distance) { distance.above = wrong; });
  }
}

TEST_F(WrongMessagesTest, EndsThatDoNotFitWhatCameBefore) {
  expectRefused("outcome", [](Said& said) { said.result.outcome = static_cast<firmware::Outcome>(7); });
  expectRefused("no totals", [](Said& said) {
    std::erase_if(said.events, [](const Event& event) { return event.kind == EventKind::kArenaUse; });
  });
  expectRefused("no allocations", [](Said& said) {
    std::erase_if(said.events, [](const Event& event) { return event.kind == EventKind::kAllocation; });
  });
  expectImageRefused("touched bytes that end before they begin",
                     [](Said& said) { said.image.foreign.front().end = 100; });
  expectImageRefused("touched bytes beyond its memory",
                     [](Said& said) { said.image.foreign.front().end = (std::uint64_t{1} << 32) + 1; });
  expectImageRefused("more touched bytes than are reported", [](Said& said) {
    said.image.foreign.resize(protocol::kMostForeign + 1, said.image.foreign.front());
  });
  expectImageRefused("no totals", [](Said& said) { said.image.use.reset(); });
  expectImageRefused("no allocations", [](Said& said) { said.image.seen.allocations.clear(); });
  expectImageRefused("other events",
                     [](Said& said) { said.image.seen.allocations.back().kind = EventKind::kTensorPlaced; });
  expectImageRefused("an invalid failed allocation",
                     [](Said& said) { said.image.seen.lost->kind = EventKind::kAllocation; });
  for (const int row : {1 << 20, INT_MAX})
    expectImageRefused("unregistered", [&](Said& said) { said.image.unregistered = row; });
}

// Cut off, too long, of another kind, or none at all.
TEST_F(WrongMessagesTest, MessagesThatAreNone) {
  const std::vector<Raw> right = messagesOf(good());
  for (std::size_t i = 1; i < right.size(); ++i) {
    if (i > 1 && right[i].message == right[i - 1].message) continue; // one of each kind
    std::vector<Raw> wrong = right;
    wrong[i].bytes.pop_back();
    EXPECT_THAT(heard(wrong), HasSubstr("it sent bytes that are not a message")) << i;
    wrong[i].bytes.resize(right[i].bytes.size() + 1);
    EXPECT_THAT(heard(wrong), HasSubstr("it sent bytes that are not a message")) << i;
    wrong[i].bytes.clear();
    EXPECT_THAT(heard(wrong), HasSubstr("it sent bytes that are not a message")) << i;
    for (const auto kind : {Message::kLoad, Message::kGoOn, Message::kReady, Message::kAddress, Message{99}}) {
      wrong = right;
      wrong[i].message = kind;
      EXPECT_THAT(heard(wrong), HasSubstr("it sent a message that this run does not have")) << i;
    }
  }
  std::vector<Raw> asked = imageMessagesOf(good());
  for (const Raw& raw : right) {
    if (raw.message != Message::kEvent && raw.message != Message::kAllowed && raw.message != Message::kAccess) continue;
    std::vector<Raw> wrong = asked;
    wrong.insert(wrong.begin() + 1, raw);
    EXPECT_THAT(heardOfImage(wrong), HasSubstr("it sent a message that this run does not have"));
  }
}

TEST_F(WrongMessagesTest, GreetingsOfOthers) {
  const auto greeted = [](const std::function<void(protocol::Greeting&)>& change) {
    Said said = good();
    change(said.greeting);
    return heard(messagesOf(said));
  };
  EXPECT_THAT(greeted([](protocol::Greeting& greeting) { greeting.version = "0"; }), HasSubstr("it has version 0"));
  EXPECT_THAT(greeted([](protocol::Greeting& greeting) { greeting.identity = "another"; }),
              HasSubstr("has been replaced"));
  std::vector<Raw> cut = messagesOf(good());
  cut.front().bytes.resize(3);
  EXPECT_THAT(heard(cut), HasSubstr("the emulator cannot be started"));
}

// Any byte may be another one: what is not refused makes a report still.
TEST_F(WrongMessagesTest, AnyByteMayBeWrong) {
  const std::vector<Raw> right = messagesOf(good());
  std::vector<std::size_t> chosen; // one event of each kind, and the other messages
  std::vector<EventKind> kinds;
  for (std::size_t i = 1; i < right.size(); ++i) {
    if (right[i].message == Message::kEvent) {
      const EventKind kind = good().events[i - 1].kind;
      if (std::ranges::find(kinds, kind) != kinds.end()) continue;
      kinds.push_back(kind);
    } else if (right[i].message == right[i - 1].message) {
      continue;
    }
    chosen.push_back(i);
  }
  EXPECT_EQ(kinds.size(), 10U);
  int refused = 0;
  for (const std::size_t i : chosen)
    for (std::size_t at = 0; at < std::min<std::size_t>(right[i].bytes.size(), 128); ++at) {
      std::vector<Raw> wrong = right;
      wrong[i].bytes[at] ^= 0xFF;
      if (!heard(wrong).empty()) ++refused;
    }
  EXPECT_GT(refused, 100);
}

} // namespace
} // namespace arenascope::client
