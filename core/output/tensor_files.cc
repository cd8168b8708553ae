#include "core/output/tensor_files.h"

#include <fmt/format.h>

#include <system_error>

#include "core/base/file_writer.h"
#include "core/output/npy.h"

namespace arenascope::output {

std::string tensorFile(SubgraphId subgraph, TensorId tensor) {
  return fmt::format("subgraph{}-tensor{}.npy", subgraph.value, tensor.value);
}

std::optional<Error> writeTensors(const std::filesystem::path& folder, const report::Report& report) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code)
    return Error{Stage::kExport, fmt::format("folder {} cannot be created: {}", folder.string(), code.message())};
  const auto write = [&](SubgraphId subgraph, TensorId tensor, const std::vector<std::uint8_t>& data) {
    const model::TensorInfo& info = report.model.subgraphs[subgraph.position()].tensors[tensor.position()];
    return writeFile(folder / tensorFile(subgraph, tensor), toNpy(info.type, info.shape, data));
  };
  const auto& inputs = report.model.subgraphs.front().inputs;
  for (std::size_t i = 0; i < report.inputs.size(); ++i)
    if (auto failed = write(SubgraphId(0), inputs[i], report.inputs[i].bytes)) return failed;
  for (const report::OperatorReport& op : report.operators)
    for (const run::TensorBytes& output : op.outputs)
      if (auto failed = write(op.subgraph, output.tensor, output.data)) return failed;
  return std::nullopt;
}

} // namespace arenascope::output
