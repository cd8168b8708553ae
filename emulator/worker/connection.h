// The worker's end of the channel, as runs see it.
#pragma once

#include "emulator/protocol/channel.h"
#include "emulator/protocol/guest_file.h"

namespace arenascope::worker {

class Connection {
public:
  Connection(protocol::Channel& channel, const protocol::GuestFile& memory) : channel_(channel), memory_(memory) {}

  // mapped: called when a message is sent, returns the mapped part of the machine's memory.
  void watch(std::function<protocol::Mapped()> mapped) { mapped_ = std::move(mapped); }
  // For an image: the addresses of its tensors.
  void answerTensors(std::function<std::uint32_t(std::uint64_t subgraph, std::uint64_t tensor)> addressOf) {
    addressOf_ = std::move(addressOf);
  }

  protocol::IsCancelled isCancelled();
  protocol::MachineEvents events();
  template <typename Result>
  void done(const Result& result) {
    send(protocol::Message::kDone, protocol::Writer(mapped_(), result));
  }
  // The next message that is not a request for a tensor. Ends the process if none can follow.
  protocol::Received next();

private:
  void send(protocol::Message message, const protocol::Writer& values);
  // The contents of the expected answer. Ends the process if another message arrives.
  template <typename Answer>
  Answer answer(protocol::Message expected);

  protocol::Channel& channel_;
  const protocol::GuestFile& memory_;
  std::function<protocol::Mapped()> mapped_;
  std::function<std::uint32_t(std::uint64_t, std::uint64_t)> addressOf_;
};

// For a client that has gone or has broken the protocol.
[[noreturn]] void exitProcess();

} // namespace arenascope::worker
