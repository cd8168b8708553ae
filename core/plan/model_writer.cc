#include "core/plan/model_writer.h"

#include <array>
#include <cstring>

#include "core/schema/access.h"
#include "core/schema/offline_plan_format.h"

namespace arenascope::plan {

using schema::count;

namespace {

constexpr std::size_t kFrontAlignment = 64;
constexpr std::size_t kDataAlignment = 16;
constexpr std::int32_t kPlanVersion = 1;

bool isPlan(const schema::Metadata& metadata) {
  return metadata.name() != nullptr && metadata.name()->str() == schema::kOfflinePlanName;
}

bool isNote(const schema::Metadata& metadata) {
  return metadata.name() != nullptr && metadata.name()->str() == schema::kOverlapNoteName;
}

// Bytes in front of a model, in which references lead forward, into these bytes or into the model.
class Front {
public:
  std::size_t size() const { return bytes_.size(); }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

  void align(std::size_t to) { bytes_.resize((bytes_.size() + to - 1) / to * to); }
  template <typename T>
  std::size_t add(T value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
    return at;
  }
  void addBytes(const void* data, std::size_t size) {
    const auto* begin = static_cast<const std::uint8_t*>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  template <typename T>
  void set(std::size_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  void refer(std::size_t at, std::size_t target) { set(at, static_cast<std::uint32_t>(target - at)); }

  // A table of four-byte fields, the first `fields` of its type; answers the places of those that are there, 0 for the
  // others.
  template <std::size_t N>
  std::array<std::size_t, N> addTable(const std::array<bool, N>& fields) {
    align(4);
    const std::size_t description = size();
    std::array<std::size_t, N> places = {};
    std::uint16_t tableBytes = sizeof(std::int32_t);
    add<std::uint16_t>(2 * sizeof(std::uint16_t) + N * sizeof(std::uint16_t));
    const std::size_t tableSize = add<std::uint16_t>(0);
    for (const bool there : fields) {
      add<std::uint16_t>(there ? tableBytes : 0);
      if (there) tableBytes += sizeof(std::uint32_t);
    }
    set(tableSize, tableBytes);
    align(4);
    table_ = add(static_cast<std::int32_t>(size() - description));
    for (std::size_t i = 0; i < N; ++i)
      if (fields[i]) places[i] = add<std::uint32_t>(0);
    return places;
  }
  std::size_t table() const { return table_; } // where the last one begins

private:
  std::vector<std::uint8_t> bytes_;
  std::size_t table_ = 0;
};

// The numbers of the model's root fields, in the order of the schema.
enum RootField : std::uint8_t {
  kVersion,
  kOperatorCodes,
  kSubgraphs,
  kDescription,
  kBuffers,
  kMetadataBuffer,
  kMetadata,
  kSignatureDefs,
  kRootFields,
};

struct Reference {
  std::size_t at;     // in the front
  const void* target; // in the model
};

class Writer {
public:
  Writer(std::span<const std::uint8_t> bytes, const std::vector<std::int32_t>& offsets, const std::string& note)
      : bytes_(bytes), model_(*schema::GetModel(bytes.data())), offsets_(offsets), note_(note) {}

  std::vector<std::uint8_t> write() {
    if (const std::uint8_t* words = olderPlan(); words != nullptr && note_.empty() && !hasNote()) return replace(words);
    const std::size_t root = front_.add<std::uint32_t>(0);
    front_.addBytes(schema::ModelIdentifier(), 4);
    const std::array<const void*, kRootFields> old = rootFields();
    std::array<bool, kRootFields> there = {};
    for (std::size_t i = 0; i < kRootFields; ++i) there[i] = old[i] != nullptr;
    there[kVersion] = there[kBuffers] = there[kMetadata] = true;
    const auto places = front_.addTable(there);
    front_.refer(root, front_.table());
    front_.set(places[kVersion], model_.version());
    for (const RootField field : {kOperatorCodes, kSubgraphs, kDescription, kMetadataBuffer, kSignatureDefs})
      if (there[field]) references_.push_back({places[field], old[field]});
    const std::uint32_t planBuffer = writeBuffers(places[kBuffers]);
    writeMetadata(places[kMetadata], planBuffer);
    front_.align(kFrontAlignment);
    for (const Reference& reference : references_)
      front_.refer(reference.at,
                   front_.size() +
                       static_cast<std::size_t>(static_cast<const std::uint8_t*>(reference.target) - bytes_.data()));
    std::vector<std::uint8_t> result = front_.take();
    result.insert(result.end(), bytes_.begin(), bytes_.end());
    return result;
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

  std::array<const void*, kRootFields> rootFields() const {
    std::array<const void*, kRootFields> fields = {};
    fields[kOperatorCodes] = model_.operator_codes();
    fields[kSubgraphs] = model_.subgraphs();
    fields[kDescription] = model_.description();
    fields[kBuffers] = model_.buffers();
    fields[kMetadataBuffer] = model_.metadata_buffer();
    fields[kMetadata] = model_.metadata();
    fields[kSignatureDefs] = model_.signature_defs();
    return fields;
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

  // A vector of tables of the model and new ones, where the target is nullptr; answers the places of their references.
  std::vector<std::size_t> writeVector(std::size_t place, const std::vector<const void*>& targets) {
    std::vector<std::size_t> open;
    front_.align(4);
    front_.refer(place, front_.size());
    front_.add(static_cast<std::uint32_t>(targets.size()));
    for (const void* target : targets) {
      const std::size_t at = front_.add<std::uint32_t>(0);
      if (target == nullptr)
        open.push_back(at);
      else
        references_.push_back({at, target});
    }
    return open;
  }

  void writeBuffer(std::size_t entry, const void* data, std::size_t bytes) {
    const auto fields = front_.addTable(std::array{true}); // its data
    front_.refer(entry, front_.table());
    // The data is aligned; its size stands in front of it.
    while ((front_.size() + sizeof(std::uint32_t)) % kDataAlignment != 0) front_.add<std::uint8_t>(0);
    front_.refer(fields[0], front_.add(static_cast<std::uint32_t>(bytes)));
    front_.addBytes(data, bytes);
  }

  // Answers the plan's number; the note's is that of the last buffer.
  std::uint32_t writeBuffers(std::size_t place) {
    const std::uint32_t number = bufferForPlan();
    std::vector<const void*> targets;
    for (std::uint32_t i = 0; i < count(model_.buffers()); ++i)
      targets.push_back(i == number ? nullptr : model_.buffers()->Get(i));
    if (number == targets.size()) targets.push_back(nullptr);
    if (!note_.empty()) targets.push_back(nullptr);
    lastBuffer_ = static_cast<std::uint32_t>(targets.size() - 1);
    const std::vector<std::size_t> entries = writeVector(place, targets);
    const std::vector<std::int32_t> words = planWords();
    writeBuffer(entries[0], words.data(), words.size() * sizeof(std::int32_t));
    if (!note_.empty()) writeBuffer(entries[1], note_.data(), note_.size());
    return number;
  }

  void writeEntry(std::size_t entry, const char* name, std::uint32_t buffer) {
    const auto fields = front_.addTable(std::array{true, true}); // name, buffer
    front_.refer(entry, front_.table());
    front_.set(fields[1], buffer);
    const std::size_t length = std::strlen(name);
    front_.align(4);
    front_.refer(fields[0], front_.add(static_cast<std::uint32_t>(length)));
    front_.addBytes(name, length + 1);
  }

  void writeMetadata(std::size_t place, std::uint32_t planBuffer) {
    std::vector<const void*> targets;
    for (std::uint32_t i = 0; i < count(model_.metadata()); ++i)
      if (const schema::Metadata& old = *model_.metadata()->Get(i); !isPlan(old) && !isNote(old))
        targets.push_back(&old);
    targets.push_back(nullptr);
    if (!note_.empty()) targets.push_back(nullptr);
    const std::vector<std::size_t> entries = writeVector(place, targets);
    writeEntry(entries[0], schema::kOfflinePlanName, planBuffer);
    if (!note_.empty()) writeEntry(entries[1], schema::kOverlapNoteName, lastBuffer_);
  }

  std::span<const std::uint8_t> bytes_;
  const schema::Model& model_;
  const std::vector<std::int32_t>& offsets_;
  const std::string& note_; // about overlap; empty: none
  std::uint32_t lastBuffer_ = 0;
  Front front_;
  std::vector<Reference> references_;
};

// Places are counted from the beginning of the file; writers put 0 or 1 where there is none.
bool hasDataBehind(const schema::Model& model) {
  for (std::uint32_t i = 0; i < count(model.buffers()); ++i)
    if (model.buffers()->Get(i)->offset() > 1) return true;
  return false;
}

} // namespace

bool hasOfflinePlan(const schema::Model& model) {
  for (std::uint32_t i = 0; i < count(model.metadata()); ++i)
    if (isPlan(*model.metadata()->Get(i))) return true;
  return false;
}

Result<std::vector<std::uint8_t>> withOfflinePlan(std::span<const std::uint8_t> model,
                                                  const std::vector<std::int32_t>& offsets, const std::string& note) {
  if (hasDataBehind(*schema::GetModel(model.data())))
    return Error{Stage::kExport, "the model keeps weights after its FlatBuffers part: microcontrollers cannot read it, "
                                 "convert it without large buffers"};
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

} // namespace arenascope::plan
