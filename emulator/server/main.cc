// arenascope-emulator: executes firmware for the program that has started it, and does nothing else. It alone is linked
// with Unicorn. Its messages come and go through one descriptor, the machines' memory is in the file of another
// (emulator/pipe).
#include <csignal>
#include <memory>

#include "core/base/build_id.h"
#include "emulator/image/image_machine.h"
#include "emulator/machine/code_in_flash.h"
#include "emulator/machine/machine.h"
#include "emulator/pipe/descriptors.h"
#include "emulator/server/visitor.h"
#include "emulator/server/walls.h"

namespace arenascope::server {

namespace {

using pipe::Message;
using pipe::Received;

// Firmware of ours, and the machine that has it.
struct OwnFirmware {
  OwnFirmware(const processors::Processor& processor, machine::FirmwareFacts facts, const pipe::GuestFile& memory)
      : image(*processor.architecture->format, std::move(facts)), machine(image, processor, memory) {}
  machine::FirmwareImage image;
  machine::Machine machine;
};

// Somebody's image with a model in it.
struct OtherImage {
  OtherImage(const processors::Processor& processor, pipe::ImageParts parts, profile::ModelInfo modelInfo,
             const pipe::GuestFile& memory)
      : file{.image = machine::FirmwareImage(*processor.architecture->format, std::move(parts.image)),
             .core = std::move(parts.core),
             .flashBase = parts.flashBase,
             .flash = std::move(parts.flash),
             .vectorTable = parts.vectorTable,
             .rp2040 = parts.rp2040},
        model(std::move(modelInfo)), machine(file, processor, model, memory) {
    if (parts.rom) file.rom.emplace(*processor.architecture->format, std::move(*parts.rom));
  }
  image::ImageFile file;
  profile::ModelInfo model;
  image::ImageMachine machine;
};

class Server {
public:
  Server(pipe::Channel& channel, const pipe::GuestFile& memory) : memory_(memory), visitor_(channel, memory) {}

  [[noreturn]] void serve() {
    for (;;) handle(visitor_.next());
  }

private:
  void handle(const Received& received) {
    switch (received.message) {
    case Message::kLoad: return load(received);
    case Message::kRun: return run(received);
    case Message::kLoadImage: return loadImage(received);
    case Message::kRunImage: return runImage(received);
    default: leave();
    }
  }

  static const processors::Processor& processorCalled(const std::string& name) {
    const processors::Processor* processor = processors::find(name);
    if (processor == nullptr) leave();
    return *processor;
  }

  void load(const Received& received) {
    std::string processor;
    machine::FirmwareFacts facts;
    if (!received.read(processor, facts)) leave();
    own_.reset();
    own_ = std::make_unique<OwnFirmware>(processorCalled(processor), std::move(facts), memory_);
    visitor_.watch([this] {
      return pipe::Mapped{static_cast<std::uint32_t>(own_->machine.window()), own_->machine.regions()};
    });
  }

  void run(const Received& received) {
    machine::MachineRequest request;
    if (own_ == nullptr || !received.read(request)) leave();
    visitor_.done(own_->machine.run(request, visitor_.events(), visitor_.isCancelled()));
  }

  void loadImage(const Received& received) {
    std::string processor;
    pipe::ImageParts parts;
    profile::ModelInfo model;
    if (!received.read(processor, parts, model)) leave();
    other_.reset();
    other_ = std::make_unique<OtherImage>(processorCalled(processor), std::move(parts), std::move(model), memory_);
    visitor_.watch([this] { return pipe::Mapped{machine::kKeptWindow, other_->machine.regions()}; });
    visitor_.answerTensors([this](std::uint64_t subgraph, std::uint64_t tensor) {
      const auto& subgraphs = other_->model.subgraphs;
      if (subgraph >= subgraphs.size() || tensor >= subgraphs[subgraph].tensors.size()) leave();
      return other_->machine.tensorAddress(subgraph, tensor);
    });
  }

  void runImage(const Received& received) {
    image::ImageRequest request;
    if (other_ == nullptr || !received.read(request)) leave();
    visitor_.done(other_->machine.run(request, visitor_.events().onOperator, visitor_.isCancelled()));
  }

  const pipe::GuestFile& memory_;
  Visitor visitor_;
  std::unique_ptr<OwnFirmware> own_;
  std::unique_ptr<OtherImage> other_;
};

} // namespace

} // namespace arenascope::server

int main() {
  using namespace arenascope;
  std::signal(SIGPIPE, SIG_IGN);
  const std::optional<pipe::GuestFile> memory = pipe::GuestFile::adopt(pipe::kMemoryDescriptor);
  if (!memory) return 1;
  pipe::Channel channel(pipe::kChannelDescriptor);
  pipe::Greeting greeting;
  greeting.identity = loadedIdentity({"libcapstone", "libunicorn"});
  greeting.tuned = machine::isTuned();
  server::standBehindWalls(greeting);
  if (!channel.send(pipe::Message::kReady, pipe::Writer(greeting))) return 1;
  server::Server(channel, *memory).serve();
}
