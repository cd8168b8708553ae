// Two arenas, and several models in one: the interpreter runs in the computed sizes, and in none smaller.
#include <gtest/gtest.h>

#include <memory>

#include "core/interpreter/kernels/reference/registrations.h"
#include "core/interpreter/runtime/interpreter.h"
#include "core/model/load/model_file.h"
#include "core/report/arena_arrangement.h"
#include "emulator/engine/input_pattern.h"
#include "tests/support/test_models.h"

namespace arenascope::runtime {
namespace {

// 16-byte aligned memory of exactly this size, followed by bytes that must not change.
class Memory {
public:
  explicit Memory(std::size_t bytes) : bytes_(bytes), all_((bytes + kMore) / sizeof(Unit), Unit{kFill, kFill}) {}

  std::span<std::uint8_t> bytes() { return {data(), bytes_}; }
  bool untouchedAfter() {
    const std::span<std::uint8_t> after(data() + bytes_, all_.size() * sizeof(Unit) - bytes_);
    return std::all_of(after.begin(), after.end(), [](std::uint8_t byte) { return byte == 0xA5; });
  }

private:
  struct alignas(16) Unit {
    std::uint64_t low;
    std::uint64_t high;
  };
  static constexpr std::size_t kMore = 4096;
  static constexpr std::uint64_t kFill = 0xA5A5A5A5A5A5A5A5;

  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(all_.data()); }

  std::size_t bytes_;
  std::vector<Unit> all_;
};

// A model in whatever memory it is given.
class Guest {
public:
  explicit Guest(const std::filesystem::path& path)
      : report_(test::profileOf(path, "host")), file_(*model::ModelFile::load(path, {})) {
    if (kernels::reference::registerAll(resolver_) != Status::kOk) throw std::runtime_error("too many operators");
  }

  const report::Report& report() const { return report_; }

  bool allocates(ModelAllocator& allocator) {
    interpreter_ = std::make_unique<Interpreter>(file_.bytes().data(), resolver_, tracer_, InterpreterOptions{});
    return interpreter_->createIn(allocator) == Status::kOk && interpreter_->allocateTensors() == Status::kOk;
  }

  // One inference, with the inputs of the report.
  void expectItsOutputs() {
    for (std::size_t i = 0; i < report_.inputs.size(); ++i)
      std::copy(report_.inputs[i].bytes.begin(), report_.inputs[i].bytes.end(),
                static_cast<std::uint8_t*>(interpreter_->input(static_cast<std::uint32_t>(i))->data));
    ASSERT_EQ(interpreter_->invoke(), Status::kOk);
    for (std::size_t i = 0; i < report_.outputs.size(); ++i) {
      const Tensor& output = *interpreter_->output(static_cast<std::uint32_t>(i));
      const auto* bytes = static_cast<const std::uint8_t*>(output.data);
      EXPECT_EQ(std::vector<std::uint8_t>(bytes, bytes + output.bytes), report_.outputs[i].bytes);
    }
  }

private:
  report::Report report_;
  model::ModelFile file_;
  kernels::reference::Resolver resolver_;
  trace::Tracer tracer_;
  std::unique_ptr<Interpreter> interpreter_;
};

class OtherArenasTest : public testing::Test {
protected:
  // Whether all can be set up in two arenas of these sizes; compares their outputs where they can.
  static bool fitTwo(const std::vector<Guest*>& guests, std::uint64_t persistent, std::uint64_t nonPersistent) {
    Memory tail(persistent);
    Memory head(nonPersistent);
    const trace::Tracer tracer;
    ModelAllocator* allocator = ModelAllocator::createTwo(tail.bytes(), head.bytes(), tracer);
    const bool fit = allocator != nullptr && run(guests, *allocator);
    EXPECT_TRUE(tail.untouchedAfter());
    EXPECT_TRUE(head.untouchedAfter());
    return fit;
  }

  static bool fitOne(const std::vector<Guest*>& guests, std::uint64_t bytes) {
    Memory arena(bytes);
    const trace::Tracer tracer;
    ModelAllocator* allocator =
        ModelAllocator::create(arena.bytes().data(), bytes, PlannerKind::kGreedy, tracer, nullptr);
    const bool fit = allocator != nullptr && run(guests, *allocator);
    EXPECT_TRUE(arena.untouchedAfter());
    return fit;
  }

private:
  static bool run(const std::vector<Guest*>& guests, ModelAllocator& allocator) {
    for (Guest* guest : guests)
      if (!guest->allocates(allocator)) return false;
    // They take turns: each leaves the head in whatever state the next one finds.
    for (int turn = 0; turn < 2; ++turn)
      for (Guest* guest : guests) guest->expectItsOutputs();
    return true;
  }
};

constexpr const char* kModels[] = {"autoencoder", "keyword_spotter", "person_detector", "image_classifier"};

TEST_F(OtherArenasTest, TwoArenasOfTheSizesThatAreSaid) {
  for (const char* name : kModels) {
    Guest guest(test::sampleModel(name));
    const auto split = report::splitArenas(guest.report());
    ASSERT_TRUE(split) << name;
    EXPECT_TRUE(fitTwo({&guest}, split->persistent, split->nonPersistent)) << name;
    EXPECT_FALSE(fitTwo({&guest}, split->persistent - 16, split->nonPersistent)) << name;
    EXPECT_FALSE(fitTwo({&guest}, split->persistent, split->nonPersistent - 16)) << name;
  }
}

TEST_F(OtherArenasTest, SeveralModelsInOneArenaAndInTwo) {
  for (const char* first : kModels)
    for (const char* second : kModels) {
      if (std::string(first) >= second) continue;
      Guest guests[] = {Guest(test::sampleModel(first)), Guest(test::sampleModel(second))};
      const auto shared = report::sharedArena({&guests[0].report(), &guests[1].report()});
      ASSERT_TRUE(shared);
      const std::vector<Guest*> inOrder = {&guests[shared->order[0]], &guests[shared->order[1]]};
      EXPECT_TRUE(fitOne(inOrder, shared->minimum)) << first << " " << second;
      EXPECT_FALSE(fitOne(inOrder, shared->minimum - 16)) << first << " " << second;
      EXPECT_TRUE(fitTwo(inOrder, shared->split.persistent, shared->split.nonPersistent)) << first << " " << second;
      EXPECT_FALSE(fitTwo(inOrder, shared->split.persistent - 16, shared->split.nonPersistent));
      EXPECT_FALSE(fitTwo(inOrder, shared->split.persistent, shared->split.nonPersistent - 16));
    }
}

} // namespace
} // namespace arenascope::runtime
