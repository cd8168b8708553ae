// arenascope-qemu: a plugin with which QEMU executes our own firmware. The client talks to it as to arenascope-emulator
// (emulator/worker).
#include <dlfcn.h>

#include <array>
#include <cstring>
#include <memory>
#include <optional>

#include "core/base/build_id.h"
#include "emulator/cpu/thumb/thumb.h"
#include "emulator/protocol/channel.h"
#include "emulator/protocol/descriptors.h"
#include "emulator/qemu/board.h"
#include "emulator/qemu/plugin_interface.h"
#include "emulator/qemu/qemu_machine.h"
#include "emulator/worker/connection.h"
#include "emulator/worker/sandbox.h"

namespace arenascope::qemu {

namespace {

using protocol::Message;
using protocol::Received;
using worker::exitProcess;

// The loop: `ldr r0, [pc]; bx r0`, and the literal with the address to jump to.
constexpr std::array<std::uint16_t, 2> kWaiting = {0x4800, 0x4700};

class Plugin {
public:
  Plugin(protocol::GuestFile memory, int channel)
      : memory_(std::move(memory)), channel_(channel), connection_(channel_, memory_) {
    std::memcpy(memory_.at(0, kWaitingBase - kMemoryBase, sizeof(kWaiting)).data(), kWaiting.data(), sizeof(kWaiting));
  }

  // Blocks the processor until there is something to run.
  void serve() {
    if (!std::exchange(greeted_, true)) greet();
    if (machine_ != nullptr && machine_->isRunning()) connection_.done(machine_->finish());
    for (;;) {
      const Received received = connection_.next();
      if (received.message == Message::kLoad)
        load(received);
      else if (received.message != Message::kRun)
        exitProcess();
      else if (begin(received))
        return;
    }
  }

  void onBlock(std::uint32_t address, std::uint32_t bytes) {
    if (machine_ == nullptr || !machine_->isRunning()) exitProcess();
    if (machine_->onBlock(address, bytes)) return;
    // The processor cannot be reset: the client ends this process.
    connection_.done(machine_->finish());
    (void)connection_.next();
    exitProcess();
  }

  // QEMU's own size is wrong at the end of a page, where it includes the next instruction.
  std::uint32_t instructionBytes(std::uint32_t address) const {
    return thumb::instructionBytes(thumb::halfwordAt(memory_.at(0, address - kMemoryBase, sizeof(std::uint16_t)), 0));
  }

  // Hooks are set when code is translated, in the first run; the client keeps later requests to the same kind.
  bool watchesMemory() const { return watchesMemory_; }
  bool countsInstructions() const { return request_.instrumentation == protocol::Instrumentation::kInstructions; }
  void onInstruction(std::uint32_t address, std::uint32_t bytes) { machine_->onInstruction(address, bytes); }
  void onAccess(std::uint32_t address, std::uint32_t bytes, bool write) {
    if (machine_ != nullptr && machine_->isRunning()) machine_->onAccess(address, bytes, write);
  }

private:
  // On the processor's thread, the only one that runs code a hostile model may control.
  void greet() {
    protocol::Greeting greeting;
    greeting.identity = loadedIdentity({"libcapstone", "arenascope-qemu"});
    worker::enterSandbox(greeting);
    if (!channel_.send(Message::kReady, protocol::Writer(greeting))) exitProcess();
  }

  void load(const Received& received) {
    std::string name;
    protocol::FirmwareInfo info;
    if (image_ || !received.read(name, info)) exitProcess(); // translations of the previous image would remain
    const cpu::Processor* processor = cpu::find(name);
    if (processor == nullptr) exitProcess();
    image_.emplace(*processor->architecture->format, std::move(info));
    machine_ = std::make_unique<QemuMachine>(*image_, *processor, memory_);
    connection_.watch([this] { return protocol::Mapped{0, machine_->regions()}; });
    const std::uint32_t entry = image_->entry() | processor->architecture->format->pointerTag;
    std::memcpy(memory_.at(0, kWaitingBase - kMemoryBase + sizeof(kWaiting), sizeof(entry)).data(), &entry,
                sizeof(entry));
  }

