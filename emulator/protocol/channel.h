// Messages between client and worker, over a pair of sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "emulator/protocol/guest_file.h"
#include "emulator/protocol/wire.h"

namespace arenascope::protocol {

enum class Message : std::uint32_t {
  // To the worker.
  kLoad,      // a processor's name, FirmwareInfo: later runs use these
  kRun,       // MachineRequest
  kLoadImage, // a processor's name, ImageParts, ModelInfo
  kRunImage,  // ImageRequest
  kGoOn,      // the answer to an operator, and to an event with isWaitedFor()
  kRanges,    // std::vector<MemoryRange>, the answer to kAllowed
  kText,      // std::string, the answer to kAccess
  kTensor,    // std::uint64_t subgraph, tensor: of an image, during a run or after it
  // From the worker.
  kReady,    // Greeting
  kEvent,    // Mapped, trace::Event
  kOperator, // Mapped, trace::Position, std::int32_t depth, run::Cost, std::vector<run::FunctionCost>
  kAllowed,  // trace::Position
  kAccess,   // protocol::Access
  kAddress,  // std::uint32_t, the answer to kTensor; 0 if not known
  kDone,     // Mapped, and MachineResult or ImageResult
};

// The worker's first message.
struct Greeting {
  std::string version = ARENASCOPE_VERSION;
  std::string identity;  // of emulator and decoders (core/base/build_id.h)
  bool seccomp = false;  // system calls are limited to memory and these messages
  bool landlock = false; // and no file can be opened
  bool sandbox = true;   // the build supports these restrictions
  bool tuned = true;     // the engine has its optimizations, where there are any (unicorn/code_in_flash)
};

ARENASCOPE_FIELDS(Greeting, version, identity, seccomp, landlock, sandbox, tuned)

// Mapped memory at the time of a message.
struct Mapped {
  std::uint32_t window = 0;
  std::vector<Region> regions;
};

ARENASCOPE_FIELDS(Mapped, window, regions)

// An image file in parts: ImageFile itself has types of the processor in it.
struct ImageParts {
  FirmwareInfo image;
  std::string core;
  std::uint32_t flashBase = 0;
  std::vector<std::uint8_t> flash;
  std::uint32_t vectorTable = 0;
  bool rp2040 = false;
  std::optional<FirmwareInfo> rom;
};

ARENASCOPE_FIELDS(ImageParts, image, core, flashBase, flash, vectorTable, rp2040, rom)

// Whether the interpreter stops at an event for an answer, since its memory is read or written then.
bool isWaitedFor(const trace::Event& event);

struct Received {
  Message message{};
  std::vector<std::uint8_t> bytes;

  template <typename... T>
  bool read(T&... values) const {
    return Reader(bytes).read(values...);
  }
};

class Channel {
public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {} // does not own the descriptor

  // Queues a message; it is sent before the next send(), or once the queue is large.
  void sendLater(Message message, const Writer& values);
  // False: the other side has closed.
  bool send(Message message, const Writer& values = Writer());
  // The next message; nothing if the other side has closed or sent something invalid. whileWaiting is called about
  // twenty times a second, and ends the wait by returning false.
  std::optional<Received> receive(const std::function<bool()>& whileWaiting = {});
  // Whether the other side has closed.
  bool isAlone() const;

private:
  void addHeader(Message message, const Writer& values);
  bool flush();
  bool sendWhole(Bytes bytes);
  // Reads up to `bytes` bytes of a message that may not have arrived whole; 0 only at the end.
  std::size_t readSome(std::uint8_t* to, std::size_t bytes, const std::function<bool()>& whileWaiting);
  bool readWhole(void* to, std::size_t bytes, const std::function<bool()>& whileWaiting);

  int descriptor_;
  std::vector<std::uint8_t> waiting_; // to be sent
  std::vector<std::uint8_t> come_;    // received, not parsed
  std::size_t looked_ = 0;            // up to here parsed
};

} // namespace arenascope::protocol
