// The worker's end of the channel, as runs see it.
#pragma once

#include "emulator/protocol/channel.h"
#include "emulator/protocol/guest_file.h"

namespace arenascope::worker {

class Connection {
public:
  Connection(protocol::Channel& channel, const protocol::GuestFile& memory) : channel_(channel), memory_(memory) {}

  // mapped: asked when a message is sent, what of the machine's memory is there.
  void watch(std::function<protocol::Mapped()> mapped) { mapped_ = std::move(mapped); }
  // Of an image: where its tensors are.
  void answerTensors(std::function<std::uint32_t(std::uint64_t subgraph, std::uint64_t tensor)> addressOf) {
    addressOf_ = std::move(addressOf);
  }

  protocol::IsCancelled isCancelled();
  protocol::MachineEvents events();
  template <typename Result>
  void done(const Result& result) {
    send(protocol::Message::kDone, protocol::Writer(mapped_(), result));
  }
  // The next message that asks for more than a tensor. Ends the process when there will be none.
  protocol::Received next();

private:
  void send(protocol::Message message, const protocol::Writer& values);
  // What the answer to a message holds. Ends the process where it is another one.
  template <typename Answer>
  Answer answer(protocol::Message expected);

  protocol::Channel& channel_;
  const protocol::GuestFile& memory_;
  std::function<protocol::Mapped()> mapped_;
  std::function<std::uint32_t(std::uint64_t, std::uint64_t)> addressOf_;
};

// Who asked is gone, or speaks another language.
[[noreturn]] void exitProcess();

} // namespace arenascope::worker
