#include "service/optimize/compressing.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/model/load/model_file.h"
#include "core/model/rewrite/decoder_writer.h"
#include "service/control/to_result.h"
#include "service/optimize/planning.h"
#include "service/profile/prepared_run.h"
#include "service/profile/watched_runs.h"

namespace arenascope::service {

using model::ModelFile;
using optimization::CompressedConstant;
using optimization::CompressionReport;
using report::Report;
using rewrite::PackedConstant;

namespace {

constexpr int kFurtherInputs = 8; // in addition to the request's, for comparing outputs
constexpr const char* kDecodeName = "TFLM_DECODE";

class Compression {
public:
  Compression(const CompressRequest& request, const ProfileObserver& observer, engine::RunControl& control)
      : request_(request), observer_(observer), control_(control) {}

  Result<CompressionReport> run() {
    const Result<ModelFile> file = modelOf(request_.profile);
    if (!file) return file.error();
    file_ = *file;
    tell("running the unchanged model");
    const Result<Report> before = runOf(*file_);
    if (!before) return before.error();
    answer_.before = *before;
    answer_.mostGrowth = request_.mostGrowth;
    if (request_.mostGrowth && !answer_.before.cost)
      return Error{Stage::kUsage, answer_.before.target + " has no cycles, so that their growth cannot be limited"};
    findPackings();
    if (auto failed = choose()) return *failed;
    if (auto failed = runChosen()) return *failed;
    while (request_.mostGrowth && answer_.after && *answer_.growth() > *request_.mostGrowth) {
      dropTheDearest();
      if (auto failed = runChosen()) return *failed;
    }
    if (answer_.gains()) {
      tell("comparing outputs");
      const Result<bool> same = giveTheSame(requestOf(*file_), requestOf(*compressed_), kFurtherInputs, control_);
      if (!same) return same.error();
      if (!*same) return Error{Stage::kInternal, "the compressed model gives other outputs; please report this model"};
      answer_.identical = true;
      if (auto failed = decompressApart()) return *failed;
    }
    describe();
    const std::span<const std::uint8_t> chosen = answer_.gains() ? compressed_->bytes() : file_->bytes();
    answer_.model.assign(chosen.begin(), chosen.end());
    return std::move(answer_);
  }

private:
  void tell(const std::string& step) const {
    if (observer_.onProgress) observer_.onProgress({.step = step, .fraction = -1});
  }

  ProfileRequest requestOf(const ModelFile& file) const {
    return requestFor(request_.profile, {request_.profile.target, request_.profile.kernels}, file, true);
  }
  // Of a whole inference.
  Result<Report> runOf(const ModelFile& file) {
    Result<Report> report = profileModel(requestOf(file), {}, control_);
    if (report && report->error) return *report->error;
    return report;
  }

  const model::Tensor& tensorOf(std::int32_t number) const {
    return file_->graph().main().tensors[static_cast<std::size_t>(number)];
  }
  std::span<const std::uint8_t> bytesOf(std::int32_t number) const {
    return file_->graph().bytesOf(tensorOf(number).constant);
  }
  std::size_t savedBy(const PackedConstant& each) const { return bytesOf(each.tensor).size() - each.packing.bytes(); }

  // The smallest for each constant, the largest saving first.
  void findPackings() {
    tell("compressing constants");
    for (const std::int32_t tensor : rewrite::packableConstants(file_->graph())) {
      auto packing = rewrite::smallestPacking(tensorOf(tensor), bytesOf(tensor));
      if (packing && packing->bytes() < bytesOf(tensor).size()) chosen_.push_back({tensor, std::move(*packing)});
    }
    std::stable_sort(chosen_.begin(), chosen_.end(),
                     [&](const PackedConstant& a, const PackedConstant& b) { return savedBy(a) > savedBy(b); });
  }

  // Those that save more than their tensors and operators take in the file.
  std::optional<Error> choose() {
    std::vector<PackedConstant> kept;
    auto smallest = rewrite::withDecoders(file_->bytes(), kept);
    if (!smallest) return smallest.error();
    std::size_t bytes = smallest->size();
    for (PackedConstant& each : chosen_) {
      kept.push_back(std::move(each));
      const auto with = rewrite::withDecoders(file_->bytes(), kept);
      if (with && with->size() < bytes)
        bytes = with->size();
      else
        kept.pop_back();
    }
    chosen_ = std::move(kept);
    return std::nullopt;
  }

  std::optional<Error> runChosen() {
    answer_.after.reset();
    if (chosen_.empty()) return std::nullopt;
    tell("running the compressed model");
    const auto bytes = rewrite::withDecoders(file_->bytes(), chosen_);
    if (!bytes) return bytes.error();
    Result<ModelFile> file = ModelFile::fromBytes(*bytes, request_.profile.model.string(), request_.profile.limits);
    if (!file) return file.error();
    compressed_ = *file;
    Result<Report> after = runOf(*file);
    if (!after) return after.error();
    answer_.after = std::move(*after);
    return std::nullopt;
  }

