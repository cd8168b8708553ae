// The answer to "how much flash would compressed constants save, and what do they cost".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/rewrite/packing.h"
#include "core/optimization/price.h"
#include "core/report/report.h"

namespace arenascope::optimization {

// A constant of the main graph.
struct CompressedConstant {
  std::int32_t tensor = -1;
  std::string name;
  std::string type;
  std::vector<std::int32_t> operators; // that read it, in the unchanged model
  std::uint64_t bytes = 0;
  std::uint64_t packedBytes = 0; // data and description
  rewrite::Method method = rewrite::Method::kTable;
  int bits = 0; // of an index, or of the longest code; 0 for pruned ones
  bool perChannel = false;
  std::optional<std::uint64_t> cycles; // of DECODE in an inference; absent on targets without cycles
};

// One that stays as it is.
struct LeftConstant {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint64_t distinct = 0;               // different values
  std::optional<std::uint64_t> packedBytes; // at least; absent if DECODE cannot hold it
};

struct CompressionReport {
  report::Report before;
  std::optional<report::Report> after; // with all that pay; absent if none does
  // The same with just as much alternative decompression memory as holds all outputs of DECODE; if it gains.
  std::optional<report::Report> apart;
  std::vector<CompressedConstant> constants; // compressed in it, the largest saving first
  std::vector<LeftConstant> left;            // the largest first
  std::vector<std::uint8_t> model;           // the compressed one if it gains, otherwise the unchanged one
  std::optional<double> mostGrowth;          // of cycles, in percent; with less saved for it
  bool identical = false;                    // outputs equal the model's bit for bit on nine inputs

  // Less flash with the code that it adds; where the code is unknown, a smaller file.
  bool gains() const { return after && price().flashBytes() < 0; }
  Price price() const { return priceOf(before, after ? *after : before); }
  // Of the compressed model, in percent; absent without cycles.
  std::optional<double> growth() const;
};

} // namespace arenascope::optimization
