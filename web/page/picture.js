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

const kLeft = 74, kTop = 30, kRight = 12, kBelow = 44;

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
    this.watch = new ResizeObserver(() => this.paint());
    this.watch.observe(element);
    element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    element.addEventListener('pointerdown', (event) => this.press(event));
    element.addEventListener('pointermove', (event) => this.move(event));
    element.addEventListener('pointerup', (event) => this.release(event));
    element.addEventListener('dblclick', () => this.showAll());
    element.addEventListener('keydown', (event) => this.key(event));
    this.pointers = new Map();
  }

  close() { this.watch.disconnect(); }
  showAll() { this.time.reset(); this.bytes.reset(); this.paint(); }
  x(step) { return kLeft + (step - this.time.first) / this.time.length * this.width; }
  y(byte) { return kTop + this.height - (byte - this.bytes.first) / this.bytes.length * this.height; }
  stepAt(x) { return this.time.first + (x - kLeft) / this.width * this.time.length; }
  byteAt(y) { return this.bytes.first + (kTop + this.height - y) / this.height * this.bytes.length; }

  place(event) {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  wheel(event) {
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

  begin() {
    const box = this.element.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(box.width * ratio)), height = Math.max(1, Math.round(box.height * ratio));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    this.width = Math.max(10, box.width - kLeft - kRight);
    this.height = Math.max(10, box.height - kTop - kBelow);
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue('--' + name).trim();
    this.dark = style.colorScheme === 'dark' ? 1 : 0;
    const paint = this.canvas.getContext('2d');
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint.font = '12px system-ui, sans-serif';
    paint.textBaseline = 'middle';
    paint.fillStyle = this.colour('background');
    paint.fillRect(0, 0, box.width, box.height);
    paint.fillStyle = this.colour('free');
    paint.fillRect(kLeft, kTop, this.width, this.height);
    this.bytesAxis(paint);
    return paint;
  }

  bytesAxis(paint) {
    let step = 1;
    while (step / this.bytes.length * this.height < 36) step *= 2;
    paint.textAlign = 'right';
    for (let at = Math.ceil(this.bytes.first / step) * step; at <= this.bytes.first + this.bytes.length; at += step) {
      const y = Math.round(this.y(at));
      paint.fillStyle = this.colour('grid');
      paint.fillRect(kLeft, y, this.width, 1);
      paint.fillStyle = this.colour('weak');
      const text = at > 0 && step % 1048576 === 0 ? grouped(at / 1048576) + ' MiB'
        : at > 0 && step % 1024 === 0 ? grouped(at / 1024) + ' KiB' : grouped(at) + ' B';
      paint.fillText(text, kLeft - 8, y);
    }
  }

  rect(firstStep, endStep, firstByte, endByte) {
    const left = Math.round(Math.max(kLeft, this.x(firstStep)));
    const right = Math.round(Math.min(kLeft + this.width, this.x(endStep)));
    const top = Math.round(Math.max(kTop, this.y(endByte)));
    const bottom = Math.round(Math.min(kTop + this.height, this.y(firstByte)));
    if (right < kLeft || left > kLeft + this.width || bottom < kTop || top > kTop + this.height ||
        this.x(endStep) <= kLeft || this.x(firstStep) >= kLeft + this.width) return null;
    return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
  }

  // The first of several texts that fits.
  fitting(paint, box, texts, colour) {
    if (!box || box.height < 13) return;
    paint.fillStyle = colour;
    paint.textAlign = 'center';
    const middle = box.left + box.width / 2;
    // Two lines if they fit.
    const lines = texts[0].split('\n');
    if (lines.length === 2 && box.height >= 32 && lines.every((line) => paint.measureText(line).width <= box.width - 6))
      return lines.forEach((line, index) => paint.fillText(line, middle, box.top + box.height / 2 + (index - 0.5) * 15));
    for (const text of texts.map((each) => each && each.replace('\n', '  ')))
      if (text && paint.measureText(text).width <= box.width - 6)
        return paint.fillText(text, middle, box.top + box.height / 2);
    const last = texts[texts.length - 1];
    if (box.width < 14 || paint.measureText(last).width > box.height - 6) return;
    paint.save();
    paint.translate(box.left + box.width / 2, box.top + box.height / 2);
    paint.rotate(-Math.PI / 2);
    paint.fillText(last, 0, 0);
    paint.restore();
  }

  tag(paint, text, y, colour) {
    const width = Math.min(paint.measureText(text).width + 10, this.width - 4);
    const left = kLeft + (this.width - width) / 2;
    const top = y - 20 > kTop ? y - 20 : y + 4;
    paint.fillStyle = this.colour('background');
    paint.fillRect(left, top, width, 17);
    paint.fillStyle = colour;
    paint.textAlign = 'center';
    paint.fillText(text, left + width / 2, top + 9, width - 6);
  }

  legend(paint, items) {
    let x = kLeft;
    paint.textAlign = 'left';
    for (const [colour, text, frame] of items) {
      const width = 17 + paint.measureText(text).width;
      if (x + width > kLeft + this.width) return;
      if (frame) {
        paint.strokeStyle = colour;
        paint.lineWidth = 2;
        paint.strokeRect(x + 1, 10, 10, 10);
      } else {
        paint.fillStyle = colour;
        paint.fillRect(x, 9, 12, 12);
        paint.strokeStyle = this.colour('weak');
        paint.lineWidth = 1;
        paint.strokeRect(x + 0.5, 9.5, 11, 11);
      }
      paint.fillStyle = this.colour('text');
      paint.fillText(text, x + 17, 15);
      x += width + 16;
    }
  }

  // The chart as an image file.
  toBlob() { return new Promise((done) => this.canvas.toBlob(done, 'image/png')); }
}

