// A changed model, written as bytes in front of the original: a new root and new tables, with references into the
// original bytes. Every byte of weights and options is kept, including those that our schema lacks.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tflite_generated.h"

namespace arenascope::rewrite {

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

// References point forward, as FlatBuffers requires: to later additions, or into the model.
class ModelPrefix {
public:
  // The root has the model's fields and the rewritten ones. The model must stay valid until finish().
  ModelPrefix(std::span<const std::uint8_t> model, std::initializer_list<RootField> rewritten);

  // Position of a rewritten field's reference.
  std::size_t place(RootField field) const { return places_[field]; }
  // The changed model. The length of the new part is a multiple of 64 bytes, which keeps the data's alignment.
  std::vector<std::uint8_t> finish();

  // A vector of tables: the model's, or new ones for a nullptr target. Returns the positions of their references.
  std::vector<std::size_t> addVector(std::size_t place, const std::vector<const void*>& targets);
  void addNumbers(std::size_t place, const std::vector<std::int32_t>& numbers);
  void addText(std::size_t place, std::string_view text);
  // A schema::Buffer with these bytes.
  void addBuffer(std::size_t place, const void* data, std::size_t bytes);

  // A table of four-byte fields, the first N of its type, as target of the reference at `place`. Returns the positions
  // of the present fields, 0 for the others. A smaller number uses its first bytes.
  template <std::size_t N>
  std::array<std::size_t, N> addTable(std::size_t place, const std::array<bool, N>& fields) {
    align(4);
    const std::size_t description = bytes_.size();
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
    referTo(place, bytes_.size());
    add(static_cast<std::int32_t>(bytes_.size() - description));
    for (std::size_t i = 0; i < N; ++i)
      if (fields[i]) places[i] = add<std::uint32_t>(0);
    return places;
  }

  template <typename T>
  void set(std::size_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  // To a table or vector of the model.
  void refer(std::size_t at, const void* target) { references_.push_back({at, target}); }

private:
  struct Reference {
    std::size_t at;     // in the prefix
    const void* target; // in the model
  };

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
  void referTo(std::size_t at, std::size_t target) { set(at, static_cast<std::uint32_t>(target - at)); }

  std::span<const std::uint8_t> model_;
  std::vector<std::uint8_t> bytes_;
  std::array<std::size_t, kRootFields> places_ = {};
  std::vector<Reference> references_;
};

} // namespace arenascope::rewrite
