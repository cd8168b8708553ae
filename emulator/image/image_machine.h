// Boots a user's firmware image from its reset vector and watches the interpreter in it. The image stays as it is:
// code and data are read, never written, unless a run is told to (an arena of another size, inputs).
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
  // image, model and memory must outlive it; the file's first window is its own.
  ImageMachine(const protocol::ImageFile& image, const cpu::Processor& processor, const model::ModelInfo& model,
               const protocol::GuestFile& memory);
  ~ImageMachine();

  protocol::ImageResult run(const protocol::ImageRequest& request, const protocol::OnOperator& onOperator,
                            const protocol::IsCancelled& isCancelled);
  // What is in memory after a run; empty where not all of it is there.
  std::span<const std::uint8_t> memory(std::uint32_t address, std::uint64_t bytes);
  // Where a tensor's bytes are, while a run goes on or after it; 0 where nobody has said.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor) const;
  // What is mapped in the last run.
  std::vector<protocol::Region> regions() const;

private:
  class Run;

  const protocol::ImageFile& image_;
  const cpu::Processor& processor_;
  const model::ModelInfo& info_;
  const protocol::GuestFile& memory_;
  std::unique_ptr<cpu::CycleModel> model_;
  std::unique_ptr<instrumentation::BlockTable> blocks_;
  std::unique_ptr<unicorn::Engine> engine_; // of the run
  std::unique_ptr<Run> run_;
};

} // namespace arenascope::image
