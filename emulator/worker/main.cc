// arenascope-emulator: executes firmware for the program that has started it, and does nothing else. It alone is linked
// with Unicorn. Its messages come and go through one descriptor, the machines' memory is in the file of another
// (emulator/protocol).
#include <csignal>
#include <memory>

#include "core/base/build_id.h"
#include "emulator/image/image_machine.h"
#include "emulator/protocol/descriptors.h"
#include "emulator/unicorn/code_in_flash.h"
#include "emulator/unicorn/machine.h"
#include "emulator/worker/connection.h"
#include "emulator/worker/sandbox.h"

namespace arenascope::worker {

namespace {

using protocol::Message;
using protocol::Received;

// Firmware of ours, and the machine that has it.
struct OwnFirmware {
  OwnFirmware(const cpu::Processor& processor, protocol::FirmwareInfo info, const protocol::GuestFile& memory)
      : image(*processor.architecture->format, std::move(info)), machine(image, processor, memory) {}
  protocol::FirmwareImage image;
  unicorn::Machine machine;
};

// a user's image with a model in it.
struct OtherImage {
  OtherImage(const cpu::Processor& processor, protocol::ImageParts parts, model::ModelInfo modelInfo,
             const protocol::GuestFile& memory)
      : file{.image = protocol::FirmwareImage(*processor.architecture->format, std::move(parts.image)),
             .core = std::move(parts.core),
             .flashBase = parts.flashBase,
             .flash = std::move(parts.flash),
             .vectorTable = parts.vectorTable,
             .rp2040 = parts.rp2040},
        model(std::move(modelInfo)), machine(file, processor, model, memory) {
    if (parts.rom) file.rom.emplace(*processor.architecture->format, std::move(*parts.rom));
  }
  protocol::ImageFile file;
  model::ModelInfo model;
  image::ImageMachine machine;
};

class Server {
public:
  Server(protocol::Channel& channel, const protocol::GuestFile& memory)
      : memory_(memory), connection_(channel, memory) {}

  [[noreturn]] void serve() {
    for (;;) handle(connection_.next());
  }

private:
  void handle(const Received& received) {
    switch (received.message) {
    case Message::kLoad: return load(received);
    case Message::kRun: return run(received);
    case Message::kLoadImage: return loadImage(received);
    case Message::kRunImage: return runImage(received);
    default: exitProcess();
    }
  }

  static const cpu::Processor& processorCalled(const std::string& name) {
    const cpu::Processor* processor = cpu::find(name);
    if (processor == nullptr) exitProcess();
    return *processor;
  }

  void load(const Received& received) {
    std::string processor;
    protocol::FirmwareInfo info;
    if (!received.read(processor, info)) exitProcess();
    own_.reset();
    own_ = std::make_unique<OwnFirmware>(processorCalled(processor), std::move(info), memory_);
    connection_.watch([this] {
      return protocol::Mapped{static_cast<std::uint32_t>(own_->machine.window()), own_->machine.regions()};
    });
  }

  void run(const Received& received) {
    protocol::MachineRequest request;
    if (own_ == nullptr || !received.read(request)) exitProcess();
    connection_.done(own_->machine.run(request, connection_.events(), connection_.isCancelled()));
  }

  void loadImage(const Received& received) {
    std::string processor;
    protocol::ImageParts parts;
    model::ModelInfo model;
    if (!received.read(processor, parts, model)) exitProcess();
    other_.reset();
    other_ = std::make_unique<OtherImage>(processorCalled(processor), std::move(parts), std::move(model), memory_);
    connection_.watch([this] { return protocol::Mapped{protocol::kKeptWindow, other_->machine.regions()}; });
    connection_.answerTensors([this](std::uint64_t subgraph, std::uint64_t tensor) {
      const auto& subgraphs = other_->model.subgraphs;
      if (subgraph >= subgraphs.size() || tensor >= subgraphs[subgraph].tensors.size()) exitProcess();
      return other_->machine.tensorAddress(subgraph, tensor);
    });
  }

  void runImage(const Received& received) {
    protocol::ImageRequest request;
    if (other_ == nullptr || !received.read(request)) exitProcess();
    connection_.done(other_->machine.run(request, connection_.events().onOperator, connection_.isCancelled()));
  }

  const protocol::GuestFile& memory_;
  Connection connection_;
  std::unique_ptr<OwnFirmware> own_;
  std::unique_ptr<OtherImage> other_;
};

} // namespace

} // namespace arenascope::worker

int main() {
  using namespace arenascope;
  std::signal(SIGPIPE, SIG_IGN);
  const std::optional<protocol::GuestFile> memory = protocol::GuestFile::adopt(protocol::kMemoryDescriptor);
  if (!memory) return 1;
  protocol::Channel channel(protocol::kChannelDescriptor);
  protocol::Greeting greeting;
  greeting.identity = loadedIdentity({"libcapstone", "libunicorn"});
  greeting.tuned = unicorn::isTuned();
  worker::enterSandbox(greeting);
  if (!channel.send(protocol::Message::kReady, protocol::Writer(greeting))) return 1;
  worker::Server(channel, *memory).serve();
}
