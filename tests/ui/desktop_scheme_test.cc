// What a desktop says over D-Bus, from a bus of the test's own with a settings portal on it.
#include "ui/window/desktop_scheme.h"

#include <gtest/gtest.h>

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>
#include <QThread>

#include "ui/style/style_sheet.h"
#include "ui/views/motion.h"
#include "ui/window/colour_scheme.h"

namespace arenascope::ui {
namespace {

constexpr int kTestTimeout = 3'600'000; // milliseconds, after which it hangs for sure

const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kAppearance = QStringLiteral("org.freedesktop.appearance");
const QString kGnome = QStringLiteral("org.gnome.desktop.interface");

using Settings = std::map<std::pair<QString, QString>, QVariant>;

// Answers Read() with what it has, wrapped once more than the newer ReadOne() would.
class Portal : public QDBusVirtualObject {
public:
  explicit Portal(Settings settings) : settings_(std::move(settings)) {}

  bool handleMessage(const QDBusMessage& message, const QDBusConnection& bus) override {
    if (message.interface() != kInterface || message.member() != QStringLiteral("Read")) return false;
    const auto found = settings_.find({message.arguments().at(0).toString(), message.arguments().at(1).toString()});
    if (found == settings_.end())
      return bus.send(message.createErrorReply(QStringLiteral("org.freedesktop.portal.Error.NotFound"),
                                               QStringLiteral("Requested setting not found")));
    const QVariant wrapped = QVariant::fromValue(QDBusVariant(found->second));
    return bus.send(message.createReply(QVariant::fromValue(QDBusVariant(wrapped))));
  }
  QString introspect(const QString& /*path*/) const override { return {}; }

private:
  const Settings settings_;
};

class DesktopSchemeTest : public testing::Test {
protected:
  void SetUp() override {
    const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
    if (daemon.isEmpty()) GTEST_SKIP() << "there is no dbus-daemon here";
    bus_.start(daemon, {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    ASSERT_TRUE(bus_.waitForReadyRead());
    address_ = QString::fromLocal8Bit(bus_.readLine()).trimmed();
    qputenv("DBUS_SESSION_BUS_ADDRESS", address_.toLocal8Bit());
  }
  void TearDown() override {
    setReducedMotion(false);
    setStrongContrast(false);
    thread_.quit();
    thread_.wait();
    bus_.terminate(); // which takes its socket away
    bus_.waitForFinished();
  }
  // In a separate thread: the question waits for the answer.
  void startPortal(Settings settings) {
    portal_ = std::make_unique<Portal>(std::move(settings));
    portal_->moveToThread(&thread_);
    thread_.start();
    bool registered = false;
    QMetaObject::invokeMethod(
        portal_.get(),
        [&] {
          QDBusConnection own = connection();
          registered = own.registerVirtualObject(kPath, portal_.get()) &&
                       own.registerService(QStringLiteral("org.freedesktop.portal.Desktop"));
        },
        Qt::BlockingQueuedConnection);
    ASSERT_TRUE(registered);
  }
  void change(const QString& group, const QString& key, const QVariant& value) {
    QDBusMessage signal = QDBusMessage::createSignal(kPath, kInterface, QStringLiteral("SettingChanged"));
    signal << group << key << QVariant::fromValue(QDBusVariant(value));
    ASSERT_TRUE(connection().send(signal));
  }
  QDBusConnection connection() const { return QDBusConnection::connectToBus(address_, QStringLiteral("portal")); }

  QProcess bus_;
  QString address_;
  QThread thread_;
  std::unique_ptr<Portal> portal_;
};

TEST_F(DesktopSchemeTest, NothingMovesWhereThePortalAsksForIt) {
  startPortal(
      {{{kAppearance, QStringLiteral("reduced-motion")}, 1U}, {{kAppearance, QStringLiteral("color-scheme")}, 1U}});
  startColourScheme();
  EXPECT_TRUE(DesktopScheme::instance().reducedMotion());
  EXPECT_EQ(moveTime().count(), 0);
  EXPECT_EQ(DesktopScheme::instance().wish(), DesktopScheme::Wish::kDark);
  EXPECT_EQ(qApp->palette().color(QPalette::Base), paletteOf(darkTokens()).color(QPalette::Base));
  change(kAppearance, QStringLiteral("reduced-motion"), 0U);
  EXPECT_TRUE(QTest::qWaitFor([] { return moveTime().count() == 180; }, kTestTimeout));
  change(kAppearance, QStringLiteral("color-scheme"), 2U);
  EXPECT_TRUE(QTest::qWaitFor([] { return qApp->palette().color(QPalette::Base) == QColor(Qt::white); }, kTestTimeout));
}

TEST_F(DesktopSchemeTest, ContrastIsStrongWhereThePortalAsksForIt) {
  startPortal({{{kAppearance, QStringLiteral("contrast")}, 1U}, {{kAppearance, QStringLiteral("color-scheme")}, 1U}});
  startColourScheme();
  EXPECT_EQ(qApp->palette().color(QPalette::Base), strongDarkTokens().surface);
  EXPECT_TRUE(qApp->styleSheet().contains(strongDarkTokens().line.name()));
  change(kAppearance, QStringLiteral("color-scheme"), 2U);
  EXPECT_TRUE(
      QTest::qWaitFor([] { return qApp->styleSheet().contains(strongLightTokens().line.name()); }, kTestTimeout));
  change(kAppearance, QStringLiteral("contrast"), 0U);
  EXPECT_TRUE(QTest::qWaitFor([] { return qApp->styleSheet().contains(lightTokens().line.name()); }, kTestTimeout));
}

TEST_F(DesktopSchemeTest, OlderDesktopsSayItInTheirOwnWords) {
  startPortal({{{QStringLiteral("org.gnome.desktop.a11y.interface"), QStringLiteral("high-contrast")}, true}});
  startColourScheme();
  EXPECT_TRUE(DesktopScheme::instance().strongContrast());
}

TEST_F(DesktopSchemeTest, ADesktopWithoutThatKeySaysItByItsAnimations) {
  startPortal({{{kGnome, QStringLiteral("enable-animations")}, false}});
  startColourScheme();
  EXPECT_EQ(moveTime().count(), 0);
  change(kGnome, QStringLiteral("enable-animations"), true);
  EXPECT_TRUE(QTest::qWaitFor([] { return moveTime().count() == 180; }, kTestTimeout));
}

TEST_F(DesktopSchemeTest, WithoutAPortalThingsMove) {
  startColourScheme();
  EXPECT_EQ(DesktopScheme::instance().wish(), DesktopScheme::Wish::kNone);
  EXPECT_EQ(moveTime().count(), 180);
}

} // namespace
} // namespace arenascope::ui
