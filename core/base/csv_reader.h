// Comma-separated values by RFC 4180 and spreadsheets: quoted fields, a byte order mark, any line ends; and semicolons
// if the first line has these only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

class CsvReader {
public:
  explicit CsvReader(std::string_view text); // must outlive the reader

  // The next row that is not blank; nothing at the end, or after a problem. Blanks around an unquoted field are
  // dropped.
  std::optional<std::vector<std::string>> next();
  // Line at which the last row started, from 1.
  std::size_t line() const { return line_; }
  // What is wrong with that row; empty if nothing.
  const std::string& problem() const { return problem_; }

private:
  bool atRowEnd() const { return text_.empty() || text_.front() == '\n' || text_.front() == '\r'; }
  void endRow();
  std::string quotedField();
  std::string plainField();
  std::vector<std::string> row();

  std::string_view text_; // not read yet
  char separator_ = ',';
  std::size_t nextLine_ = 1;
  std::size_t line_ = 0;
  std::string problem_;
};

} // namespace arenascope
