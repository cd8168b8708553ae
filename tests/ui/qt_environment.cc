// One application object for all tests of the window, on the offscreen platform, with settings of its own.
#include <gtest/gtest.h>

#include <QApplication>

#include "tests/support/test_models.h"

// Read by the leak sanitizer: fontconfig keeps its configuration until the process ends.
extern "C" const char* __lsan_default_suppressions();                        // NOLINT(bugprone-reserved-identifier)
const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; } // NOLINT(bugprone-reserved-identifier)

namespace {

class QtEnvironment : public testing::Environment {
public:
  void SetUp() override {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("XDG_CACHE_HOME", (folder_.path() / "cache").c_str());
    qputenv("XDG_CONFIG_HOME", (folder_.path() / "config").c_str());
    QApplication::setOrganizationName(QStringLiteral("arenascope-tests"));
    QApplication::setApplicationName(QStringLiteral("arenascope-tests"));
    app_ = new QApplication(argc_, argv_);
  }

private:
  arenascope::test::TemporaryFolder folder_;
  int argc_ = 1;
  char name_[16] = "arenascope-test";
  char* argv_[2] = {name_, nullptr};
  QApplication* app_ = nullptr; // lives until the process ends, as Qt wants it
};

const auto* const kEnvironment = testing::AddGlobalTestEnvironment(new QtEnvironment);

} // namespace
