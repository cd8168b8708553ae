// Boots a user's firmware image from its reset vector and observes the interpreter in it. Code and data are read, never
// written, unless the request says so (another arena size, inputs).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/graph/model_info.h"
#include "emulator/cpu/processors.h"
#include "emulator/instrumentation/block_table.h"
#include "emulator/protocol/guest_file.h"
#include "emulator/protocol/image_file.h"
#include "emulator/protocol/image_request.h"
#include "emulator/protocol/machine_request.h"

namespace arenascope::unicorn {
class Engine;
}

namespace arenascope::image {

class ImageMachine {
public:
  // image, model and memory must outlive it; it uses the file's first window.
  ImageMachine(const protocol::ImageFile& image, const cpu::Processor& processor, const model::ModelInfo& model,
               const protocol::GuestFile& memory);
  ~ImageMachine();

  protocol::ImageResult run(const protocol::ImageRequest& request, const protocol::OnOperator& onOperator,
                            const protocol::IsCancelled& isCancelled);
  // Memory after a run; empty unless all of it is mapped.
  std::span<const std::uint8_t> memory(std::uint32_t address, std::uint64_t bytes);
  // Address of a tensor's bytes during or after a run; 0 if not known.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor) const;
  // Regions mapped in the last run.
  std::vector<protocol::Region> regions() const;

private:
  class Run;

  const protocol::ImageFile& image_;
  const cpu::Processor& processor_;
  const model::ModelInfo& info_;
  const protocol::GuestFile& memory_;
  std::unique_ptr<cpu::CycleModel> model_;
  std::unique_ptr<instrumentation::BlockTable> blocks_;
  std::unique_ptr<unicorn::Engine> engine_; // of the current run
  std::unique_ptr<Run> run_;
};

} // namespace arenascope::image
