// Compressed constants: what is answered is what runs of both models say.
#include "service/optimize/compressing.h"

#include <gmock/gmock.h>

#include <set>

#include "core/model/load/model_file.h"
#include "core/model/rewrite/decoder_writer.h"
#include "core/optimization/compression_report.h"
#include "core/output/answers/compression_writer.h"
#include "service/profile/watched_runs.h"
#include "tests/support/report_rules.h"
#include "tests/support/test_models.h"

namespace arenascope::service {
namespace {

using optimization::CompressionReport;
using testing::HasSubstr;

class CompressingTest : public testing::Test {
protected:
  CompressRequest requestFor(const std::vector<std::uint8_t>& model, const std::string& target = "cortex-m4") const {
    CompressRequest request;
    request.profile.model = folder_.write("model.tflite", model);
    request.profile.target = target;
    return request;
  }
  static CompressionReport compressed(const CompressRequest& request) {
    engine::RunControl control;
    const auto report = compressModel(request, {}, control);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : CompressionReport();
  }

  // A sample with every constant that DECODE can hold compressed, whether that pays or not: weights and biases.
  model::ModelFile packed(const std::string& sample) const {
    const auto file = model::ModelFile::load(test::sampleModel(sample));
    std::vector<rewrite::PackedConstant> constants;
    for (const std::int32_t number : rewrite::packableConstants(file->graph())) {
      const model::Tensor& tensor = file->graph().main().tensors[static_cast<std::size_t>(number)];
      if (auto packing = rewrite::smallestPacking(tensor, file->graph().bytesOf(tensor.constant)))
        constants.push_back({number, *packing});
    }
    const auto bytes = rewrite::withDecoders(file->bytes(), constants);
    return *model::ModelFile::fromBytes(*bytes, "packed.tflite");
  }
  static report::Report profiled(const ProfileRequest& request) {
    engine::RunControl control;
    const auto report = profileModel(request, {}, control);
    EXPECT_TRUE(report && report->ok());
    return report ? *report : report::Report();
  }