class InferencePicture extends Picture {
  // bytes: length of the byte axis, for two charts on one scale.
  constructor(element, scene, bytes = scene.minimum_bytes) {
    super(element, scene.steps.length, bytes,
      'Buffers over the operators. Arrow keys choose operators and buffers, plus and minus zoom, 0 shows all.');
    this.scene = scene;
    this.marks = {};
    this.steps = scene.steps.map((step, index) => (step.row >= 0 ? index : -1)).filter((index) => index >= 0);
  }

  // The buffer at this point, or else the operator.
  at(step, byte) {
    const { buffers, order } = this.scene;
    const at = Math.floor(step);
    for (let i = order.length - 1; i >= 0; --i) {
      const buffer = buffers[order[i]];
      if (buffer.first_step <= at && at <= buffer.last_step && buffer.first_byte <= byte && byte < buffer.end_byte)
        return { buffer: order[i], step: at };
    }
    return at >= 0 && this.scene.steps[at]?.row >= 0 ? { step: at } : {};
  }

  choose(step, byte) {
    const marks = this.at(step, byte);
    const again = marks.buffer === this.marks.buffer && (marks.buffer !== undefined || marks.step === this.marks.step);
    this.select(again ? {} : marks);
  }

  hover(step, byte) {
    const marks = this.at(step, byte);
    this.element.title = marks.step === undefined ? '' : this.describe(marks);
  }

  select(marks) {
    this.marks = marks;
    this.onChoose(marks);
    this.paint();
  }

  stepBy(by) {
    const { step } = this.marks;
    const next = step === undefined ? (by > 0 ? this.steps[0] : this.steps[this.steps.length - 1])
      : this.steps[Math.min(this.steps.length - 1, Math.max(0, this.steps.indexOf(step) + by))];
    if (next === undefined) return;
    if (next < this.time.first || next + 1 > this.time.first + this.time.length)
      this.time.pan(next + 0.5 - this.time.first - this.time.length / 2);
    this.select({ step: next });
  }

