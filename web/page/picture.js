// Paints a scene (core/output/scene_writer): buffers over the operators, and the arena during set-up. The window paints
// the same scene; this file only draws.
'use strict';

const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

function humanBytes(bytes) {
  if (bytes < 1024) return grouped(bytes) + ' bytes';
  const mib = bytes >= 1024 * 1024;
  return (bytes / (mib ? 1024 * 1024 : 1024)).toFixed(1) + (mib ? ' MiB' : ' KiB');
}

// The visible range of an axis.
class AxisView {
  constructor(full, smallest) {
    this.full = full;
    this.smallest = Math.min(smallest, full);
    this.reset();
  }
  reset() { this.first = 0; this.length = this.full; }
  get zoomed() { return this.length < this.full; }
  zoom(factor, anchor) {
    const share = (anchor - this.first) / this.length;
    this.length = Math.min(this.full, Math.max(this.smallest, this.length / factor));
    this.pan(anchor - share * this.length - this.first);
  }
  pan(distance) { this.first = Math.min(this.full - this.length, Math.max(0, this.first + distance)); }
  show(first, last) {
    this.length = Math.min(this.full, Math.max(this.smallest, last - first));
    this.first = 0;
    this.pan((first + last - this.length) / 2);
  }
}

const kLeft = 62, kAbove = 34, kRight = 18, kBelow = 30, kLegendRow = 18;
const kFont = 'Inter, system-ui, sans-serif';

