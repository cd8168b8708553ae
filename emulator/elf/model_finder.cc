#include "emulator/elf/model_finder.h"

#include "core/model/load/file_damage.h"
#include "core/model/load/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>

namespace arenascope::elf {

namespace {

constexpr std::string_view kIdentifier = "TFL3";
constexpr std::size_t kIdentifierOffset = 4; // follows the offset of the root table
constexpr std::size_t kMinimumBytes = 16;

// A FlatBuffer does not store its length: the smallest size that contains everything it refers to; nothing if invalid.
std::optional<std::size_t> modelBytes(std::span<const std::uint8_t> bytes) {
  if (!model::holdsTogether(bytes)) return std::nullopt;
  std::size_t low = kMinimumBytes;
  std::size_t high = bytes.size();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (model::holdsTogether(bytes.first(middle)))
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

constexpr std::string_view kBeforeAddress = " (model at 0x";
constexpr std::size_t kDigits = 8; // of an address, in hexadecimal

} // namespace

std::string embeddedName(const std::string& image, std::uint32_t address) {
  return fmt::format("{}{}{:08X})", image, kBeforeAddress, address);
}

std::optional<EmbeddedPlace> embeddedPlace(const std::filesystem::path& name) {
  const std::string text = name.string();
  const std::size_t before = text.rfind(kBeforeAddress);
  if (before == std::string::npos || text.size() != before + kBeforeAddress.size() + kDigits + 1) return std::nullopt;
  EmbeddedPlace place{text.substr(0, before), 0};
  const char* first = text.data() + before + kBeforeAddress.size();
  const auto [end, error] = std::from_chars(first, first + kDigits, place.address, 16);
  if (error != std::errc() || end != first + kDigits || *end != ')') return std::nullopt;
  return place;
}

Result<std::vector<EmbeddedModel>> findModels(const protocol::FirmwareImage& image, const std::string& name,
                                              const arenascope::Limits& limits) {
  std::vector<EmbeddedModel> models;
  std::optional<Error> refused;
  for (const protocol::FirmwareImage::Segment& segment : image.segments()) {
    const std::string_view text(reinterpret_cast<const char*>(segment.bytes.data()), segment.bytes.size());
    for (std::size_t at = text.find(kIdentifier); at != std::string_view::npos; at = text.find(kIdentifier, at + 1)) {
      if (at < kIdentifierOffset) continue;
      const auto address = static_cast<std::uint32_t>(segment.address + at - kIdentifierOffset);
      std::span<const std::uint8_t> bytes = std::span(segment.bytes).subspan(at - kIdentifierOffset);
      // FlatBuffers' verifier requires the alignment of a model.
      const std::vector<std::uint8_t> aligned(bytes.begin(), bytes.end());
      const std::uint32_t known = image.objectBytes(address);
      const std::optional<std::size_t> size =
          known > 0 && known <= bytes.size() ? std::optional<std::size_t>(known) : modelBytes(aligned);
      if (!size) continue;
      Result<model::ModelFile> file = model::ModelFile::fromBytes(
          std::span(aligned).first(*size), embeddedName(name, address), limits, model::Kernels::kThirdParty);
      if (file)
        models.push_back({address, *file});
      else
        refused = file.error();
    }
  }
  if (models.empty() && refused) return *refused;
  return models;
}

} // namespace arenascope::elf
