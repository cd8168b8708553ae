#include "emulator/server/visitor.h"

#include <unistd.h>

namespace arenascope::server {

using pipe::Message;
using pipe::Received;
using pipe::Writer;

void leave() { _exit(0); }

void Visitor::send(Message message, const Writer& values) {
  if (!channel_.send(message, values)) leave();
}

Received Visitor::next() {
  for (;;) {
    std::optional<Received> received = channel_.receive();
    if (!received) leave();
    if (received->message != Message::kTensor) return std::move(*received);
    std::uint64_t subgraph = 0;
    std::uint64_t tensor = 0;
    if (!received->read(subgraph, tensor)) leave();
    send(Message::kAddress, Writer(addressOf_ ? addressOf_(subgraph, tensor) : std::uint32_t{0}));
  }
}

template <typename Answer>
Answer Visitor::answer(Message expected) {
  const Received received = next();
  Answer answer{};
  if (received.message != expected || !received.read(answer)) leave();
  return answer;
}

machine::IsCancelled Visitor::isCancelled() {
  return [this] {
    memory_.shared().beats.fetch_add(1, std::memory_order_relaxed);
    if (channel_.isAlone()) leave();
    return memory_.shared().cancelled.load(std::memory_order_relaxed) != 0;
  };
}

machine::MachineEvents Visitor::events() {
  return {.onEvent =
              [this](const trace::Event& event) {
                if (!pipe::isWaitedFor(event))
                  return channel_.sendLater(Message::kEvent, Writer(pipe::Mapped(), event));
                send(Message::kEvent, Writer(mapped_(), event));
                if (next().message != Message::kGoOn) leave();
              },
          .onOperator =
              [this](const trace::Position& position, int depth, const profile::Cost& cost,
                     const std::vector<profile::FunctionCost>& functions) {
                send(Message::kOperator, Writer(mapped_(), position, std::int32_t{depth}, cost, functions));
                if (next().message != Message::kGoOn) leave();
              },
          .allowedMemory =
              [this](const trace::Position& position) {
                send(Message::kAllowed, Writer(position));
                return answer<std::vector<profile::MemoryRange>>(Message::kRanges);
              },
          .describeAccess =
              [this](const machine::Access& access) {
                send(Message::kAccess, Writer(access));
                return answer<std::string>(Message::kText);
              }};
}

} // namespace arenascope::server
