#include "emulator/protocol/channel.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace arenascope::protocol {

namespace {

struct Header {
  Message message{};
  std::uint32_t reserved = 0;
  std::uint64_t bytes = 0;
};

constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30; // limit of one message: a large model, with margin
constexpr std::size_t kMuch = 64U << 10;
constexpr int kTick = 50; // ms

} // namespace

bool isWaitedFor(const trace::Event& event) {
  return event.kind == trace::EventKind::kInputsReady || event.kind == trace::EventKind::kMessage;
}

void Channel::sendLater(Message message, const Writer& values) {
  addHeader(message, values);
  waiting_.insert(waiting_.end(), values.bytes().begin(), values.bytes().end());
  if (waiting_.size() > kMuch) flush();
}

bool Channel::send(Message message, const Writer& values) {
  if (values.bytes().size() < kMuch) {
    sendLater(message, values);
    return flush();
  }
  addHeader(message, values);
  return flush() && sendWhole(values.bytes());
}

void Channel::addHeader(Message message, const Writer& values) {
  const Header header{.message = message, .bytes = values.bytes().size()};
  const auto* first = reinterpret_cast<const std::uint8_t*>(&header);
  waiting_.insert(waiting_.end(), first, first + sizeof(header));
}

bool Channel::flush() {
  const bool sent = sendWhole(waiting_);
  waiting_.clear();
  return sent;
}

bool Channel::sendWhole(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

std::size_t Channel::readSome(std::uint8_t* to, std::size_t bytes, const std::function<bool()>& whileWaiting) {
  for (;;) {
    if (whileWaiting) {
      pollfd wanted{.fd = descriptor_, .events = POLLIN, .revents = 0};
      const int ready = poll(&wanted, 1, kTick);
      if (ready < 0 && errno != EINTR) return 0;
      if (ready <= 0) { // no data, whatever ended the wait: reading would block
        if (!whileWaiting()) return 0;
        continue;
      }
    }
    const ssize_t count = recv(descriptor_, to, bytes, 0);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return 0;
  }
}

// Small messages are read together; a large one is read straight into its buffer.
bool Channel::readWhole(void* to, std::size_t bytes, const std::function<bool()>& whileWaiting) {
  auto* at = static_cast<std::uint8_t*>(to);
  while (bytes > 0) {
    if (looked_ == come_.size() && bytes < kMuch) {
      come_.resize(kMuch);
      looked_ = 0;
      come_.resize(readSome(come_.data(), come_.size(), whileWaiting));
      if (come_.empty()) return false;
    }
    std::size_t count = std::min(bytes, come_.size() - looked_);
    if (count > 0) {
      std::copy_n(come_.begin() + static_cast<std::ptrdiff_t>(looked_), count, at);
      looked_ += count;
    } else {
      count = readSome(at, bytes, whileWaiting);
      if (count == 0) return false;
    }
    at += count;
    bytes -= count;
  }
  return true;
}

std::optional<Received> Channel::receive(const std::function<bool()>& whileWaiting) {
  Header header;
  if (!readWhole(&header, sizeof(header), whileWaiting) || header.bytes > kMostBytes) return std::nullopt;
  Received received{header.message, std::vector<std::uint8_t>(header.bytes)};
  if (!readWhole(received.bytes.data(), received.bytes.size(), whileWaiting)) return std::nullopt;
  return received;
}

bool Channel::isAlone() const {
  pollfd state{.fd = descriptor_, .events = POLLRDHUP, .revents = 0};
  return poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

} // namespace arenascope::protocol
