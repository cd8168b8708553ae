// A model from disk: a .tflite file, or a C or C++ source with such a file as a byte array; "file.cc:name" selects one
// of several arrays.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/model/graph/graph.h"
#include "core/model/validate/validator.h"

namespace arenascope::model {

class ModelFile {
public:
  // Reads and checks the file (see validator.h). The error describes the fault.
  static Result<ModelFile> load(const std::filesystem::path& path, const Limits& limits = {},
                                Kernels kernels = Kernels::kOurs);
  // The same for bytes in memory; messages call them `name`.
  static Result<ModelFile> fromBytes(std::span<const std::uint8_t> bytes, std::string name, const Limits& limits = {},
                                     Kernels kernels = Kernels::kOurs);

  const std::string& path() const { return path_; }
  // 64-byte aligned.
  std::span<const std::uint8_t> bytes() const { return {bytes_.get(), size_}; }
  // Of these bytes: valid as long as one of the file's copies exists.
  const Graph& graph() const { return *graph_; }
  // SHA-256 of these bytes, in hexadecimal digits; computed once for all copies.
  const std::string& sha256() const;

private:
  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };
  std::string path_;
  std::shared_ptr<std::uint8_t[]> bytes_;
  std::size_t size_ = 0;
  std::shared_ptr<const Graph> graph_;
  struct Hash {
    std::once_flag once;
    std::string digits;
  };
  std::shared_ptr<Hash> hash_ = std::make_shared<Hash>();
};

} // namespace arenascope::model
