#include "emulator/worker/connection.h"

#include <unistd.h>

namespace arenascope::worker {

using protocol::Message;
using protocol::Received;
using protocol::Writer;

void exitProcess() { _exit(0); }

void Connection::send(Message message, const Writer& values) {
  if (!channel_.send(message, values)) exitProcess();
}

Received Connection::next() {
  for (;;) {
    std::optional<Received> received = channel_.receive();
    if (!received) exitProcess();
    if (received->message != Message::kTensor) return std::move(*received);
    std::uint64_t subgraph = 0;
    std::uint64_t tensor = 0;
    if (!received->read(subgraph, tensor)) exitProcess();
    send(Message::kAddress, Writer(addressOf_ ? addressOf_(subgraph, tensor) : std::uint32_t{0}));
  }
}

template <typename Answer>
Answer Connection::answer(Message expected) {
  const Received received = next();
  Answer answer{};
  if (received.message != expected || !received.read(answer)) exitProcess();
  return answer;
}

protocol::IsCancelled Connection::isCancelled() {
  return [this] {
    memory_.shared().heartbeats.fetch_add(1, std::memory_order_relaxed);
    if (channel_.isAlone()) exitProcess();
    return memory_.shared().cancelled.load(std::memory_order_relaxed) != 0;
  };
}

protocol::MachineEvents Connection::events() {
  return {.onEvent =
              [this](const trace::Event& event) {
                if (!protocol::isWaitedFor(event))
                  return channel_.sendLater(Message::kEvent, Writer(protocol::Mapped(), event));
                send(Message::kEvent, Writer(mapped_(), event));
                if (next().message != Message::kGoOn) exitProcess();
              },
          .onOperator =
              [this](const trace::Position& position, int depth, const run::Cost& cost,
                     const std::vector<run::FunctionCost>& functions) {
                send(Message::kOperator, Writer(mapped_(), position, std::int32_t{depth}, cost, functions));
                if (next().message != Message::kGoOn) exitProcess();
              },
          .allowedMemory =
              [this](const trace::Position& position) {
                send(Message::kAllowed, Writer(position));
                return answer<std::vector<run::MemoryRange>>(Message::kRanges);
              },
          .describeAccess =
              [this](const protocol::Access& access) {
                send(Message::kAccess, Writer(access));
                return answer<std::string>(Message::kText);
              }};
}

} // namespace arenascope::worker
