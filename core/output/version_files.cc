#include "core/output/version_files.h"

#include "core/output/resolver_writer.h"

namespace arenascope::output {

VersionFiles filesBeside(const std::filesystem::path& model) {
  const auto beside = [&](const char* ending) { return model.parent_path() / model.stem().concat(ending); };
  return {.model = model, .header = beside("_arena.h"), .resolver = beside("_ops.h")};
}

std::optional<Error> writeVersion(const VersionFiles& files, const report::Report& run,
                                  std::span<const std::uint8_t> model, std::string (*header)(const report::Report&),
                                  WriteFile* writer) {
  report::Report named = run;
  if (!files.model.empty()) {
    named.model.path = files.model.string();
    const std::string_view bytes(reinterpret_cast<const char*>(model.data()), model.size());
    if (auto failed = writer(files.model, bytes)) return failed;
  }
  if (!files.header.empty())
    if (auto failed = writer(files.header, header(named))) return failed;
  return files.resolver.empty() ? std::nullopt : writer(files.resolver, toResolver(named));
}

} // namespace arenascope::output
