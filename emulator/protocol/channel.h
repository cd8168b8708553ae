// Messages between the program and the emulator, over a pair of sockets.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "emulator/protocol/guest_file.h"
#include "emulator/protocol/wire.h"

namespace arenascope::protocol {

enum class Message : std::uint32_t {
  // To the emulator.
  kLoad,      // a processor's name, FirmwareInfo: from now on runs are on these
  kRun,       // MachineRequest
  kLoadImage, // a processor's name, ImageParts, ModelInfo
  kRunImage,  // ImageRequest
  kGoOn,      // the answer to an operator, and to an event that is waited for
  kRanges,    // std::vector<MemoryRange>, the answer to kAllowed
  kText,      // std::string, the answer to kAccess
  kTensor,    // std::uint64_t subgraph, tensor: of an image, in a run or after it
  // From it.
  kReady,    // Greeting
  kEvent,    // Mapped, trace::Event
  kOperator, // Mapped, trace::Position, std::int32_t depth, profile::Cost, std::vector<profile::FunctionCost>
  kAllowed,  // trace::Position
  kAccess,   // machine::Access
  kAddress,  // std::uint32_t, the answer to kTensor; 0 where nobody has said
  kDone,     // Mapped, and MachineResult or ImageResult
};

// The first that an emulator says.
struct Greeting {
  std::string version = ARENASCOPE_VERSION;
  std::string identity;  // of what emulates and decodes (core/base/build_id.h)
  bool seccomp = false;  // it can call nothing of the operating system but memory and these messages
  bool landlock = false; // and open no file
  bool sandbox = true;   // it was built to give these calls up
  bool tuned = true;     // what emulates is tuned where that was tried (unicorn/code_in_flash)
};

ARENASCOPE_FIELDS(Greeting, version, identity, seccomp, landlock, sandbox, tuned)

// What of the machine's memory is there, when a message is sent.
struct Mapped {
  std::uint32_t window = 0;
  std::vector<Region> regions;
};

ARENASCOPE_FIELDS(Mapped, window, regions)

// An image file's parts: it has its processor's own types in it.
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

// Whether the interpreter waits at an event until it has been looked at: its memory is read or written then.
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
  explicit Channel(int descriptor) : descriptor_(descriptor) {} // which stays the caller's

  // What is sent later goes first with the next message that is sent now, or when it has become much.
  void sendLater(Message message, const Writer& values);
  // False: the other side is gone.
  bool send(Message message, const Writer& values = Writer());
  // The next message; nothing where the other side is gone, or said what no message is. whileWaiting is asked some
  // twenty times a second, and ends the wait with false.
  std::optional<Received> receive(const std::function<bool()>& whileWaiting = {});
  // Whether the other side is gone.
  bool isAlone() const;

private:
  void addHeader(Message message, const Writer& values);
  bool flush();
  bool sendWhole(Bytes bytes);
  // Bytes that have come, of a message of so many that may not all be there; more than none, unless there are no more.
  std::size_t readSome(std::uint8_t* to, std::size_t bytes, const std::function<bool()>& whileWaiting);
  bool readWhole(void* to, std::size_t bytes, const std::function<bool()>& whileWaiting);

  int descriptor_;
  std::vector<std::uint8_t> waiting_; // to be sent
  std::vector<std::uint8_t> come_;    // and not looked at yet,
  std::size_t looked_ = 0;            // from here on
};

} // namespace arenascope::protocol
