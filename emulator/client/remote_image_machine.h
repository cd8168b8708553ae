// A machine with a user's firmware image, in an emulator process.
#pragma once

#include "core/model/graph/model_info.h"
#include "emulator/client/emulator.h"
#include "emulator/protocol/image_file.h"

namespace arenascope::client {

class RemoteImageMachine {
public:
  // processor: its name in the table (emulator/cpu). image and model must outlive it.
  RemoteImageMachine(const WorkerKind& kind, const protocol::ImageFile& image, std::string processor,
                     const model::ModelInfo& model);

  // One run from reset; its failure includes failures of the emulator itself.
  protocol::ImageResult run(const protocol::ImageRequest& request, const protocol::OnOperator& onOperator,
                            const std::atomic<bool>& cancelled);
  // A tensor's address during or after a run; 0 if it has none.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor) {
    return emulator_.tensorAddress(subgraph, tensor);
  }
  // A tensor's bytes during or after a run; empty if it has none.
  std::span<std::uint8_t> tensor(std::size_t subgraph, std::size_t tensor);

private:
  const model::ModelInfo& model_;
  Emulator emulator_;
};

} // namespace arenascope::client
