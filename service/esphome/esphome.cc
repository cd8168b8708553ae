#include "service/esphome/esphome.h"

#include <fstream>
#include <iterator>

#include "service/diagnose/versions.h"
#include "service/profile/prepared_run.h"

namespace arenascope::service {

namespace {

constexpr const char* kTflm = "esp-1.3.3";
constexpr int kResourceVariables = 20;

struct EsphomeChip {
  const char* title;
  const char* target;
};
// Espressif's other chips run the kernels of the first.
constexpr EsphomeChip kEsphomeChips[] = {
    {"ESP32, S2, C3, C6", "esp32"}, {"ESP32-S3", "esp32s3"}, {"ESP32-P4", "esp32p4"}};

constexpr std::string_view kEspNn = "esp-nn@";

VersionsRequest requestFor(const EsphomeChip& chip, const ProfileRequest& request, const model::ModelFile& file) {
  VersionsRequest versions;
  versions.everyRevision = false;
  ProfileRequest& profile = versions.profile;
  profile.model = request.model;
  profile.file = file;
  profile.limits = request.limits;
  profile.cache = request.cache;
  profile.target = chip.target;
  profile.tflm = kTflm;
  profile.separateVariables = true;
  profile.resourceVariables = kResourceVariables;
  profile.invoke = false;
  return versions;
}

std::vector<std::string> textsOf(const std::vector<report::Hazard>& hazards) {
  std::vector<std::string> texts;
  for (const report::Hazard& hazard : hazards) texts.push_back(hazard.text);
  return texts;
}

// Adds a chip's rows, the oldest first; those that are alike become one.
void addSizes(const EsphomeChip& chip, const report::VersionTable& table, std::vector<ChipArena>& sizes) {
  std::string first; // version of the entry being merged
  for (const report::VersionRow& row : table.rows) {
    const std::string version = row.kernels.substr(kEspNn.size());
    ChipArena size{chip.title, "esp-nn " + version, *row.arena, *row.anyAddress, textsOf(row.hazards)};
    const bool isAnother = sizes.empty() || sizes.back().chip != chip.title || sizes.back().bytes != size.bytes ||
                           sizes.back().hazards != size.hazards;
    if (isAnother) {
      first = version;
      sizes.push_back(std::move(size));
    } else {
      sizes.back().kernels = "esp-nn " + first + " to " + version;
    }
  }
}

} // namespace

std::size_t esphomeRuns() { return kMostVersionRuns; }

Result<std::vector<ChipArena>> esphomeArenas(const ProfileRequest& request,
                                             const std::function<void(const Progress&)>& onProgress,
                                             BatchControl& control) {
  const Result<model::ModelFile> file = modelOf(request);
  if (!file) return file.error();
  std::vector<ChipArena> sizes;
  for (const EsphomeChip& chip : kEsphomeChips) {
    const Result<report::VersionTable> table = versionsOf(requestFor(chip, request, *file), onProgress, control);
    if (!table) return table.error();
    for (const report::VersionRow& row : table->rows)
      if (!row.arena) return Error{Stage::kAllocate, row.error};
    addSizes(chip, *table, sizes);
  }
  return sizes;
}

Result<EsphomeManifest> updatedManifest(const std::filesystem::path& manifest, const ProfileRequest& request,
                                        const std::function<void(const Progress&)>& onProgress, BatchControl& control) {
  std::error_code code;
  if (std::filesystem::is_directory(manifest, code))
    return Error{Stage::kExport, "manifest " + manifest.string() + " is a folder: name a file in it"};
  std::ifstream stream(manifest, std::ios::binary);
  if (!stream && std::filesystem::exists(manifest, code))
    return Error{Stage::kExport, "manifest " + manifest.string() + " cannot be read: it is left unchanged"};
  const std::string before((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  Result<std::vector<ChipArena>> sizes = esphomeArenas(request, onProgress, control);
  if (!sizes) return sizes.error();
  Result<ManifestUpdate> update = withArenaSize(before, manifest.string(), request.model.string(), *sizes);
  if (!update) return update.error();
  return EsphomeManifest{std::move(*update), std::move(*sizes)};
}

} // namespace arenascope::service
