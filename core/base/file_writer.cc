#include "core/base/file_writer.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

namespace arenascope {

namespace {

std::optional<Error> writeDirectly(const std::filesystem::path& path, std::string_view text) {
  errno = 0;
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (stream) return std::nullopt;
  return Error{Stage::kExport,
               path.string() + " cannot be written: " + (errno != 0 ? std::strerror(errno) : "unknown error")};
}

} // namespace

std::optional<Error> writeFile(const std::filesystem::path& path, std::string_view text) {
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path, code);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return writeDirectly(path, text);
  std::filesystem::path part = path;
  part += ".part";
  if (auto failed = writeDirectly(part, text)) {
    std::filesystem::remove(part, code);
    failed->message = path.string() + failed->message.substr(part.string().size());
    return failed;
  }
  std::filesystem::rename(part, path, code);
  if (!code) return std::nullopt;
  const std::string why = code.message();
  std::filesystem::remove(part, code);
  return Error{Stage::kExport, path.string() + " cannot be written: " + why};
}

} // namespace arenascope
