#include "service/profile/real_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>

#include "core/base/counted.h"
#include "core/base/number_text.h"
#include "core/output/npy.h"

namespace arenascope::service {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 30; // of a file
constexpr std::size_t kMostSets = 10'000;

Error wrong(const fs::path& file, const std::string& what) {
  return {Stage::kInput, "real input " + file.string() + ": " + what};
}

Result<std::vector<fs::path>> filesIn(const fs::path& folder) {
  std::error_code code;
  if (!fs::is_directory(folder, code))
    return Error{Stage::kInput, "real inputs: " + folder.string() + " is not a folder; name one with .npy files"};
  std::vector<fs::path> files;
  for (fs::directory_iterator each(folder, code), end; !code && each != end; each.increment(code))
    if (each->path().extension() == ".npy" && each->is_regular_file(code)) files.push_back(each->path());
  if (files.empty())
    return Error{Stage::kInput, "real inputs: " + folder.string() + " has no .npy files; write one for each input"};
  std::sort(files.begin(), files.end());
  return files;
}

// The number at the end of a name, behind nothing or a separator.
std::optional<std::size_t> numberIn(const fs::path& file) {
  constexpr std::size_t kMostDigits = 4;
  const std::string name = file.stem().string();
  const std::size_t last = name.find_last_not_of("0123456789");
  const std::size_t first = last == std::string::npos ? 0 : last + 1;
  if (first == name.size() || name.size() - first > kMostDigits) return std::nullopt;
  if (first > 0 && std::string_view("._-").find(name[first - 1]) == std::string_view::npos) return std::nullopt;
  return std::stoul(name.substr(first));
}

Result<output::Array> readArrayFile(const fs::path& file) {
  std::error_code code;
  if (const std::uintmax_t bytes = fs::file_size(file, code); code || bytes > kMostBytes)
    return wrong(file, "it is larger than " + humanBytes(kMostBytes) + ": split it into several files");
  std::ifstream stream(file, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  Result<output::Array> array = output::readArray({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!array) return wrong(file, array.error().message);
  if (array->type.empty()) return wrong(file, "it is not a NumPy array: save it with numpy.save");
  return array;
}

} // namespace

Result<InputSets> readRealInputs(const fs::path& folder, const model::ModelInfo& model) {
  const Result<std::vector<fs::path>> files = filesIn(folder);
  if (!files) return files.error();
  const model::SubgraphInfo& graph = model.subgraphs.front();
  if (graph.inputs.empty()) return Error{Stage::kInput, "real inputs: the model has no inputs"};
  std::vector<std::vector<std::vector<std::uint8_t>>> byInput(graph.inputs.size());
  for (const fs::path& file : *files) {
    const std::optional<std::size_t> number = graph.inputs.size() == 1 ? 0 : numberIn(file);
    if (!number || *number >= graph.inputs.size())
      return wrong(file, fmt::format("the model has {} inputs, and the name does not end in the number of one (from 0, "
                                     "for example day.0.npy)",
                                     graph.inputs.size()));
    const Result<output::Array> array = readArrayFile(file);
    if (!array) return array.error();
    const model::TensorInfo& tensor = graph.tensors[graph.inputs[*number].position()];
    if (array->type != tensor.type)
      return wrong(file, fmt::format("it has numbers of type {}; input {} ({}) takes {}", array->type, *number,
                                     tensor.name, tensor.type));
    if (tensor.bytes == 0 ? !array->bytes.empty() : array->bytes.empty() || array->bytes.size() % tensor.bytes != 0)
      return wrong(file, fmt::format("it has {}; input {} ({}, {}) takes {}, or a multiple for several",
                                     countedBytes(array->bytes.size()), *number, tensor.name,
                                     model::shapeText(tensor.shape), countedBytes(tensor.bytes)));
    for (auto at = array->bytes.begin(); at != array->bytes.end(); at += static_cast<std::ptrdiff_t>(tensor.bytes))
      byInput[*number].emplace_back(at, at + static_cast<std::ptrdiff_t>(tensor.bytes));
  }
  InputSets sets(byInput[0].size());
  for (std::size_t input = 0; input < byInput.size(); ++input) {
    if (byInput[input].size() != sets.size())
      return Error{Stage::kInput, fmt::format("real inputs: {} has {} for input 0 and {} for input {}; each needs as "
                                              "many as the others",
                                              folder.string(), sets.size(), byInput[input].size(), input)};
    for (std::size_t i = 0; i < sets.size(); ++i) sets[i].push_back(std::move(byInput[input][i]));
  }
  if (sets.empty() || sets.size() > kMostSets)
    return Error{Stage::kInput, fmt::format("real inputs: {} has {}; from 1 to {} can be used", folder.string(),
                                            grouped(sets.size()), grouped(kMostSets))};
  return sets;
}

} // namespace arenascope::service