  // Runs it with decompression memory outside the arena, first with as much as the constants need together.
  std::optional<Error> decompressApart() {
    tell("running it with decompression memory");
    ProfileRequest request = requestOf(*compressed_);
    request.invoke = false;
    std::uint64_t bytes = 0;
    for (const PackedConstant& each : chosen_) bytes += report::roundUpToStep(bytesOf(each.tensor).size());
    request.decompressionBytes = static_cast<std::uint32_t>(bytes);
    const Result<Report> ample = profileModel(request, {}, control_);
    if (!ample) return ample.error();
    request.invoke = true;
    request.decompressionBytes = static_cast<std::uint32_t>(ample->decompressedBytes);
    Result<Report> apart = profileModel(request, {}, control_);
    if (!apart) return apart.error();
    if (apart->error) return *apart->error;
    if (!sameOutputs(*answer_.after, *apart))
      return Error{Stage::kInternal,
                   "with decompression memory the compressed model gives other outputs; please report this model"};
    answer_.apart = std::move(*apart);
    return std::nullopt;
  }

  // Cycles of DECODE for each constant; an operator's are divided by values.
  std::map<std::int32_t, std::uint64_t> decodingCycles() const {
    std::map<std::int32_t, std::uint64_t> cycles;
    for (const report::OperatorReport& op : answer_.after->operators) {
      if (op.subgraph != SubgraphId(0) || op.name != kDecodeName) continue;
      const auto& inputs = answer_.after->model.subgraphs[0].operators[op.index.position()].inputs;
      std::uint64_t values = 0;
      for (std::size_t i = 0; i < inputs.size(); i += 2)
        if (isChosen(inputs[i])) values += valuesOf(inputs[i]);
      for (std::size_t i = 0; i < inputs.size(); i += 2)
        if (isChosen(inputs[i])) cycles[inputs[i]] += op.cost.cycles * valuesOf(inputs[i]) / values;
    }
    return cycles;
  }
  bool isChosen(std::int32_t tensor) const {
    return std::any_of(chosen_.begin(), chosen_.end(), [&](const auto& each) { return each.tensor == tensor; });
  }
  std::uint64_t valuesOf(std::int32_t tensor) const {
    return bytesOf(tensor).size() / model::elementBytes(tensorOf(tensor).type);
  }

  // By cycles for each byte saved, until the growth is probably small enough; at least one.
  void dropTheDearest() {
    const std::map<std::int32_t, std::uint64_t> cycles = decodingCycles();
    const auto base = static_cast<double>(answer_.before.cost->total.cycles);
    double over = static_cast<double>(answer_.after->cost->total.cycles) - base * (100 + *request_.mostGrowth) / 100;
    const auto priceOf = [&](const PackedConstant& each) {
      const auto found = cycles.find(each.tensor);
      return found == cycles.end() ? 0.0 : static_cast<double>(found->second);
    };
    do {
      const auto dearest =
          std::max_element(chosen_.begin(), chosen_.end(), [&](const PackedConstant& a, const PackedConstant& b) {
            return priceOf(a) * static_cast<double>(savedBy(b)) < priceOf(b) * static_cast<double>(savedBy(a));
          });
      over -= priceOf(*dearest);
      chosen_.erase(dearest);
    } while (over > 0 && !chosen_.empty());
  }

  void describe() {
    const auto cycles = answer_.after ? decodingCycles() : std::map<std::int32_t, std::uint64_t>();
    const auto& operators = file_->graph().main().operators;
    for (const PackedConstant& each : chosen_) {
      const model::TensorInfo& tensor =
          answer_.before.model.subgraphs[0].tensors[static_cast<std::size_t>(each.tensor)];
      CompressedConstant constant{.tensor = each.tensor,
                                  .name = tensor.name,
                                  .type = tensor.type,
                                  .operators = {},
                                  .bytes = bytesOf(each.tensor).size(),
                                  .packedBytes = each.packing.bytes(),
                                  .method = each.packing.method,
                                  .bits = each.packing.bits,
                                  .perChannel = each.packing.perChannel,
                                  .cycles = std::nullopt};
      for (std::size_t i = 0; i < operators.size(); ++i)
        if (std::find(operators[i].inputs.begin(), operators[i].inputs.end(), each.tensor) != operators[i].inputs.end())
          constant.operators.push_back(static_cast<std::int32_t>(i));
      if (answer_.after->cost) constant.cycles = cycles.at(each.tensor);
      answer_.constants.push_back(std::move(constant));
    }
    for (const std::int32_t tensor : rewrite::packableConstants(file_->graph())) {
      if (isChosen(tensor)) continue;
      const auto packing = rewrite::smallestPacking(tensorOf(tensor), bytesOf(tensor));
      answer_.left.push_back({.name = answer_.before.model.subgraphs[0].tensors[static_cast<std::size_t>(tensor)].name,
                              .bytes = bytesOf(tensor).size(),
                              .distinct = rewrite::distinctValues(tensorOf(tensor), bytesOf(tensor)),
                              .packedBytes = packing ? std::optional<std::uint64_t>(packing->bytes()) : std::nullopt});
    }
    std::stable_sort(answer_.left.begin(), answer_.left.end(),
                     [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  }

  const CompressRequest& request_;
  const ProfileObserver& observer_;
  engine::RunControl& control_;
  std::optional<ModelFile> file_;
  std::optional<ModelFile> compressed_; // by chosen_
  std::vector<PackedConstant> chosen_;
  CompressionReport answer_;
};

} // namespace

Result<CompressionReport> compressModel(const CompressRequest& request, const ProfileObserver& observer,
                                        engine::RunControl& control) {
  return toResult(request.profile.model, [&] { return Compression(request, observer, control).run(); });
}

} // namespace arenascope::service
