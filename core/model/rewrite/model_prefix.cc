#include "core/model/rewrite/model_prefix.h"

#include "core/interpreter/schema/access.h"

namespace arenascope::rewrite {

namespace {

constexpr std::size_t kPrefixAlignment = 64;
constexpr std::size_t kDataAlignment = 16;

std::array<const void*, kRootFields> fieldsOf(const schema::Model& model) {
  std::array<const void*, kRootFields> fields = {};
  fields[kOperatorCodes] = model.operator_codes();
  fields[kSubgraphs] = model.subgraphs();
  fields[kDescription] = model.description();
  fields[kBuffers] = model.buffers();
  fields[kMetadataBuffer] = model.metadata_buffer();
  fields[kMetadata] = model.metadata();
  fields[kSignatureDefs] = model.signature_defs();
  return fields;
}

} // namespace

ModelPrefix::ModelPrefix(std::span<const std::uint8_t> model, std::initializer_list<RootField> rewritten)
    : model_(model) {
  const schema::Model& old = *schema::GetModel(model.data());
  const std::array<const void*, kRootFields> fields = fieldsOf(old);
  std::array<bool, kRootFields> there = {};
  for (std::size_t i = 0; i < kRootFields; ++i) there[i] = fields[i] != nullptr;
  there[kVersion] = true;
  for (const RootField field : rewritten) there[field] = true;
  const std::size_t root = add<std::uint32_t>(0);
  addBytes(schema::ModelIdentifier(), flatbuffers::kFileIdentifierLength);
  places_ = addTable(root, there);
  set(places_[kVersion], old.version());
  for (const RootField field : rewritten) there[field] = false;
  for (std::size_t i = 0; i < kRootFields; ++i)
    if (there[i] && fields[i] != nullptr) refer(places_[i], fields[i]);
}

std::vector<std::uint8_t> ModelPrefix::finish() {
  align(kPrefixAlignment);
  for (const Reference& reference : references_)
    referTo(reference.at, bytes_.size() + static_cast<std::size_t>(static_cast<const std::uint8_t*>(reference.target) -
                                                                   model_.data()));
  addBytes(model_.data(), model_.size());
  return std::move(bytes_);
}

std::vector<std::size_t> ModelPrefix::addVector(std::size_t place, const std::vector<const void*>& targets) {
  std::vector<std::size_t> open;
  align(4);
  referTo(place, bytes_.size());
  add(static_cast<std::uint32_t>(targets.size()));
  for (const void* target : targets) {
    const std::size_t at = add<std::uint32_t>(0);
    if (target == nullptr)
      open.push_back(at);
    else
      refer(at, target);
  }
  return open;
}

void ModelPrefix::addNumbers(std::size_t place, const std::vector<std::int32_t>& numbers) {
  align(4);
  referTo(place, bytes_.size());
  add(static_cast<std::uint32_t>(numbers.size()));
  addBytes(numbers.data(), numbers.size() * sizeof(std::int32_t));
}

void ModelPrefix::addText(std::size_t place, std::string_view text) {
  align(4);
  referTo(place, bytes_.size());
  add(static_cast<std::uint32_t>(text.size()));
  addBytes(text.data(), text.size());
  add<std::uint8_t>(0);
}

void ModelPrefix::addBuffer(std::size_t place, const void* data, std::size_t bytes) {
  const auto fields = addTable(place, std::array{true}); // its data
  // The data is aligned; its size stands in front of it.
  while ((bytes_.size() + sizeof(std::uint32_t)) % kDataAlignment != 0) add<std::uint8_t>(0);
  referTo(fields[0], bytes_.size());
  add(static_cast<std::uint32_t>(bytes));
  addBytes(data, bytes);
}

} // namespace arenascope::rewrite
