#include "service/esphome/esphome.h"

#include <fstream>
#include <iterator>

#include "core/diagnosis/tflm_replay.h"
#include "core/interpreter/tflm/esp_nn_versions.h"
#include "core/model/load/model_file.h"
#include "service/profile/prepared_run.h"

namespace arenascope::service {

using report::Report;

namespace {

constexpr const char* kTflm = "esp-1.3.3";
constexpr int kResourceVariables = 20;

struct Chip {
  const char* title;
  const char* target;
};
// Espressif's other chips run the kernels of the first.
constexpr Chip kChips[] = {{"ESP32, S2, C3, C6", "esp32"}, {"ESP32-S3", "esp32s3"}, {"ESP32-P4", "esp32p4"}};

constexpr std::string_view kEspNn = "esp-nn@";

struct ChipRun {
  Chip chip;
  std::string kernels;
};

// Every chip with each version of its kernels, oldest first.
std::vector<ChipRun> chipRuns() {
  std::vector<ChipRun> runs;
  for (const Chip& chip : kChips) {
    for (auto version = tflm::kEspNnVersions.rbegin(); version != tflm::kEspNnVersions.rend(); ++version)
      runs.push_back({chip, std::string(kEspNn) + version->name});
  }
  return runs;
}

} // namespace

std::size_t esphomeRuns() { return chipRuns().size(); }

Result<std::vector<ChipArena>> esphomeArenas(const ProfileRequest& request,
                                             const std::function<void(const Progress&)>& onProgress,
                                             BatchControl& control) {
  const Result<model::ModelFile> file = modelOf(request);
  if (!file) return file.error();
  std::vector<ProfileRequest> runs;
  std::vector<ChipArena> each; // before merging versions
  for (const auto& [chip, kernels] : chipRuns()) {
    ProfileRequest run;
    run.model = request.model;
    run.file = *file;
    run.limits = request.limits;
    run.cache = request.cache;
    run.target = chip.target;
    run.kernels = kernels;
    run.tflm = kTflm;
    run.separateVariables = true;
    run.resourceVariables = kResourceVariables;
    run.invoke = false;
    runs.push_back(std::move(run));
    each.push_back({chip.title, kernels.substr(kEspNn.size()), 0, 0});
  }
  const std::vector<Result<Report>> reports = profileAll(runs, onProgress, control);
  std::vector<ChipArena> sizes;
  std::string first; // first version of the entry being merged
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i]) return reports[i].error();
    if (reports[i]->error) return *reports[i]->error;
    const std::uint64_t minimum = reports[i]->arena->minimum;
    const std::uint64_t bytes = diagnosis::unalignedArena(*reports[i]).bytes;
    const std::string& version = each[i].kernels;
    const bool another = sizes.empty() || sizes.back().chip != each[i].chip || sizes.back().bytes != bytes;
    if (another) {
      first = version;
      sizes.push_back({each[i].chip, "esp-nn " + version, minimum, bytes});
    } else {
      sizes.back().kernels = "esp-nn " + first + " to " + version;
    }
  }
  return sizes;
}

Result<EsphomeManifest> updatedManifest(const std::filesystem::path& manifest, const ProfileRequest& request,
                                        const std::function<void(const Progress&)>& onProgress, BatchControl& control) {
  std::ifstream stream(manifest, std::ios::binary);
  std::error_code code;
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
