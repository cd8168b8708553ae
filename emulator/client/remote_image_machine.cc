#include "emulator/client/remote_image_machine.h"

namespace arenascope::client {

namespace {

protocol::ImageParts partsOf(const protocol::ImageFile& file) {
  const auto& [image, core, compiler, flashBase, flash, vectorTable, rp2040, rom] = file;
  return {.image = image.info(),
          .core = core,
          .flashBase = flashBase,
          .flash = flash,
          .vectorTable = vectorTable,
          .rp2040 = rp2040,
          .rom = rom ? std::optional(rom->info()) : std::nullopt};
}

} // namespace

RemoteImageMachine::RemoteImageMachine(const WorkerKind& kind, const protocol::ImageFile& image, std::string processor,
                                       const model::ModelInfo& model)
    : model_(model), emulator_(kind, protocol::Message::kLoadImage, [&image, processor = std::move(processor), &model] {
        return protocol::Writer(processor, partsOf(image), model);
      }) {}

protocol::ImageResult RemoteImageMachine::run(const protocol::ImageRequest& request,
                                              const protocol::OnOperator& onOperator,
                                              const std::atomic<bool>& cancelled) {
  return emulator_.run<protocol::ImageResult>(protocol::Message::kRunImage, protocol::Writer(request), model_,
                                              request.maxInstructions, {.onEvent = {}, .onOperator = onOperator},
                                              cancelled);
}

std::span<std::uint8_t> RemoteImageMachine::tensor(std::size_t subgraph, std::size_t tensor) {
  const std::uint32_t address = tensorAddress(subgraph, tensor);
  return address == 0 ? std::span<std::uint8_t>()
                      : emulator_.memory(address, model_.subgraphs[subgraph].tensors[tensor].bytes);
}

} // namespace arenascope::client
