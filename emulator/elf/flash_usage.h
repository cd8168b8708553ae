// Flash per operator: the linker's input sections and the references between them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/report/report.h"
#include "emulator/protocol/firmware_image.h"

namespace arenascope::elf {

// Sizes in bytes, as the linker would keep or drop sections. A section of code is one piece; merged constants are
// separate pieces. Initial values of variables count, since they are in flash.
class FlashUsage {
public:
  // Reads the relocations of the image at a path, which is linked with --emit-relocs, and the linker map of the same
  // name with suffix .map, or of packages an extract of it, .sections. harnessOperators: for an image of
  // emulator/harness, the names of its table's rows.
  static Result<FlashUsage> load(const std::filesystem::path& path, const protocol::FirmwareImage& image,
                                 std::span<const std::string> harnessOperators = {});

  // Names of all operators that the image registers.
  const std::set<std::string>& operators() const { return operators_; }
  // Start-up, interpreter, and everything else without operators.
  std::uint64_t interpreterBytes() const { return bytesOf(interpreter_); }
  // Bytes that these operators add together; names that the image does not register add nothing.
  std::uint64_t bytesFor(const std::set<std::string>& names) const;
  report::FlashReport reportFor(const std::vector<std::string>& operators) const;

private:
  struct Piece {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
    std::vector<std::size_t> refersTo;
  };
  struct Reference {
    std::uint32_t from;
    std::uint32_t to;
  };

  Result<std::vector<Reference>> readReferences(const std::filesystem::path& path,
                                                const protocol::FirmwareImage& image) const;
  bool readMap(const std::filesystem::path& path, const protocol::FirmwareImage& image,
               const std::vector<Reference>& references);
  bool readRegistrations(const protocol::FirmwareImage& image);
  bool readHarness(const protocol::FirmwareImage& image, std::span<const std::string> names);
  // Index of the piece at an address; pieces_.size() if there is none.
  std::size_t pieceAt(std::uint32_t address) const;
  using Pieces = std::vector<bool>; // by piece: whether it is included
  // Everything reachable from some pieces; stops at registrations of operators that are not among them.
  Pieces reachable(const std::vector<std::size_t>& starts) const;
  std::uint64_t bytesOf(const Pieces& pieces) const;

  std::vector<Piece> pieces_; // by address
  std::map<std::string, std::size_t> registrations_;
  std::set<std::string> operators_;
  Pieces interpreter_;
  std::uint64_t all_ = 0; // bytes for all operators
};

} // namespace arenascope::elf
