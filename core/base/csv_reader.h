// Comma-separated values as RFC 4180 and spreadsheets write them: quoted fields, a byte order mark, any line ends; and
// semicolons instead of commas where the first line has only these.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

class CsvReader {
public:
  explicit CsvReader(std::string_view text); // outlives the reader

  // The next row that is not blank; nothing at the end, or where there is a problem. Blanks around a field without
  // quotes are not its own.
  std::optional<std::vector<std::string>> next();
  // Where the row began that was read last, counted from 1.
  std::size_t line() const { return line_; }
  // What is wrong with that row; empty where nothing is.
  const std::string& problem() const { return problem_; }

private:
  bool atRowEnd() const { return text_.empty() || text_.front() == '\n' || text_.front() == '\r'; }
  void endRow();
  std::string quotedField();
  std::string plainField();
  std::vector<std::string> row();

  std::string_view text_; // what is still to be read
  char separator_ = ',';
  std::size_t nextLine_ = 1;
  std::size_t line_ = 0;
  std::string problem_;
};

} // namespace arenascope
