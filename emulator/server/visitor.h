// The other side of the pipe, as runs see it.
#pragma once

#include "emulator/pipe/channel.h"
#include "emulator/pipe/guest_file.h"

namespace arenascope::server {

class Visitor {
public:
  Visitor(pipe::Channel& channel, const pipe::GuestFile& memory) : channel_(channel), memory_(memory) {}

  // mapped: asked when a message is sent, what of the machine's memory is there.
  void watch(std::function<pipe::Mapped()> mapped) { mapped_ = std::move(mapped); }
  // Of an image: where its tensors are.
  void answerTensors(std::function<std::uint32_t(std::uint64_t subgraph, std::uint64_t tensor)> addressOf) {
    addressOf_ = std::move(addressOf);
  }

  machine::IsCancelled isCancelled();
  machine::MachineEvents events();
  template <typename Result>
  void done(const Result& result) {
    send(pipe::Message::kDone, pipe::Writer(mapped_(), result));
  }
  // The next message that asks for more than a tensor. Ends the process when there will be none.
  pipe::Received next();

private:
  void send(pipe::Message message, const pipe::Writer& values);
  // What the answer to a message holds. Ends the process where it is another one.
  template <typename Answer>
  Answer answer(pipe::Message expected);

  pipe::Channel& channel_;
  const pipe::GuestFile& memory_;
  std::function<pipe::Mapped()> mapped_;
  std::function<std::uint32_t(std::uint64_t, std::uint64_t)> addressOf_;
};

// Who asked is gone, or speaks another language.
[[noreturn]] void leave();

} // namespace arenascope::server
