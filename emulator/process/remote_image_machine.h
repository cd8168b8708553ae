// A machine with somebody's firmware image, in an emulator process.
#pragma once

#include "core/model/model_info.h"
#include "emulator/binary/image_file.h"
#include "emulator/process/emulator.h"

namespace arenascope::process {

class RemoteImageMachine {
public:
  // processor: its name in the table (emulator/processors). image and model must outlive it.
  RemoteImageMachine(const image::ImageFile& image, std::string processor, const profile::ModelInfo& model);

  // One run from reset; its failure also says where the emulator itself failed.
  image::ImageResult run(const image::ImageRequest& request, const machine::OnOperator& onOperator,
                         const std::atomic<bool>& cancelled);
  // A tensor's bytes while a run goes on or after it; empty where it has none.
  std::span<std::uint8_t> tensor(std::size_t subgraph, std::size_t tensor);

private:
  const profile::ModelInfo& model_;
  Emulator emulator_;
};

} // namespace arenascope::process
