// Tables of a model written again, with everything that they refer to: the result has no bytes that nothing uses.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/base/result.h"
#include "tflite_generated.h"

namespace arenascope::rewrite {

using Reference = flatbuffers::Offset<void>; // to something that has been written

// Types of tables that have references. Others have scalars only, and their fields need not be known.
enum class TableForm : std::uint8_t {
  kPlain,
  kModel,
  kOperatorCode,
  kSubgraph,
  kOperator,
  kTensor,
  kQuantization,
  kCustomQuantization,
  kSparsity,
  kVariant,
  kBuffer,
  kMetadata,
  kSignature,
  kSignatureTensor,
  kShapeOptions, // options with one list of numbers
  kVariableOptions,
};

class TableCopier {
public:
  explicit TableCopier(flatbuffers::FlatBufferBuilder& builder) : builder_(builder) {}

  // What several tables share stays shared. replaced: references by the number of their field, instead of the table's.
  Reference copy(const void* table, TableForm form, const std::map<int, Reference>& replaced = {});
  // nullptr: none.
  Reference copyText(const flatbuffers::String* text);
  Reference copyNumbers(const flatbuffers::Vector<std::int32_t>* numbers);
  // A table had a reference that the schema lacks; the copy is not usable.
  bool hasFailed() const { return failed_; }
  // Ends the file with the model; an error if anything has failed.
  Result<std::vector<std::uint8_t>> finish(const schema::Model& model, const std::map<int, Reference>& replaced);

private:
  struct Field {
    int number = 0;
    std::size_t bytes = 0; // of a scalar
    const std::uint8_t* data = nullptr;
    Reference reference = 0; // otherwise
  };

  Reference copyTarget(const flatbuffers::Table& table, int field, const std::uint8_t* target, TableForm form);
  Reference copyTables(const std::uint8_t* target, TableForm form);
  template <typename T>
  Reference copyVector(const void* target, std::size_t alignment);
  TableForm formOfOptions(const flatbuffers::Table& op);

  flatbuffers::FlatBufferBuilder& builder_;
  std::map<const void*, Reference> copied_;
  bool failed_ = false;
};

} // namespace arenascope::rewrite
