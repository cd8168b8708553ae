// The arena: sections that grow towards each other, and the object that keeps them in its last bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensorflow/lite/micro/micro_interpreter.h"

namespace tflite {

class INonPersistentBufferAllocator {
public:
  virtual std::uint8_t* AllocateTemp(std::size_t bytes, std::size_t alignment) = 0;
  virtual void DeallocateTemp(std::uint8_t* block) = 0;
  virtual TfLiteStatus ResetTempAllocations() = 0;
  virtual TfLiteStatus ResizeBuffer(std::uint8_t* block, std::size_t bytes, std::size_t alignment) = 0;

protected:
  ~INonPersistentBufferAllocator() = default;
};

class IPersistentBufferAllocator {
public:
  virtual std::uint8_t* AllocatePersistentBuffer(std::size_t bytes, std::size_t alignment) = 0;

protected:
  ~IPersistentBufferAllocator() = default;
};

class SingleArenaBufferAllocator final : public INonPersistentBufferAllocator, public IPersistentBufferAllocator {
public:
  static SingleArenaBufferAllocator* Create(std::uint8_t* arena, std::size_t bytes);

  std::uint8_t* AllocateTemp(std::size_t bytes, std::size_t alignment) override;
  void DeallocateTemp(std::uint8_t* block) override;
  TfLiteStatus ResetTempAllocations() override;
  TfLiteStatus ResizeBuffer(std::uint8_t* block, std::size_t bytes, std::size_t alignment) override;
  std::uint8_t* AllocatePersistentBuffer(std::size_t bytes, std::size_t alignment) override;

  std::uint8_t* start() const { return start_; }
  std::size_t available() const; // bytes between temporary memory and tail, both aligned to 16
  std::size_t used() const;

private:
  SingleArenaBufferAllocator(std::uint8_t* start, std::uint8_t* end)
      : start_(start), end_(end), head_(start), tail_(end), temp_(start) {}

  std::uint8_t* start_;
  std::uint8_t* end_;
  std::uint8_t* head_;
  std::uint8_t* tail_;
  std::uint8_t* temp_;
  std::intptr_t checksum_ = 0;
  std::int32_t outstanding_ = 0;
};
static_assert(sizeof(SingleArenaBufferAllocator) == 36);

// Buffers of one model; the planner's place, which says nothing here, is 44 bytes.
class MicroAllocator {
public:
  static MicroAllocator* Create(std::uint8_t* arena, std::size_t bytes);

  void* persistent(std::size_t bytes, std::size_t alignment = 16) {
    return persistent_->AllocatePersistentBuffer(bytes, alignment);
  }
  // A tensor's description while its operator is prepared, or for good.
  bool describe(const arenascope::schema::Tensor& tensor, bool forGood);
  void* temporary(std::size_t bytes, std::size_t alignment) { return temporary_->AllocateTemp(bytes, alignment); }
  // Memory for the operator being prepared, while it runs; its number, for scratch().
  int requestScratch(std::uint32_t bytes);
  void* scratch(int number) const { return scratch_[number].place; }
  TfLiteStatus finishOperator();
  TfLiteStatus startModel();
  TfLiteStatus plan(const Model& model, EvalTensor* tensors);
  std::size_t used() const { return arena_->used(); }

private:
  // Beside the arena, so that this object has the size of the real one.
  struct Scratch {
    std::uint32_t bytes;
    std::int32_t op;
    void* place;
  };
  static constexpr int kMostScratch = 12;
  static Scratch scratch_[kMostScratch];
  static int scratchCount_;
  static std::int32_t prepared_; // operators

  IPersistentBufferAllocator* persistent_;
  INonPersistentBufferAllocator* temporary_;
  SingleArenaBufferAllocator* arena_;
  std::uint32_t rest_[6];
};
static_assert(sizeof(MicroAllocator) == 36);

} // namespace tflite