  // False: the run has ended already.
  bool begin(const Received& received) {
    received_ = received; // the request refers to its bytes
    request_ = {};
    if (machine_ == nullptr || !received_.read(request_)) exitProcess();
    watchesMemory_ = protocol::watchesMemory(request_);
    std::string failure = machine_->begin(request_, events_, isCancelled_);
    if (failure.empty()) return true;
    protocol::MachineResult failed;
    failed.failure = std::move(failure);
    connection_.done(failed);
    return false;
  }

  protocol::GuestFile memory_;
  protocol::Channel channel_;
  worker::Connection connection_;
  const protocol::MachineEvents events_ = connection_.events();
  const protocol::IsCancelled isCancelled_ = connection_.isCancelled();
  bool greeted_ = false;
  std::optional<protocol::FirmwareImage> image_;
  std::unique_ptr<QemuMachine> machine_;
  bool watchesMemory_ = false;
  Received received_;
  protocol::MachineRequest request_;
};

Plugin* plugin = nullptr; // QEMU's callbacks have no user pointer for it

void onWaiting(unsigned int /*processor*/, void* /*user*/) { plugin->serve(); }

// An address for callbacks, with the size in bytes in the upper half.
void* packed(std::uint64_t address, std::uint64_t bytes) { return reinterpret_cast<void*>(bytes << 32 | address); }
std::pair<std::uint32_t, std::uint32_t> unpacked(void* user) {
  const auto place = reinterpret_cast<std::uint64_t>(user);
  return {static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(place >> 32)};
}

void onExecuted(unsigned int /*processor*/, void* user) {
  const auto [address, bytes] = unpacked(user);
  plugin->onBlock(address, bytes);
}

void onInstruction(unsigned int /*processor*/, void* user) {
  const auto [address, bytes] = unpacked(user);
  plugin->onInstruction(address, bytes);
}

void onAccessed(unsigned int /*processor*/, std::uint32_t access, std::uint64_t address, void* /*user*/) {
  plugin->onAccess(static_cast<std::uint32_t>(address), 1U << qemu_plugin_mem_size_shift(access),
                   qemu_plugin_mem_is_store(access));
}

void onTranslated(qemu_plugin_id_t /*id*/, qemu_plugin_tb* block) {
  const std::uint64_t address = qemu_plugin_tb_vaddr(block);
  if (address == kWaitingBase) return qemu_plugin_register_vcpu_tb_exec_cb(block, onWaiting, 0, nullptr);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
    qemu_plugin_insn* instruction = qemu_plugin_tb_get_insn(block, i);
    const std::uint32_t size = plugin->instructionBytes(static_cast<std::uint32_t>(address + bytes));
    if (plugin->countsInstructions())
      qemu_plugin_register_vcpu_insn_exec_cb(instruction, onInstruction, 0, packed(address + bytes, size));
    if (plugin->watchesMemory()) qemu_plugin_register_vcpu_mem_cb(instruction, onAccessed, 0, kReadsAndWrites, nullptr);
    bytes += size;
  }
  qemu_plugin_register_vcpu_tb_exec_cb(block, onExecuted, 0, packed(address, bytes));
}

} // namespace

} // namespace arenascope::qemu

[[gnu::visibility("default")]] int qemu_plugin_version = 1;

// Runs before QEMU reads the version: later versions have a function that the first lacks.
[[gnu::constructor]] static void chooseVersion() {
  if (dlsym(RTLD_DEFAULT, "qemu_plugin_num_vcpus") != nullptr) qemu_plugin_version = 2;
}

[[gnu::visibility("default")]] int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* /*info*/, int /*argc*/,
                                                       char** /*argv*/) {
  using namespace arenascope;
  std::optional<protocol::GuestFile> memory = protocol::GuestFile::adopt(protocol::kMemoryDescriptor);
  if (!memory) return 1;
  qemu::plugin = new qemu::Plugin(std::move(*memory), protocol::kChannelDescriptor);
  qemu_plugin_register_vcpu_tb_trans_cb(id, qemu::onTranslated);
  return 0;
}