  // The next buffer up or down among those in use at the chosen operator.
  bufferBy(by) {
    const step = this.marks.step ?? this.steps[0];
    const live = this.scene.buffers.map((buffer, index) => ({ ...buffer, index }))
      .filter((buffer) => buffer.first_step <= step && step <= buffer.last_step)
      .sort((a, b) => a.first_byte - b.first_byte).map((buffer) => buffer.index);
    if (live.length === 0) return;
    const now = live.indexOf(this.marks.buffer);
    const next = now < 0 ? (by > 0 ? 0 : live.length - 1) : Math.min(live.length - 1, Math.max(0, now + by));
    this.select({ step, buffer: live[next] });
  }

  fit() {
    const buffer = this.scene.buffers[this.marks.buffer];
    if (buffer) this.time.show(buffer.first_step, buffer.last_step + 1);
    else if (this.marks.step !== undefined) this.time.show(this.marks.step - 2, this.marks.step + 3);
  }

  strong(buffer, index) {
    const { step } = this.marks;
    const chosen = this.scene.buffers[this.marks.buffer];
    if (chosen) return buffer.first_byte < chosen.end_byte && chosen.first_byte < buffer.end_byte;
    return step === undefined || (buffer.first_step <= step && step <= buffer.last_step);
  }

  paint() {
    const paint = this.begin();
    const { scene } = this;
    const ink = this.dark ? '#ffffff' : '#12181e';
    paint.save();
    paint.beginPath();
    paint.rect(kLeft, kTop, this.width, this.height);
    paint.clip();
    const steps = scene.steps.length;
    const tail = this.rect(0, steps, scene.minimum_bytes - scene.tail_bytes, scene.minimum_bytes);
    if (tail) {
      paint.fillStyle = this.colour('tail');
      paint.fillRect(tail.left, tail.top, tail.width, tail.height);
      this.fitting(paint, { ...tail, height: Math.min(tail.height, 20) },
        [`tail: persistent, ${grouped(scene.tail_bytes)} bytes`, 'tail'], this.colour('tail-text'));
    }
    const labelled = [];
    for (const index of scene.order) {
      const buffer = scene.buffers[index];
      if (buffer.last_step < 0) continue;
      const box = this.rect(buffer.first_step, buffer.last_step + 1, buffer.first_byte, buffer.end_byte);
      if (!box) continue;
      const strong = this.strong(buffer, index);
      const chosen = index === this.marks.buffer;
      const border = chosen ? 3 : 1;
      paint.globalAlpha = strong ? 1 : 0.25;
      if (box.width >= 6 && box.height >= 6) {
        paint.fillStyle = chosen ? this.colour('selection') : buffer.peak ? this.colour('peak') : this.colour('weak');
        paint.fillRect(box.left, box.top, box.width, box.height);
        paint.fillStyle = buffer.fill[this.dark];
        paint.fillRect(box.left + border, box.top + border, box.width - 2 * border, box.height - 2 * border);
      } else {
        paint.fillStyle = buffer.fill[this.dark];
        paint.fillRect(box.left, box.top, box.width, box.height);
      }
      if (buffer.scratch && box.width >= 8 && box.height >= 8) this.hatch(paint, box, ink, 0.25);
      paint.globalAlpha = 1;
      labelled.push([box, buffer, strong]);
    }
    for (const [step, first, end] of scene.lost) {
      const box = this.rect(step, step + 1, first, end);
      if (box) this.hatch(paint, box, this.colour('peak'), 0.5);
    }
    for (const [box, buffer, strong] of labelled) {
      if (!strong) continue;
      const size = humanBytes(buffer.bytes).replace('.0 ', ' ');
      this.fitting(paint, box, [buffer.name + '\n' + size, buffer.writer && buffer.writer + '  ' + size, size], ink);
    }
    if (this.marks.step !== undefined) {
      const box = this.rect(this.marks.step, this.marks.step + 1, this.bytes.first, this.bytes.first + this.bytes.length);
      if (box) {
        paint.strokeStyle = this.colour('selection');
        paint.lineWidth = 2;
        paint.strokeRect(box.left, box.top, box.width, box.height);
      }
    }
    this.line(paint, scene.head_bytes);
    if (scene.room_bytes !== undefined) this.line(paint, scene.room_bytes);
    paint.restore();
    const short = scene.caption.split(';')[0];
    if (scene.caption)
      this.tag(paint, paint.measureText(scene.caption).width < this.width - 20 ? scene.caption : short,
        this.y(scene.head_bytes), this.colour('peak'));
    if (scene.room_bytes !== undefined)
      this.tag(paint, `available on the board: ${grouped(scene.room_bytes)} bytes; does not fit`, this.y(scene.room_bytes),
        this.colour('peak'));
    this.timeAxis(paint);
    this.legend(paint, [[this.colour('tail'), 'tail (persistent)'], [this.colour('free'), 'free'],
      [this.colour('peak'), 'part of the peak', true]]);
  }

