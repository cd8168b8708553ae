#include "core/model/rewrite/model_writer.h"

#include <array>
#include <cstring>

#include "core/interpreter/schema/access.h"
#include "core/interpreter/schema/offline_plan_format.h"
#include "core/model/rewrite/model_prefix.h"

namespace arenascope::rewrite {

using schema::count;

namespace {

constexpr std::int32_t kPlanVersion = 1;

bool isPlan(const schema::Metadata& metadata) {
  return metadata.name() != nullptr && metadata.name()->str() == schema::kOfflinePlanName;
}

bool isNote(const schema::Metadata& metadata) {
  return metadata.name() != nullptr && metadata.name()->str() == schema::kOverlapNoteName;
}

class Writer {
public:
  Writer(std::span<const std::uint8_t> bytes, const std::vector<std::int32_t>& offsets, const std::string& note)
      : bytes_(bytes), model_(*schema::GetModel(bytes.data())), offsets_(offsets), note_(note) {}

  std::vector<std::uint8_t> write() {
    if (const std::uint8_t* words = olderPlan(); words != nullptr && note_.empty() && !hasNote()) return replace(words);
    ModelPrefix prefix(bytes_, {kBuffers, kMetadata});
    writeMetadata(prefix, writeBuffers(prefix));
    return prefix.finish();
  }

private:
  std::vector<std::int32_t> planWords() const {
    std::vector<std::int32_t> words(schema::kOfflinePlanHeaderWords);
    words[0] = kPlanVersion;
    words[schema::kOfflinePlanCountWord] = static_cast<std::int32_t>(offsets_.size());
    words.insert(words.end(), offsets_.begin(), offsets_.end());
    return words;
  }

  // A plan that takes as many bytes and that nothing else uses; nullptr where there is none.
  const std::uint8_t* olderPlan() const {
    const std::uint32_t number = bufferForPlan();
    if (number >= count(model_.buffers())) return nullptr;
    const auto* data = model_.buffers()->Get(number)->data();
    return count(data) == planWords().size() * sizeof(std::int32_t) ? data->data() : nullptr;
  }

  std::vector<std::uint8_t> replace(const std::uint8_t* older) const {
    std::vector<std::uint8_t> result(bytes_.begin(), bytes_.end());
    const std::vector<std::int32_t> words = planWords();
    std::memcpy(result.data() + (older - bytes_.data()), words.data(), words.size() * sizeof(std::int32_t));
    return result;
  }

  // The buffer of an older plan makes room for the new one, unless something else uses it too.
  std::uint32_t bufferForPlan() const {
    const std::uint32_t behind = count(model_.buffers());
    std::uint32_t number = behind;
    for (std::uint32_t i = 0; i < count(model_.metadata()); ++i)
      if (isPlan(*model_.metadata()->Get(i))) number = model_.metadata()->Get(i)->buffer();
    for (std::uint32_t i = 0; i < count(model_.metadata()); ++i)
      if (model_.metadata()->Get(i)->buffer() == number && !isPlan(*model_.metadata()->Get(i))) return behind;
    for (std::uint32_t s = 0; s < count(model_.subgraphs()); ++s)
      for (std::uint32_t t = 0; t < count(model_.subgraphs()->Get(s)->tensors()); ++t)
        if (model_.subgraphs()->Get(s)->tensors()->Get(t)->buffer() == number) return behind;
    return number;
  }

  bool hasNote() const {
    for (std::uint32_t i = 0; i < count(model_.metadata()); ++i)
      if (isNote(*model_.metadata()->Get(i))) return true;
    return false;
  }

  // Answers the plan's number; the note's is that of the last buffer.
  std::uint32_t writeBuffers(ModelPrefix& prefix) {
    const std::uint32_t number = bufferForPlan();
    std::vector<const void*> targets;
    for (std::uint32_t i = 0; i < count(model_.buffers()); ++i)
      targets.push_back(i == number ? nullptr : model_.buffers()->Get(i));
    if (number == targets.size()) targets.push_back(nullptr);
    if (!note_.empty()) targets.push_back(nullptr);
    lastBuffer_ = static_cast<std::uint32_t>(targets.size() - 1);
    const std::vector<std::size_t> entries = prefix.addVector(prefix.place(kBuffers), targets);
    const std::vector<std::int32_t> words = planWords();
    prefix.addBuffer(entries[0], words.data(), words.size() * sizeof(std::int32_t));
    if (!note_.empty()) prefix.addBuffer(entries[1], note_.data(), note_.size());
    return number;
  }

  static void writeEntry(ModelPrefix& prefix, std::size_t entry, const char* name, std::uint32_t buffer) {
    const auto fields = prefix.addTable(entry, std::array{true, true}); // name, buffer
    prefix.set(fields[1], buffer);
    prefix.addText(fields[0], name);
  }

  void writeMetadata(ModelPrefix& prefix, std::uint32_t planBuffer) {
    std::vector<const void*> targets;
    for (std::uint32_t i = 0; i < count(model_.metadata()); ++i)
      if (const schema::Metadata& old = *model_.metadata()->Get(i); !isPlan(old) && !isNote(old))
        targets.push_back(&old);
    targets.push_back(nullptr);
    if (!note_.empty()) targets.push_back(nullptr);
    const std::vector<std::size_t> entries = prefix.addVector(prefix.place(kMetadata), targets);
    writeEntry(prefix, entries[0], schema::kOfflinePlanName, planBuffer);
    if (!note_.empty()) writeEntry(prefix, entries[1], schema::kOverlapNoteName, lastBuffer_);
  }

  std::span<const std::uint8_t> bytes_;
  const schema::Model& model_;
  const std::vector<std::int32_t>& offsets_;
  const std::string& note_; // about overlap; empty: none
  std::uint32_t lastBuffer_ = 0;
};

// Places are counted from the beginning of the file; writers put 0 or 1 where there is none.
bool hasDataBehind(const schema::Model& model) {
  for (std::uint32_t i = 0; i < count(model.buffers()); ++i)
    if (model.buffers()->Get(i)->offset() > 1) return true;
  return false;
}

} // namespace

Result<std::vector<std::uint8_t>> withOfflinePlan(std::span<const std::uint8_t> model,
                                                  const std::vector<std::int32_t>& offsets, const std::string& note) {
  if (hasDataBehind(*schema::GetModel(model.data())))
    return Error{Stage::kExport, "the model stores weights after its FlatBuffers part, which microcontrollers cannot "
                                 "read: convert it without large buffers"};
  return Writer(model, offsets, note).write();
}

std::vector<std::uint8_t> withOperatorOrder(std::span<const std::uint8_t> model,
                                            const std::vector<std::vector<std::int32_t>>& operators) {
  std::vector<std::uint8_t> result(model.begin(), model.end());
  const schema::Model& old = *schema::GetModel(model.data());
  for (std::size_t s = 0; s < operators.size(); ++s) {
    const auto* tables = old.subgraphs()->Get(static_cast<std::uint32_t>(s))->operators();
    for (std::size_t i = 0; i < operators[s].size(); ++i) {
      // Each entry says how far after it the table lies, and all tables lie after all entries.
      const auto entry = static_cast<std::size_t>(tables->Data() - model.data()) + i * sizeof(std::uint32_t);
      const auto* table =
          reinterpret_cast<const std::uint8_t*>(tables->Get(static_cast<std::uint32_t>(operators[s][i])));
      const auto distance = static_cast<std::uint32_t>(static_cast<std::size_t>(table - model.data()) - entry);
      std::memcpy(result.data() + entry, &distance, sizeof(distance));
    }
  }
  return result;
}

} // namespace arenascope::rewrite
