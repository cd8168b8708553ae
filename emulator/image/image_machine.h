// Boots somebody's firmware image from its reset vector and watches the interpreter in it. The image stays as it is:
// code and data are read, never written, unless a run is told to (an arena of another size, inputs).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/model/model_info.h"
#include "emulator/accounting/block_table.h"
#include "emulator/binary/image_file.h"
#include "emulator/pipe/guest_file.h"
#include "emulator/pipe/image_request.h"
#include "emulator/pipe/machine_request.h"
#include "emulator/processors/processors.h"

namespace arenascope::machine {
class Engine;
}

namespace arenascope::image {

class ImageMachine {
public:
  // image, model and memory must outlive it; the file's first window is its own.
  ImageMachine(const ImageFile& image, const processors::Processor& processor, const profile::ModelInfo& model,
               const pipe::GuestFile& memory);
  ~ImageMachine();

  ImageResult run(const ImageRequest& request, const machine::OnOperator& onOperator,
                  const machine::IsCancelled& isCancelled);
  // What is in memory after a run; empty where not all of it is there.
  std::span<const std::uint8_t> memory(std::uint32_t address, std::uint64_t bytes);
  // Where a tensor's bytes are, while a run goes on or after it; 0 where nobody has said.
  std::uint32_t tensorAddress(std::size_t subgraph, std::size_t tensor) const;
  // What is mapped in the last run.
  std::vector<pipe::Region> regions() const;

private:
  class Run;

  const ImageFile& image_;
  const processors::Processor& processor_;
  const profile::ModelInfo& info_;
  const pipe::GuestFile& memory_;
  std::unique_ptr<timing::CycleModel> model_;
  std::unique_ptr<machine::BlockTable> blocks_;
  std::unique_ptr<machine::Engine> engine_; // of the run
  std::unique_ptr<Run> run_;
};

} // namespace arenascope::image