  line(paint, byte) {
    paint.strokeStyle = this.colour('peak');
    paint.lineWidth = 1.5;
    paint.setLineDash([6, 4]);
    paint.beginPath();
    paint.moveTo(kLeft, this.y(byte));
    paint.lineTo(kLeft + this.width, this.y(byte));
    paint.stroke();
    paint.setLineDash([]);
  }

  hatch(paint, box, colour, alpha) {
    const before = paint.globalAlpha;
    paint.save();
    paint.beginPath();
    paint.rect(box.left, box.top, box.width, box.height);
    paint.clip();
    paint.globalAlpha = before * alpha;
    paint.strokeStyle = colour;
    paint.lineWidth = 1;
    paint.beginPath();
    const first = Math.floor((box.left - box.height) / 8) * 8;
    for (let x = first; x < box.left + box.width; x += 8) {
      paint.moveTo(x, box.top + box.height);
      paint.lineTo(x + box.height, box.top);
    }
    paint.stroke();
    paint.restore();
  }

  timeAxis(paint) {
    paint.textAlign = 'center';
    let next = -Infinity;
    const last = Math.min(this.scene.steps.length, Math.ceil(this.time.first + this.time.length));
    for (let step = Math.floor(this.time.first); step < last; ++step) {
      const middle = this.x(step + 0.5);
      const text = step === 0 ? 'in' : this.scene.steps[step].label;
      const width = paint.measureText(text).width;
      if (middle - next < width + 10 || middle < kLeft || middle > kLeft + this.width) continue;
      next = middle;
      paint.fillStyle = this.colour('weak');
      paint.fillText(text, middle, kTop + this.height + 12);
    }
    paint.fillStyle = this.colour('weak');
    paint.fillText('operators in order of execution', kLeft + this.width / 2, kTop + this.height + 30);
  }

  // Describes an item in words; by default the selection.
  describe({ step, buffer } = this.marks) {
    const chosen = this.scene.buffers[buffer];
    if (chosen) {
      const at = (text) => (/^\d/.test(text) ? 'operator ' + text : text);
      const shares = this.scene.buffers.filter((other) => other !== chosen &&
        other.first_byte < chosen.end_byte && chosen.first_byte < other.end_byte).length;
      return `${chosen.full_name} (${chosen.kind}) ${chosen.detail}: ${grouped(chosen.bytes)} bytes at offset ` +
        `${grouped(chosen.first_byte)}` + (chosen.from ? `, in use from ${at(chosen.from)} to ${at(chosen.to)}` : '') +
        (shares ? `; ${shares} other buffers use these bytes at other times` : '') +
        (chosen.offline ? '; placed by the model’s offline plan' : '');
    }
    const row = this.scene.steps[step];
    if (row) {
      const live = this.scene.buffers.filter((one) => one.first_step <= step && step <= one.last_step);
      return `Operator ${row.title}: ${grouped(row.live_bytes)} bytes in use by ${live.length} buffers: ` +
        live.map((one) => `${one.name} ${grouped(one.bytes)}`).join(', ');
    }
    return this.scene.head;
  }
}

