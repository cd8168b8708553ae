#include "core/model/load/file_damage.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "core/interpreter/schema/access.h"
#include "tflite_generated.h"

namespace arenascope::model {

namespace {

// Follows offsets as far as the file goes, and notes how far they lead.
class Extent {
public:
  explicit Extent(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  // Where the last byte that something names ends; what lies behind the cut names no more.
  std::uint64_t needed() {
    const std::optional<std::uint64_t> root = target(0);
    if (!root) return farthest_;
    for (const auto field : {schema::Model::VT_OPERATOR_CODES, schema::Model::VT_SUBGRAPHS, schema::Model::VT_BUFFERS,
                             schema::Model::VT_DESCRIPTION, schema::Model::VT_METADATA})
      if (const auto at = fieldAt(*root, field)) reached(*at, field == schema::Model::VT_DESCRIPTION ? 1 : kOffset);
    if (const auto at = fieldAt(*root, schema::Model::VT_BUFFERS)) followBuffers(*at);
    return farthest_;
  }

private:
  static constexpr std::uint64_t kOffset = 4; // bytes

  template <class Number>
  std::optional<Number> read(std::uint64_t at) {
    farthest_ = std::max(farthest_, at + sizeof(Number));
    if (at + sizeof(Number) > bytes_.size()) return std::nullopt;
    Number number;
    std::memcpy(&number, bytes_.data() + at, sizeof(number));
    return number;
  }

  std::optional<std::uint64_t> target(std::uint64_t at) {
    const auto offset = read<std::uint32_t>(at);
    if (!offset) return std::nullopt;
    return at + *offset;
  }

  // Where a table's field points.
  std::optional<std::uint64_t> fieldAt(std::uint64_t table, std::uint16_t field) {
    const auto back = read<std::int32_t>(table);
    if (!back) return std::nullopt;
    const std::int64_t vtable = static_cast<std::int64_t>(table) - *back;
    if (vtable < 0) return std::nullopt;
    const auto size = read<std::uint16_t>(static_cast<std::uint64_t>(vtable));
    if (!size || field + sizeof(std::uint16_t) > *size) return std::nullopt;
    const auto place = read<std::uint16_t>(static_cast<std::uint64_t>(vtable) + field);
    if (!place || *place == 0) return std::nullopt;
    return target(table + *place);
  }

  // A vector's elements; its length where that can be read.
  std::uint32_t reached(std::uint64_t vector, std::uint64_t elementBytes) {
    const std::uint32_t length = read<std::uint32_t>(vector).value_or(0);
    farthest_ = std::max(farthest_, vector + kOffset + length * elementBytes);
    return length;
  }

  void followBuffers(std::uint64_t vector) {
    const std::uint32_t length = reached(vector, kOffset);
    for (std::uint32_t i = 0; i < length; ++i) {
      const auto buffer = target(vector + kOffset + i * kOffset);
      if (!buffer) return;
      if (const auto data = fieldAt(*buffer, schema::Buffer::VT_DATA)) reached(*data, 1);
    }
  }

  std::span<const std::uint8_t> bytes_;
  std::uint64_t farthest_ = 0;
};

// With "\r\n" as "\n" again.
std::vector<std::uint8_t> withoutCarriageReturns(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> made;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] != '\r' || i + 1 == bytes.size() || bytes[i + 1] != '\n') made.push_back(bytes[i]);
  return made;
}

// Of characters below U+0100 in UTF-8 their numbers; empty where others are among them.
std::vector<std::uint8_t> fromUtf8(std::span<const std::uint8_t> bytes) {
  constexpr std::uint8_t kAscii = 0x80;
  std::vector<std::uint8_t> made;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] < kAscii) {
      made.push_back(bytes[i]);
      continue;
    }
    if ((bytes[i] != 0xc2 && bytes[i] != 0xc3) || i + 1 == bytes.size()) return {};
    made.push_back(static_cast<std::uint8_t>(static_cast<unsigned int>(bytes[i]) << 6U | (bytes[i + 1] & 0x3fU)));
    ++i;
  }
  return made;
}

std::size_t countOf(std::span<const std::uint8_t> bytes, std::span<const std::uint8_t> part) {
  std::size_t count = 0;
  for (auto at = bytes.begin(); (at = std::search(at, bytes.end(), part.begin(), part.end())) != bytes.end();
       at += static_cast<std::ptrdiff_t>(part.size()))
    ++count;
  return count;
}

// Fields that the schema calls deprecated are left out by its verifier, and reports show them.
bool deprecatedFieldsHold(const schema::Model& model, const flatbuffers::Verifier& verifier) {
  constexpr flatbuffers::voffset_t kNewHeight = 4;
  constexpr flatbuffers::voffset_t kNewWidth = 6;
  for (std::uint32_t s = 0; s < count(model.subgraphs()); ++s) {
    const auto* operators = model.subgraphs()->Get(s)->operators();
    for (std::uint32_t i = 0; i < count(operators); ++i) {
      if (operators->Get(i)->builtin_options_type() != schema::BuiltinOptions_ResizeBilinearOptions) continue;
      const auto* options = static_cast<const flatbuffers::Table*>(operators->Get(i)->builtin_options());
      if (options == nullptr) continue;
      for (const flatbuffers::voffset_t field : {kNewHeight, kNewWidth})
        if (!options->VerifyField<std::int32_t>(verifier, field, sizeof(std::int32_t))) return false;
    }
  }
  return true;
}

} // namespace

bool holdsTogether(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kSmallest = 8;
  constexpr int kDepth = 64;
  constexpr int kMostTables = 10'000'000;
  flatbuffers::Verifier verifier(bytes.data(), bytes.size(), kDepth, kMostTables);
  return bytes.size() >= kSmallest && schema::VerifyModelBuffer(verifier) &&
         deprecatedFieldsHold(*schema::GetModel(bytes.data()), verifier);
}

std::string damageOf(std::span<const std::uint8_t> bytes) {
  const std::vector<std::uint8_t> undone = withoutCarriageReturns(bytes);
  if (undone.size() < bytes.size() && holdsTogether(undone))
    return fmt::format("the file is damaged: a transfer in text mode (FTP, Git's autocrlf) turned {} line feeds into "
                       "CR LF; copy it again as binary (.gitattributes: *.tflite binary)",
                       bytes.size() - undone.size());
  const std::vector<std::uint8_t> latin = fromUtf8(bytes);
  if (latin.size() < bytes.size() && holdsTogether(latin))
    return fmt::format("the file is damaged: a program read it as text (Latin-1) and wrote it as UTF-8, which added "
                       "{} bytes; read and write it as binary",
                       bytes.size() - latin.size());
  constexpr std::uint8_t kReplacement[] = {0xef, 0xbf, 0xbd}; // U+FFFD in UTF-8
  constexpr std::size_t kMany = 4;
  if (const std::size_t replaced = countOf(bytes, kReplacement); replaced >= kMany)
    return fmt::format("the file is damaged: a program read it as text and replaced {} of its bytes (U+FFFD); read and "
                       "write it as binary",
                       replaced);
  constexpr std::uint64_t kFarther = 64; // times the file: no cut explains it
  if (const std::uint64_t needed = Extent(bytes).needed(); needed > bytes.size() && needed / kFarther < bytes.size())
    return fmt::format(
        "the file is cut off: it has {} bytes, but its tables reach at least to byte {}; copy the whole file again",
        bytes.size(), needed);
  return "the file is damaged: its FlatBuffers structure is inconsistent; copy it again, and compare checksums";
}

} // namespace arenascope::model