// A canvas that follows its element's size, with a time axis and a byte axis.
class Picture {
  constructor(element, steps, bytes, label) {
    this.element = element;
    this.canvas = document.createElement('canvas');
    this.canvas.setAttribute('aria-hidden', 'true');
    element.append(this.canvas);
    element.tabIndex = 0;
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', label);
    this.time = new AxisView(Math.max(1, steps), 2);
    this.bytes = new AxisView(Math.max(1, bytes), 64);
    this.onChoose = () => {};
    this.above = kAbove;
    this.below = kBelow;
    this.watch = new ResizeObserver(() => this.paint());
    this.watch.observe(element);
    element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.release(event));
    element.addEventListener('pointercancel', (event) => this.pointers.delete(event.pointerId));
    element.addEventListener('dblclick', () => this.showAll());
    element.addEventListener('keydown', (event) => this.key(event));
    this.pointers = new Map();
  }

  close() { this.watch.disconnect(); }
  showAll() { this.time.reset(); this.bytes.reset(); this.paint(); }
  x(step) { return kLeft + (step - this.time.first) / this.time.length * this.width; }
  y(byte) { return this.above + this.height - (byte - this.bytes.first) / this.bytes.length * this.height; }
  stepAt(x) { return this.time.first + (x - kLeft) / this.width * this.time.length; }
  byteAt(y) { return this.bytes.first + (this.above + this.height - y) / this.height * this.bytes.length; }

  place(event) {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  // Out of the whole chart the page scrolls on.
  wheel(event) {
    if (event.deltaY > 0 && !(event.shiftKey ? this.bytes : this.time).zoomed) return;
    event.preventDefault();
    const at = this.place(event);
    const factor = Math.pow(1.0015, -event.deltaY);
    if (event.shiftKey) this.bytes.zoom(factor, this.byteAt(at.y));
    else this.time.zoom(factor, this.stepAt(at.x));
    this.paint();
  }

  press(event) {
    this.element.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
    const at = this.place(event);
    this.pointers.set(event.pointerId, { ...at, startX: at.x, startY: at.y });
  }

  // One pointer drags the chart, two pointers zoom it.
  move(event) {
    const known = this.pointers.get(event.pointerId);
    const at = this.place(event);
    if (!known) return this.hover(this.stepAt(at.x), this.byteAt(at.y));
    if (this.pointers.size === 2) {
      const other = [...this.pointers.entries()].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(known.x - other.x, known.y - other.y);
      const now = Math.hypot(at.x - other.x, at.y - other.y);
      if (before > 0) this.time.zoom(now / before, this.stepAt((at.x + other.x) / 2));
      this.pinched = true;
    } else {
      this.time.pan(-(at.x - known.x) / this.width * this.time.length);
      this.bytes.pan((at.y - known.y) / this.height * this.bytes.length);
    }
    known.x = at.x;
    known.y = at.y;
    this.paint();
  }

  release(event) {
    const known = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!known || this.pinched) {
      if (this.pointers.size === 0) this.pinched = false;
      return;
    }
    const at = this.place(event);
    if (Math.hypot(at.x - known.startX, at.y - known.startY) < 4) this.choose(this.stepAt(at.x), this.byteAt(at.y));
  }

  key(event) {
    const middle = this.time.first + this.time.length / 2;
    const keys = {
      '+': () => this.time.zoom(1.5, middle), '=': () => this.time.zoom(1.5, middle),
      '-': () => this.time.zoom(1 / 1.5, middle), w: () => this.time.zoom(1.5, middle),
      s: () => this.time.zoom(1 / 1.5, middle), a: () => this.time.pan(-this.time.length / 8),
      d: () => this.time.pan(this.time.length / 8), 0: () => this.showAll(),
      ArrowLeft: () => this.stepBy(-1), ArrowRight: () => this.stepBy(1),
      ArrowUp: () => this.bufferBy(1), ArrowDown: () => this.bufferBy(-1),
      Escape: () => this.select({}), f: () => this.fit(),
    };
    const action = event.ctrlKey || event.metaKey || event.altKey ? null : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
    this.paint();
  }

  stepBy() {}
  bufferBy() {}
  select() {}
  fit() {}
  choose() {}
  hover() {}
  legendItems() { return []; }

  begin() {
    const box = this.element.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.width = Math.max(10, box.width - kLeft - kRight);
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue('--' + name).trim();
    this.dark = style.colorScheme === 'dark' ? 1 : 0;
    const paint = this.canvas.getContext('2d');
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.font = `11px ${kFont}`;
    paint.textBaseline = 'middle';
    paint.fillStyle = this.colour('background');
    paint.fillRect(0, 0, box.width, box.height);
    this.above = kAbove + kLegendRow * this.legend(paint);
    this.height = Math.max(10, box.height - this.above - this.below);
    paint.font = `11px ${kFont}`;
    paint.fillStyle = this.colour('free');
    paint.fillRect(kLeft, this.above, this.width, this.height);
    this.bytesAxis(paint);
    return paint;
  }

  bytesAxis(paint) {
    let step = 1;
    while (step / this.bytes.length * this.height < 56) step *= 2;
    paint.textAlign = 'right';
    for (let at = Math.ceil(this.bytes.first / step) * step; at <= this.bytes.first + this.bytes.length; at += step) {
      const y = Math.round(this.y(at));
      paint.fillStyle = this.colour(at > 0 ? 'grid-soft' : 'faint');
      paint.fillRect(kLeft, y, this.width, 1);
      paint.fillStyle = this.colour('faint');
      const text = at === 0 ? '0' : step % 1048576 === 0 ? grouped(at / 1048576) + ' MiB'
        : step % 1024 === 0 ? grouped(at / 1024) + ' KiB' : grouped(at) + ' B';
      paint.fillText(text, kLeft - 10, y);
    }
  }

  rect(firstStep, endStep, firstByte, endByte) {
    const left = Math.round(Math.max(kLeft, this.x(firstStep)));
    const right = Math.round(Math.min(kLeft + this.width, this.x(endStep)));
    const top = Math.round(Math.max(this.above, this.y(endByte)));
    const bottom = Math.round(Math.min(this.above + this.height, this.y(firstByte)));
    if (right < kLeft || left > kLeft + this.width || bottom < this.above || top > this.above + this.height ||
        this.x(endStep) <= kLeft || this.x(firstStep) >= kLeft + this.width) return null;
    return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
  }

  // Writes the first of the texts that fits; of two lines the first is strong.
  fitting(paint, box, texts, colour, sub = colour) {
    if (!box || box.height < 13) return;
    const write = (text, x, y, strong, ink) => {
      paint.font = `${strong ? '600 ' : ''}11px ${kFont}`;
      paint.fillStyle = ink;
      paint.fillText(text, x, y);
    };
    const width = (text, strong) => {
      paint.font = `${strong ? '600 ' : ''}11px ${kFont}`;
      return paint.measureText(text).width;
    };
    paint.textAlign = 'center';
    const middle = box.left + box.width / 2, centre = box.top + box.height / 2;
    for (const text of texts.filter(Boolean)) {
      const [name, size] = text.split('\n');
      if (size !== undefined && (box.height < 34 || width(size) > box.width - 6)) continue;
      if (width(name, true) > box.width - 6) continue;
      write(name, middle, size === undefined ? centre : centre - 7, size !== undefined || texts.length > 1, colour);
      if (size !== undefined) write(size, middle, centre + 8, false, sub);
      return;
    }
    const last = texts[texts.length - 1];
    if (box.width < 14 || width(last) > box.height - 6) return;
    paint.save();
    paint.translate(middle, centre);
    paint.rotate(-Math.PI / 2);
    write(last, 0, 0, false, colour);
    paint.restore();
  }

  // A box of a family's colour; border: its colour and width.
  box(paint, box, fill, edge, border = 1) {
    paint.fillStyle = fill;
    paint.strokeStyle = edge;
    paint.lineWidth = border;
    if (box.width >= 24 && box.height >= 9) {
      paint.beginPath();
      paint.roundRect(box.left + 1 + border / 2, box.top + 1 + border / 2, box.width - 2 - border,
        box.height - 1 - border, 3);
      paint.fill();
      paint.stroke();
      return;
    }
    const framed = box.width >= 6 && box.height >= 6;
    paint.fillStyle = framed ? edge : fill;
    paint.fillRect(box.left, box.top, box.width, box.height);
    paint.fillStyle = fill;
    if (framed)
      paint.fillRect(box.left + border, box.top + border, box.width - 2 * border, box.height - 2 * border);
  }

  tag(paint, text, y, colour) {
    const width = Math.min(paint.measureText(text).width + 10, this.width - 4);
    const left = kLeft + (this.width - width) / 2;
    const top = y - 20 > this.above ? y - 20 : y + 4;
    paint.fillStyle = this.colour('background');
    paint.fillRect(left, top, width, 17);
    paint.fillStyle = colour;
    paint.textAlign = 'center';
    paint.fillText(text, left + width / 2, top + 9, width - 6);
  }

  // What the colours mean, in as many rows as the width asks for; the rows beside the first.
  legend(paint) {
    let x = kLeft, row = 0;
    paint.textAlign = 'left';
    paint.font = `12px ${kFont}`;
    for (const [colour, text, frame, edge] of this.legendItems()) {
      const width = 17 + paint.measureText(text).width;
      if (x + width > kLeft + this.width && x > kLeft) {
        x = kLeft;
        ++row;
      }
      const y = 10 + kLegendRow * row;
      paint.beginPath();
      paint.roundRect(x + (frame ? 1 : 0.5), y + (frame ? 1 : 0.5), frame ? 8 : 9, frame ? 8 : 9, 3);
      paint.fillStyle = frame ? 'transparent' : colour;
      paint.strokeStyle = frame ? colour : edge ?? this.colour('faint');
      paint.lineWidth = frame ? 2 : 1;
      paint.fill();
      paint.stroke();
      paint.fillStyle = this.colour('weak');
      paint.fillText(text, x + 17, y + 5);
      x += width + 16;
    }
    return row;
  }

  // The chart as an image file.
  toBlob() { return new Promise((done) => this.canvas.toBlob(done, 'image/png')); }
}