class SetupPicture extends Picture {
  constructor(element, scene) {
    super(element, scene.phases.length ? scene.phases.at(-1).position_end : 1, scene.minimum_bytes,
      'The arena during set-up, allocation by allocation. Plus and minus zoom, 0 shows all.');
    this.scene = scene;
  }

  // Nearly all allocations prepare operators: each phase gets a readable width, with a linear scale inside.
  positionOf(event) {
    const phase = this.scene.phases.find((one) => event < one.end) ?? this.scene.phases.at(-1);
    return phase.position + (event - phase.first) / (phase.end - phase.first) * (phase.position_end - phase.position);
  }
  eventAt(position) {
    const phase = this.scene.phases.find((one) => position < one.position_end) ?? this.scene.phases.at(-1);
    return phase.first + (position - phase.position) / (phase.position_end - phase.position) * (phase.end - phase.first);
  }

  paint() {
    const paint = this.begin();
    if (!this.scene.phases.length) return;
    const { moments, phases, minimum_bytes: size, fullest_moment: fullest } = this.scene;
    paint.save();
    paint.beginPath();
    paint.rect(kLeft, kTop, this.width, this.height);
    paint.clip();
    const xOf = (event) => this.x(this.positionOf(event));
    const end = Math.min(moments.length, Math.ceil(this.eventAt(this.time.first + this.time.length)));
    for (let i = Math.floor(this.eventAt(this.time.first)); i < end;) {
      // Events on one pixel become one column, the fullest of them.
      let next = i + 1, moment = moments[i];
      for (; next < end && xOf(next + 1) < xOf(i) + 1; ++next)
        if (moments[next][3] > moment[3]) moment = moments[next];
      const [head, temp, tail] = moment;
      for (const [first, last, colour] of [[0, head, 'head'], [head, temp, 'temp'], [size - tail, size, 'tail']]) {
        const box = last > first ? this.rect(this.positionOf(i), this.positionOf(next), first, last) : null;
        if (!box) continue;
        paint.fillStyle = this.colour(colour);
        paint.fillRect(box.left, box.top, box.width + 1, box.height);
      }
      i = next;
    }
    paint.strokeStyle = this.colour('peak');
    paint.lineWidth = 2;
    paint.beginPath();
    paint.moveTo(xOf(fullest + 0.5), kTop);
    paint.lineTo(xOf(fullest + 0.5), kTop + this.height);
    paint.stroke();
    paint.restore();
    for (const phase of phases) {
      const box = this.rect(phase.position, phase.position_end, this.bytes.first, this.bytes.first + this.bytes.length);
      if (!box) continue;
      paint.strokeStyle = this.colour('weak');
      paint.lineWidth = 1;
      paint.beginPath();
      paint.moveTo(box.left + 0.5, kTop + this.height);
      paint.lineTo(box.left + 0.5, kTop + this.height + 18);
      paint.stroke();
      if (paint.measureText(phase.name).width < box.width - 6) {
        paint.fillStyle = this.colour('weak');
        paint.textAlign = 'center';
        paint.fillText(phase.name, box.left + box.width / 2, kTop + this.height + 10);
      }
    }
    this.tag(paint, `least free space: sets the minimum of ${grouped(size)} bytes`, kTop + this.height / 2,
      this.colour('peak'));
    paint.fillStyle = this.colour('weak');
    paint.textAlign = 'center';
    paint.fillText('allocations in order, from construction to the end of AllocateTensors()', kLeft + this.width / 2,
      kTop + this.height + 30, this.width);
    this.legend(paint, [[this.colour('head'), 'head'], [this.colour('temp'), 'temporary'],
      [this.colour('tail'), 'tail (persistent)'], [this.colour('free'), 'free']]);
  }
}
