#include "emulator/image/allocator_watch.h"

namespace arenascope::image {

namespace {

constexpr std::uint32_t kLongestObject = 64;  // bytes from the word with the end to the arena's end; at most 40 so far
constexpr std::uint32_t kSmallestArena = 128; // the interpreter's own objects take more
constexpr std::uint32_t kMostFunctions = 24;  // of a virtual table
constexpr std::uint32_t kWordsBefore = 3;     // at most: two virtual tables and a reporter
constexpr std::uint32_t kTablesSince2022 = 2;
constexpr std::uint32_t kWordsOfOldBefore = 2; // virtual table and reporter
constexpr std::uint32_t kWordsOfOld = 4;       // start, end, head, tail
constexpr std::uint32_t kFirstBlocks = 512;    // bytes that may be allocated in the same block of code as the object
constexpr std::size_t kMostCandidates = 64;
constexpr std::uint32_t kCompleteWithin = 32; // blocks between writing an object's end and completing the object

} // namespace

// The object lies at the arena's end, so that the value of `end` is close to its own address.
void AllocatorWatch::onWrite(std::uint32_t address, std::uint32_t value) {
  const std::uint32_t apart = value > address ? value - address : address - value;
  if (apart > kLongestObject || address % kWord != 0) return;
  candidates_.push_back({address, 0});
  if (candidates_.size() > kMostCandidates) candidates_.pop_front();
}

std::optional<Sections> AllocatorWatch::read(std::uint32_t object) const {
  const auto head = memory_.word(object + 2 * kWord);
  const auto tail = memory_.word(object + 3 * kWord);
  const auto temp = memory_.word(object + 4 * kWord);
  if (!head || !tail || !temp) return std::nullopt;
  return Sections{*head, *tail, withoutTemp_ ? *head : *temp};
}

// Until autumn 2020 there is no temporary section, and `end` points to the object itself.
bool AllocatorWatch::isOldAllocator(std::uint32_t object) const {
  const auto start = memory_.word(object);
  const std::uint32_t begin = object - kWordsOfOldBefore * kWord;
  return start && memory_.word(object + kWord) == begin && memory_.word(object + 2 * kWord) == start &&
         memory_.word(object + 3 * kWord) == begin && begin > *start && begin - *start >= kSmallestArena;
}

// A new object: at most the interpreter's first objects are in the arena, and nothing at its start.
bool AllocatorWatch::isAllocator(std::uint32_t object) const {
  const auto start = memory_.word(object);
  const auto end = memory_.word(object + kWord);
  const std::optional<Sections> sections = read(object);
  if (!start || !end || !sections) return false;
  return sections->head == *start && sections->temp == *start && *end > *start && *end - *start >= kSmallestArena &&
         sections->tail <= object && object - sections->tail <= kFirstBlocks && sections->tail >= *start &&
         object < *end;
}

bool AllocatorWatch::find() {
  while (!candidates_.empty() && candidates_.front().blocks > kCompleteWithin) candidates_.pop_front();
  for (Candidate& candidate : candidates_) {
    ++candidate.blocks;
    const std::uint32_t end = candidate.address;
    const std::uint32_t object = end - kWord;
    if (passed_.contains(object)) continue;
    const bool current = isAllocator(object);
    if (!current && !isOldAllocator(object)) continue;
    withoutTemp_ = !current;
    object_ = object;
    start_ = *memory_.word(object);
    end_ = withoutTemp_ ? object + kWordsOfOld * kWord : *memory_.word(end);
    // The object is the arena's first block; more may exist already if all belong to one block of code.
    const Sections empty{start_, end_, start_};
    now_ = *read(object);
    Sections first = now_;
    if (object_ - first.tail > kWordsBefore * kWord) first.tail = object_ - kTablesSince2022 * kWord;
    steps_.push_back({.before = empty, .after = first, .call = std::nullopt, .place = {}, .outstanding = 0});
    if (first != now_)
      steps_.push_back({.before = first, .after = now_, .call = std::nullopt, .place = {}, .outstanding = 0});
    findFunctions(first.tail);
    candidates_.clear();
    return true;
  }
  return false;
}

void AllocatorWatch::passOver() {
  passed_.insert(object_);
  object_ = start_ = end_ = 0;
  functions_.clear();
  steps_.clear();
}

// The words before are pointers to virtual tables, whose entries are odd addresses: Thumb code. A table begins with its
// destructors, which are null in some images without exceptions.
void AllocatorWatch::findFunctions(std::uint32_t begin) {
  for (std::uint32_t at = begin; at < object_; at += kWord) {
    const auto table = memory_.word(at);
    if (!table || *table % kWord != 0) continue;
    for (std::uint32_t i = 0; i < kMostFunctions; ++i) {
      const auto function = memory_.word(*table + i * kWord);
      if (!function || (*function != 0 && *function % 2 == 0)) break;
      if (*function != 0 && memory_.word(*function & ~3U)) functions_.insert(*function & ~1U);
    }
  }
  // Since 2022 the object counts temporary blocks, two words further on.
  countsTemporaries_ = !withoutTemp_ && end_ - object_ >= 7 * kWord;
}

std::uint32_t AllocatorWatch::outstanding() const {
  if (!countsTemporaries_) return 1;
  return memory_.word(object_ + 6 * kWord).value_or(1);
}

void AllocatorWatch::flush(const Place& place) {
  if (!pending_) return;
  steps_.push_back({.before = now_, .after = now_, .call = pending_, .place = place, .outstanding = outstanding()});
  pending_.reset();
}

void AllocatorWatch::onCall(const AllocatorCall& call, const Place& place) {
  // A thunk that adjusts the object's address, and the function that it jumps to, are one call.
  const bool same = pending_ && pending_->arguments[1] == call.arguments[1] &&
                    pending_->arguments[2] == call.arguments[2] && pending_->arguments[0] != call.arguments[0];
  if (!same) flush(pendingPlace_);
  pending_ = call;
  pendingPlace_ = place;
}

void AllocatorWatch::look(const Place& place) {
  const std::optional<Sections> sections = read(object_);
  if (!sections || *sections == now_) return;
  steps_.push_back(
      {.before = now_, .after = *sections, .call = pending_, .place = place, .outstanding = outstanding()});
  now_ = *sections;
  pending_.reset();
}

void AllocatorWatch::moveStart(std::uint32_t start) {
  start_ = start;
  now_.head = now_.temp = start;
  for (AllocationStep& step : steps_) step.before.head = step.before.temp = step.after.head = step.after.temp = start;
}

} // namespace arenascope::image