  test::TemporaryFolder folder_;
};

// By the rules of MicroContext::AllocateDecompressionMemory() and of DECODE's Prepare(): each DECODE begins at the
// memory's start, an output begins at a multiple of 16, and one that does not fit is left to the planner.
struct Decompressed {
  std::uint64_t used = 0;
  std::set<std::size_t> planned; // outputs of DECODE in the arena
};
Decompressed decompressedIn(std::uint64_t bytes, const model::ModelInfo& model) {
  Decompressed result;
  const model::SubgraphInfo& main = model.subgraphs.front();
  for (const model::OperatorInfo& op : main.operators) {
    if (op.name != "TFLM_DECODE") continue;
    std::uint64_t taken = 0;
    for (const TensorId output : op.outputs) {
      const std::uint64_t end = (taken + 15) / 16 * 16 + main.tensors[output.position()].bytes;
      if (end <= bytes)
        taken = end;
      else
        result.planned.insert(output.position());
    }
    result.used = std::max(result.used, taken);
  }
  return result;
}

// The tail of a run with decompression memory, from one without: a size_t for its one region, aligned to 16 bytes as
// all persistent buffers are, after what the interpreter's construction allocates.
std::uint64_t tailWithOneRegion(const report::Report& without, std::uint64_t pointerBytes) {
  const auto rounded = [](std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; };
  std::uint64_t tail = 0;
  bool isCounted = false;
  for (const trace::Event& event : without.allocations) {
    if (event.kind != trace::EventKind::kAllocation || event.section != trace::Section::kTail) continue;
    if (!isCounted && event.position.phase != trace::Phase::kCreate) {
      tail = rounded(tail + pointerBytes, 16);
      isCounted = true;
    }
    tail = rounded(tail + event.bytes, event.alignment);
  }
  return tail;
}

TEST_F(CompressingTest, DecompressionMemoryIsFilledByTheRealRules) {
  for (const char* target : {"cortex-m4", "host"}) {
    ProfileRequest request;
    request.target = target;
    request.guard = request.target != "host";
    request.file = packed("sine");
    const report::Report without = profiled(request);
    const std::uint64_t all = decompressedIn(1 << 20, without.model).used;
    const auto& operators = without.model.subgraphs.front().operators;
    EXPECT_TRUE(std::any_of(operators.begin(), operators.end(),
                            [](const auto& op) { return op.name == "TFLM_DECODE" && op.outputs.size() == 2; }));
    EXPECT_FALSE(decompressedIn(all - 1, without.model).planned.empty());
    for (const std::uint64_t bytes : {all, all - 1, all / 2, std::uint64_t{64}, std::uint64_t{1}}) {
      SCOPED_TRACE(std::string(target) + " " + std::to_string(bytes));
      request.decompressionBytes = static_cast<std::uint32_t>(bytes);
      const report::Report report = profiled(request);
      const Decompressed expected = decompressedIn(bytes, report.model);
      EXPECT_EQ(report.decompressedBytes, expected.used);
      std::set<std::size_t> planned;
      for (const model::OperatorInfo& op : report.model.subgraphs.front().operators)
        for (const TensorId output : op.outputs)
          if (op.name == "TFLM_DECODE" &&
              std::any_of(report.buffers.begin(), report.buffers.end(), [&](const report::PlannedBuffer& buffer) {
                return !buffer.scratch && buffer.index.position() == output.position();
              }))
            planned.insert(output.position());
      EXPECT_EQ(planned, expected.planned);
      EXPECT_EQ(report.arena->tail, tailWithOneRegion(without, request.target == "host" ? 8 : 4));
      EXPECT_TRUE(report.arena->minimumProven);
      EXPECT_EQ(report.guardedAccesses.has_value(), request.guard);
      EXPECT_EQ(report.outputs.front().bytes, without.outputs.front().bytes);
      test::expectConsistent(report);
    }
  }
}

TEST_F(CompressingTest, WithDecompressionMemoryTheHeadIsThatOfTheUnchangedModel) {
  const CompressionReport report = compressed(requestFor(test::greedilyPlannedBadlyModel()));
  ASSERT_TRUE(report.apart);
  std::uint64_t largest = 0; // each layer has one constant
  for (const optimization::CompressedConstant& constant : report.constants) largest = std::max(largest, constant.bytes);
  EXPECT_EQ(report.apart->decompressionBytes, largest);
  EXPECT_EQ(report.apart->decompressedBytes, largest);
  EXPECT_EQ(report.apart->arena->head, report.before.arena->head);
  EXPECT_EQ(report.apart->arena->tail, tailWithOneRegion(*report.after, 4));
  EXPECT_LT(report.apart->arena->minimum, report.after->arena->minimum);
  EXPECT_THAT(output::describeCompression(report), HasSubstr("of decompression memory outside the arena"));
}

TEST_F(CompressingTest, DecompressionMemoryIsOfOurCurrentInterpreter) {
  ProfileRequest request;
  request.model = test::sampleModel("sine");
  request.decompressionBytes = 64;
  request.tflm = "2023-05";
  engine::RunControl control;
  const auto refused = profileModel(request, {}, control);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("decompression memory is known of the current TFLM only"));
}

// Weights of three values.
TEST_F(CompressingTest, TheAnswerIsWhatTheModelsDo) {
  const CompressRequest request = requestFor(test::greedilyPlannedBadlyModel());
  const CompressionReport report = compressed(request);
  ASSERT_TRUE(report.gains());
  EXPECT_TRUE(report.identical);
  EXPECT_EQ(report.constants.size(), 3U);
  std::uint64_t cycles = 0;
  for (const optimization::CompressedConstant& constant : report.constants) {
    EXPECT_EQ(constant.method, rewrite::Method::kTable);
    EXPECT_EQ(constant.bits, 2);
    EXPECT_EQ(constant.packedBytes, constant.bytes / 16 + 16 + 3 * sizeof(float));
    EXPECT_EQ(constant.operators.size(), 1U);
    cycles += *constant.cycles;
  }
  const optimization::Price price = report.price();
  EXPECT_EQ(static_cast<std::uint64_t>(report.before.model.bytes) - report.model.size(),
            static_cast<std::uint64_t>(-price.modelBytes));
  EXPECT_GT(*price.codeBytes, 0);
  EXPECT_THAT(price.newOperators, testing::ElementsAre("TFLM_DECODE"));
  EXPECT_GT(cycles, 0U);
  EXPECT_LE(cycles, report.after->cost->total.cycles);

  test::expectConsistent(*report.after);
  ProfileRequest again = request.profile;
  const auto file = model::ModelFile::fromBytes(report.model, "compressed.tflite");
  ASSERT_TRUE(file) << file.error().message;
  again.file = *file;
  again.guard = true;
  engine::RunControl control;
  const auto run = profileModel(again, {}, control);
  ASSERT_TRUE(run && run->ok());
  EXPECT_EQ(run->arena->minimum, report.after->arena->minimum);
  EXPECT_GT(run->arena->minimum, report.before.arena->minimum) << "DECODE writes weights into the arena";
  const auto same = giveTheSame(request.profile, again, 2, control);
  ASSERT_TRUE(same);
  EXPECT_TRUE(*same);
}

TEST_F(CompressingTest, SmallConstantsGainNothing) {
  const CompressionReport report = compressed(requestFor(test::twoLayerModel()));
  EXPECT_FALSE(report.gains());
  EXPECT_FALSE(report.after);
  EXPECT_EQ(report.left.size(), 2U);
  EXPECT_EQ(report.left.front().distinct, 3U);
  EXPECT_EQ(report.model.size(), report.before.model.bytes);
  EXPECT_THAT(output::describeCompression(report), HasSubstr("Nothing to gain: no constant is smaller"));
  EXPECT_THAT(output::describeCompression(report), HasSubstr("3 different values"));
}

// Fewer constants within a limit; the dearest for a byte go first.
TEST_F(CompressingTest, TheGrowthOfCyclesIsLimited) {
  CompressRequest request = requestFor(test::greedilyPlannedBadlyModel());
  const CompressionReport all = compressed(request);
  request.mostGrowth = *all.growth() / 2;
  const CompressionReport some = compressed(request);
  ASSERT_TRUE(some.after);
  EXPECT_LE(*some.growth(), *request.mostGrowth);
  EXPECT_LT(some.constants.size(), all.constants.size());
  EXPECT_EQ(some.left.size(), 3 - some.constants.size());
  request.mostGrowth = 0;
  const CompressionReport none = compressed(request);
  EXPECT_FALSE(none.after);
  EXPECT_THAT(output::describeCompression(none), HasSubstr("within 0 % more cycles"));
  request.profile.target = "host";
  engine::RunControl control;
  const auto refused = compressModel(request, {}, control);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("has no cycles"));
}

TEST_F(CompressingTest, WithoutCyclesAndCodeTheFileCounts) {
  const CompressionReport report = compressed(requestFor(test::greedilyPlannedBadlyModel(), "host"));
  EXPECT_TRUE(report.gains());
  EXPECT_FALSE(report.price().codeBytes);
  EXPECT_FALSE(report.growth());
  EXPECT_FALSE(report.constants.front().cycles);
  EXPECT_THAT(output::toText(report, false), HasSubstr("This target has no cycles"));
}

TEST_F(CompressingTest, AModelThatDoesNotRunIsAnError) {
  engine::RunControl control;
  EXPECT_FALSE(compressModel(requestFor(test::unsupportedOperatorModel()), {}, control));
}

} // namespace
} // namespace arenascope::service
