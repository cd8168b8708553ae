#include "core/output/version_files.h"

#include <vector>

#include "core/output/resolver_writer.h"

namespace arenascope::profile {

namespace {

// Before anything is written.
std::optional<Error> complaintAbout(const std::vector<std::filesystem::path>& paths,
                                    const std::filesystem::path& original) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].empty()) continue;
    if (isSameFile(paths[i], original))
      return Error{Stage::kExport, paths[i].string() + ": is the model itself, and stays; choose another name for the "
                                                       "version that was made of it. Nothing was written"};
    for (std::size_t other = 0; other < i; ++other)
      if (!paths[other].empty() && isSameFile(paths[i], paths[other]))
        return Error{Stage::kExport, paths[i].string() + ": two files would have this name. Nothing was written"};
  }
  return std::nullopt;
}

} // namespace

VersionFiles filesBeside(const std::filesystem::path& model) {
  const auto beside = [&](const char* ending) { return model.parent_path() / model.stem().concat(ending); };
  return {.model = model, .header = beside("_arena.h"), .resolver = beside("_ops.h")};
}

std::optional<Error> writeVersion(const VersionFiles& files, const Report& run, std::span<const std::uint8_t> model,
                                  std::string (*header)(const Report&), WriteFile* writer) {
  if (auto failed = complaintAbout({files.model, files.header, files.resolver}, run.model.path)) return failed;
  Report named = run;
  if (!files.model.empty()) {
    named.model.path = files.model.string();
    const std::string_view bytes(reinterpret_cast<const char*>(model.data()), model.size());
    if (auto failed = writer(files.model, bytes)) return failed;
  }
  if (!files.header.empty())
    if (auto failed = writer(files.header, header(named))) return failed;
  return files.resolver.empty() ? std::nullopt : writer(files.resolver, toResolver(named));
}

} // namespace arenascope::profile
