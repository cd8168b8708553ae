#include "core/model/load/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <vector>

#include "core/base/hash.h"
#include "core/base/likely_name.h"
#include "core/model/load/c_array_reader.h"
#include "core/model/load/file_damage.h"
#include "core/model/load/graph_reader.h"
#include "core/model/load/model_text.h"
#include "core/model/load/number_list.h"
#include "core/model/load/text_forms.h"
#include "core/model/validate/foreign_file.h"

namespace arenascope::model {

namespace {

constexpr std::size_t kAlignment = 64;

Error loadError(const std::string& name, const std::string& what) { return {Stage::kLoad, name + ": " + what}; }

std::string folderText(const std::filesystem::path& folder) {
  std::error_code code;
  if (std::filesystem::exists(folder / "saved_model.pb", code))
    return "is a folder, a TensorFlow SavedModel: convert it with tf.lite.TFLiteConverter.from_saved_model()";
  return "is a folder, not a model file";
}

// One in the same folder whose name is near.
std::string likelyFile(const std::filesystem::path& path) {
  constexpr std::size_t kMostLooked = 2'000;
  std::vector<std::string> names;
  std::error_code code;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  for (std::filesystem::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
    if (names.size() == kMostLooked) break;
    names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return didYouMean(path.filename().string(), names);
}

Result<std::vector<std::uint8_t>> readFile(const std::filesystem::path& path, const Limits& limits) {
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status)) return loadError(path.string(), "no such file" + likelyFile(path));
  if (std::filesystem::is_directory(status)) return loadError(path.string(), folderText(path));
  if (!std::filesystem::is_regular_file(status)) return loadError(path.string(), "is not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code) return loadError(path.string(), "cannot be read: " + code.message());
  // A C source has up to six characters for a byte.
  const std::uint64_t perByte = isCSource(path) ? 6 : 1;
  if (size > limits.modelBytes * perByte)
    return loadError(path.string(),
                     fmt::format("the file has {} bytes: {}", size, limitAdvice(&Limits::modelBytes, limits)));
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return loadError(path.string(), std::string("cannot be opened: ") + std::strerror(errno));
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::uintmax_t>(stream.gcount()) != size)
    return loadError(path.string(), "could only be read in part");
  return bytes;
}

// Neither a model as such nor another file with zeros in it.
bool mayBeSource(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kLooked = 4096;
  const auto begin = bytes.subspan(0, std::min(bytes.size(), kLooked));
  return !hasIdentifier(bytes) && !begin.empty() && std::find(begin.begin(), begin.end(), 0) == begin.end();
}

} // namespace

Result<ModelFile> ModelFile::load(const std::filesystem::path& path, const Limits& limits, Kernels kernels) {
  const auto [file, arrayName] = splitArrayName(path);
  Result<std::vector<std::uint8_t>> bytes = readFile(file, limits);
  if (!bytes) return bytes.error();
  const std::optional<std::string> wide = hasIdentifier(*bytes) ? std::nullopt : fromWideText(*bytes);
  const std::string_view text =
      wide ? std::string_view(*wide) : std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (!isCSource(file)) {
    if (wide || mayBeSource(*bytes)) {
      if (const auto model = modelInText(text)) return fromBytes(*model, path.string(), limits, kernels);
      if (const std::string other = includedFile(text); !other.empty())
        return loadError(path.string(), "includes the model from another file: give " + other);
    }
    return fromBytes(*bytes, path.string(), limits, kernels);
  }
  Result<std::vector<std::uint8_t>> array = readCArray(text, arrayName);
  if (!array) return loadError(path.string(), array.error().message);
  if (arrayName.empty() && hasIdentifier(*array) && !holdsTogether(*array))
    for (std::vector<std::uint8_t>& joined : joinedArrays(text))
      if (holdsTogether(joined)) return fromBytes(joined, path.string(), limits, kernels);
  return fromBytes(*array, path.string(), limits, kernels);
}

Result<ModelFile> ModelFile::fromBytes(std::span<const std::uint8_t> bytes, std::string name, const Limits& limits,
                                       Kernels kernels) {
  ModelFile file;
  file.path_ = std::move(name);
  file.size_ = bytes.size();
  const std::size_t capacity = (bytes.size() / kAlignment + 1) * kAlignment;
  auto* memory = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, capacity));
  if (memory == nullptr) return loadError(file.path_, "not enough memory");
  std::memset(memory, 0, capacity);
  if (!bytes.empty()) std::memcpy(memory, bytes.data(), bytes.size());
  file.bytes_ = std::shared_ptr<std::uint8_t[]>(memory, Free());
  const auto refused = [&](Error error) {
    error.message = file.path_ + ": " + error.message;
    const bool unknown =
        error.message.find("bytes 4 to 7") != std::string::npos || error.message.ends_with(": it is text");
    if (const std::string kind = kindOfName(file.path_); unknown && !kind.empty())
      error.message += "; by its name it is " + kind;
    return error;
  };
  Result<Graph> graph = readGraph(file.bytes(), limits);
  if (!graph) return refused(graph.error());
  if (const auto finding = validate(*graph, limits, kernels)) return refused(*finding);
  file.graph_ = std::make_shared<const Graph>(std::move(*graph));
  return file;
}

const std::string& ModelFile::sha256() const {
  std::call_once(hash_->once, [this] { hash_->digits = sha256Hex(bytes()); });
  return hash_->digits;
}

} // namespace arenascope::model
