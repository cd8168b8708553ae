// Arenas other than one for one model, separate from the firmware's code, which must not change.
#include <new>

#include "core/interpreter/runtime/greedy_planner.h"
#include "core/interpreter/runtime/interpreter.h"

namespace arenascope::runtime {

using trace::Category;

Arena* Arena::createTwo(std::span<std::uint8_t> persistent, std::span<std::uint8_t> nonPersistent,
                        const trace::Tracer& tracer) {
  const ArenaBounds bounds{persistent.data(), nonPersistent.data() + nonPersistent.size()};
  Arena arena(nonPersistent.data(), persistent.data() + persistent.size(), tracer);
  arena.setBounds(&bounds);
  constexpr std::size_t kBytes = tflm::kOwnSizes.persistentArena + tflm::kOwnSizes.nonPersistentArena;
  static_assert(sizeof(Arena) + sizeof(ArenaBounds) <= kBytes);
  auto* place =
      static_cast<std::uint8_t*>(arena.allocatePersistent(kBytes, alignof(Arena), Category::kAllocatorObjects));
  if (place == nullptr) return nullptr;
  arena.setBounds(new (place + sizeof(Arena)) ArenaBounds(bounds));
  return new (place) Arena(arena);
}

ModelAllocator* ModelAllocator::createTwo(std::span<std::uint8_t> persistent, std::span<std::uint8_t> nonPersistent,
                                          const trace::Tracer& tracer) {
  Arena* arena = Arena::createTwo(persistent, nonPersistent, tracer);
  if (arena == nullptr) return nullptr;
  void* planner = arena->allocatePersistent(tflm::kOwnSizes.greedyPlanner, alignof(GreedyPlanner), Category::kPlanner);
  if (planner == nullptr) return nullptr;
  void* block =
      arena->allocatePersistent(tflm::kOwnSizes.modelAllocator, alignof(ModelAllocator), Category::kAllocatorObjects);
  return block == nullptr ? nullptr
                          : new (block) ModelAllocator(*arena, *new (planner) GreedyPlanner(), tracer, nullptr);
}

Status Interpreter::createIn(ModelAllocator& shared) {
  tracer_.enterPhase(trace::Phase::kCreate);
  ARENASCOPE_TRY(checkVersion());
  allocator_ = &shared;
  context_.allocator_ = allocator_;
  return createResourceVariables();
}

} // namespace arenascope::runtime
