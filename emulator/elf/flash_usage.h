// Which operator needs how much flash: the linker's input sections, and who refers to whom.
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

// Sizes in bytes, as the linker would keep and drop sections. Code of which the compiler made one section is one piece;
// constants that the linker merged are apart from one another. Initial values of variables count: they lie in flash.
class FlashUsage {
public:
  // Reads the relocations of the image at a path, linked with them kept, and the linker's map, of the same name with
  // suffix .map, or of packages the rows of it that are read, in .sections. harnessOperators: for an image of
  // emulator/harness, the names of its table's rows.
  static Result<FlashUsage> load(const std::filesystem::path& path, const protocol::FirmwareImage& image,
                                 std::span<const std::string> harnessOperators = {});

  // All that the image registers, by name.
  const std::set<std::string>& operators() const { return operators_; }
  // Start-up, interpreter, and whatever else is there without any operator.
  std::uint64_t interpreterBytes() const { return bytesOf(interpreter_); }
  // What these operators together add to that; names that the image does not register add nothing.
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
  // The piece that holds an address; pieces_.size() where none does.
  std::size_t pieceAt(std::uint32_t address) const;
  using Pieces = std::vector<bool>; // for each piece: whether it is one of them
  // Everything that can be reached from some pieces; registrations of operators that are not among these are not gone
  // into.
  Pieces reachable(const std::vector<std::size_t>& starts) const;
  std::uint64_t bytesOf(const Pieces& pieces) const;

  std::vector<Piece> pieces_; // by address
  std::map<std::string, std::size_t> registrations_;
  std::set<std::string> operators_;
  Pieces interpreter_;
  std::uint64_t all_ = 0; // bytes for all operators
};

} // namespace arenascope::elf
