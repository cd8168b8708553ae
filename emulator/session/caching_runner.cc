#include "emulator/session/caching_runner.h"

#include <fmt/format.h>

#include <elf.h>
#include <link.h>

#include <cstring>
#include <type_traits>

#include "core/base/hash.h"
#include "core/base/log.h"
#include "emulator/session/trace_codec.h"

namespace arenascope::session {

using profile::RunTrace;

namespace {

constexpr std::uint64_t kNoteAlignment = 4;

// The build ID in one segment of notes.
std::string buildIdIn(std::span<const std::uint8_t> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data(), sizeof(note));
    const auto padded = [](std::uint64_t bytes) {
      return (bytes + kNoteAlignment - 1) / kNoteAlignment * kNoteAlignment;
    };
    const std::uint64_t name = sizeof(note);
    const std::uint64_t description = name + padded(note.n_namesz);
    const std::uint64_t end = description + padded(note.n_descsz);
    if (end > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof("GNU") &&
        std::memcmp(notes.data() + name, "GNU", sizeof("GNU")) == 0)
      return hexBytes(notes.subspan(description, note.n_descsz));
    notes = notes.subspan(end);
  }
  return {};
}

// The program itself, and the libraries that emulate and decode.
int addBuildId(dl_phdr_info* info, std::size_t /*size*/, void* user) {
  const std::string name = info->dlpi_name;
  const bool program = name.empty();
  if (!program && name.find("libunicorn") == std::string::npos && name.find("libcapstone") == std::string::npos)
    return 0;
  std::string id;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE || !id.empty()) continue;
    id = buildIdIn({reinterpret_cast<const std::uint8_t*>(info->dlpi_addr + header.p_vaddr), header.p_memsz});
  }
  auto& identity = *static_cast<std::string*>(user);
  if (program && id.empty()) {
    identity.clear();
    return 1;
  }
  identity += id + " ";
  return 0;
}

} // namespace

std::string programIdentity() {
  std::string identity;
  dl_iterate_phdr(addBuildId, &identity);
  return identity;
}

CachingRunner::CachingRunner(std::unique_ptr<Runner> runner, std::shared_ptr<ResultCache> cache,
                             const std::string& identity)
    : runner_(std::move(runner)), cache_(std::move(cache)), identity_(identity) {}

std::string CachingRunner::keyOf(const LoadedModel& model, const RunOptions& options) const {
  std::string text = identity_ + " model " + model.info.sha256;
  forEachField(options, [&](const char* name, const auto& value) {
    text += fmt::format(" {} ", name);
    if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>)
      text += std::to_string(value);
    else
      text += sha256Hex(value);
  });
  return sha256Hex({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

RunTrace CachingRunner::run(const LoadedModel& model, const RunOptions& options, RunControl& control) {
  const std::string key = keyOf(model, options);
  if (const auto bytes = cache_->find(key)) {
    log::debug([&] { return fmt::format("cache: {}, {} bytes", key, bytes->size()); });
    if (std::optional<RunTrace> trace = decodeTrace(*bytes)) return std::move(*trace);
    log::info([&] { return "cache: " + key + " cannot be read, it is run again"; });
  }
  RunTrace trace = runner_->run(model, options, control);
  // An arena that is too small is a result; other errors may be this computer's, and are soon found again.
  if (!control.cancelled && (!trace.error || trace.lost)) cache_->store(key, encodeTrace(trace));
  return trace;
}

} // namespace arenascope::session
