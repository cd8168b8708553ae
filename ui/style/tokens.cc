#include "ui/style/tokens.h"

namespace arenascope::ui {

namespace {

QColor hex(unsigned rgb) { return QColor(QRgb(0xFF000000U | rgb)); }

Tokens makeLight() {
  return {
      .ground = hex(0xF4F5F7),
      .surface = hex(0xFFFFFF),
      .raised = hex(0xFFFFFF),
      .sunk = hex(0xF1F3F6),
      .line = hex(0xE3E6EB),
      .hairline = hex(0xEEF0F3),
      .ink = hex(0x151A21),
      .ink2 = hex(0x566070),
      .ink3 = hex(0x667080),
      .accent = hex(0x2F5BD8),
      .accentSoft = hex(0xEBF0FD),
      .accentInk = hex(0xFFFFFF),
      .peak = hex(0xC63B22),
      .peakSoft = hex(0xFCEDE9),
      .good = hex(0x1A7C55),
      .goodSoft = hex(0xE4F4EC),
      .fillInk = hex(0x151A21),
      .fillInk2 = hex(0x414B5B),
      .tail = hex(0xE9ECF1),
      .tailLine = hex(0xD8DDE5),
      .tailInk = hex(0x4D5766),
      .cycles = hex(0xC6CFDD),
      .families = {{{hex(0xB3C8F5), hex(0x7FA0E6)},
                    {hex(0xB0E0D8), hex(0x6CBCAE)},
                    {hex(0xF6D79B), hex(0xD9AC54)},
                    {hex(0xD3D8E0), hex(0xA3ADBA)}}},
      .dark = false,
  };
}

Tokens makeDark() {
  return {
      .ground = hex(0x0E1115),
      .surface = hex(0x15191F),
      .raised = hex(0x1C2129),
      .sunk = hex(0x1A1F26),
      .line = hex(0x282F39),
      .hairline = hex(0x20262E),
      .ink = hex(0xE9EDF3),
      .ink2 = hex(0xA0ABBA),
      .ink3 = hex(0x8592A3),
      .accent = hex(0x86A8FF),
      .accentSoft = hex(0x1E2A47),
      .accentInk = hex(0x0D1424),
      .peak = hex(0xFF7557),
      .peakSoft = hex(0x3A1F1A),
      .good = hex(0x52C796),
      .goodSoft = hex(0x16302A),
      .fillInk = hex(0xF2F5F9),
      .fillInk2 = hex(0xC9D1DC),
      .tail = hex(0x20262F),
      .tailLine = hex(0x2D3540),
      .tailInk = hex(0xA6B1C0),
      .cycles = hex(0x3B4554),
      .families = {{{hex(0x33508F), hex(0x6C92E8)},
                    {hex(0x1F5F58), hex(0x46A99B)},
                    {hex(0x6D5420), hex(0xC79A44)},
                    {hex(0x39414D), hex(0x6B7686)}}},
      .dark = true,
  };
}

Tokens makeStrongLight() {
  return {
      .ground = hex(0xF4F5F7),
      .surface = hex(0xFFFFFF),
      .raised = hex(0xFFFFFF),
      .sunk = hex(0xF1F3F6),
      .line = hex(0x5A6270),
      .hairline = hex(0x7A828F),
      .ink = hex(0x000000),
      .ink2 = hex(0x2B2F36),
      .ink3 = hex(0x3D434C),
      .accent = hex(0x1A3FB0),
      .accentSoft = hex(0xDCE6FC),
      .accentInk = hex(0xFFFFFF),
      .peak = hex(0x8F1A08),
      .peakSoft = hex(0xFBEAE5),
      .good = hex(0x0B5A3B),
      .goodSoft = hex(0xE4F4EC),
      .fillInk = hex(0x000000),
      .fillInk2 = hex(0x1F2430),
      .tail = hex(0xE9ECF1),
      .tailLine = hex(0x5A6270),
      .tailInk = hex(0x1F2430),
      .cycles = hex(0x8491A8),
      .families = {{{hex(0xCFDCFA), hex(0x2F5BD8)},
                    {hex(0xC8ECE5), hex(0x0E6B5D)},
                    {hex(0xFAE3B5), hex(0x8A5A00)},
                    {hex(0xDDE1E8), hex(0x4D5766)}}},
      .dark = false,
  };
}

Tokens makeStrongDark() {
  return {
      .ground = hex(0x000000),
      .surface = hex(0x000000),
      .raised = hex(0x0D0F12),
      .sunk = hex(0x14171B),
      .line = hex(0x9AA4B2),
      .hairline = hex(0x7A8491),
      .ink = hex(0xFFFFFF),
      .ink2 = hex(0xE1E6ED),
      .ink3 = hex(0xC3CBD6),
      .accent = hex(0xA9C1FF),
      .accentSoft = hex(0x182650),
      .accentInk = hex(0x000000),
      .peak = hex(0xFF9A82),
      .peakSoft = hex(0x3A1F1A),
      .good = hex(0x7FE3B5),
      .goodSoft = hex(0x16302A),
      .fillInk = hex(0xFFFFFF),
      .fillInk2 = hex(0xE9EDF3),
      .tail = hex(0x14181E),
      .tailLine = hex(0x7A8491),
      .tailInk = hex(0xE1E6ED),
      .cycles = hex(0x5C6778),
      .families = {{{hex(0x20376B), hex(0xA9C1FF)},
                    {hex(0x123F3A), hex(0x7FDCCB)},
                    {hex(0x4A3812), hex(0xF2C46A)},
                    {hex(0x2B323C), hex(0xAEB8C6)}}},
      .dark = true,
  };
}

bool strongContrast = false;

} // namespace

const Tokens& lightTokens() {
  static const Tokens tokens = makeLight();
  return tokens;
}

const Tokens& darkTokens() {
  static const Tokens tokens = makeDark();
  return tokens;
}

const Tokens& strongLightTokens() {
  static const Tokens tokens = makeStrongLight();
  return tokens;
}

const Tokens& strongDarkTokens() {
  static const Tokens tokens = makeStrongDark();
  return tokens;
}

void setStrongContrast(bool strong) { strongContrast = strong; }

const Tokens& tokensOf(bool dark) {
  if (strongContrast) return dark ? strongDarkTokens() : strongLightTokens();
  return dark ? darkTokens() : lightTokens();
}

const Tokens& tokensOn(const QColor& ground) { return tokensOf(ground.lightness() < 128); }

} // namespace arenascope::ui
