// The pictures of an arena: buffers over the layers, with the tail above them, and the arena while it is set up.
'use strict';

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
    const chosen = this.scene.buffers[this.marks.buffer];
    if (chosen) return buffer.first_byte < chosen.end_byte && chosen.first_byte < buffer.end_byte;
    return true;
  }

  paint() {
    const paint = this.begin();
    const { scene } = this;
    const ink = this.dark ? '#ffffff' : '#12181e';
    paint.save();
    paint.beginPath();
    paint.rect(kLeft, this.above, this.width, this.height);
    paint.clip();
    const steps = scene.steps.length;
    this.tail(paint, steps);
    const peak = scene.steps.findIndex((step) => step.row >= 0 && step.row === scene.peak_row);
    const column = peak < 0 ? null : this.rect(peak, peak + 1, 0, scene.head_bytes);
    if (column) {
      paint.globalAlpha = 0.09;
      paint.fillStyle = this.colour('peak');
      paint.fillRect(column.left, column.top, column.width, column.height);
      paint.globalAlpha = 1;
    }
    const labelled = [];
    for (const index of scene.order) {
      const buffer = scene.buffers[index];
      if (buffer.last_step < 0) continue;
      const box = this.rect(buffer.first_step, buffer.last_step + 1, buffer.first_byte, buffer.end_byte);
      if (!box) continue;
      const strong = this.strong(buffer, index);
      const chosen = index === this.marks.buffer;
      paint.globalAlpha = strong ? 1 : 0.25;
      this.box(paint, box, this.colour(buffer.family),
        this.colour(chosen ? 'selection' : buffer.peak ? 'peak' : buffer.family + '-edge'),
        chosen ? 3 : buffer.peak ? 2 : 1);
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
      const { label, row } = scene.steps[buffer.first_step];
      const layer = buffer.scratch ? 'scratch' : buffer.family === 'io' || row < 0 ? buffer.name : 'layer ' + label;
      this.fitting(paint, box, [layer + '\n' + size, layer, size], ink, this.colour('sub'));
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
    if (scene.head_title) this.headLabel(paint);
    if (scene.room_bytes !== undefined)
      this.tag(paint, `available on the board: ${grouped(scene.room_bytes)} bytes; does not fit`, this.y(scene.room_bytes),
        this.colour('peak'));
    this.timeAxis(paint);
  }

  legendItems() {
    const used = new Set(this.scene.buffers.map((buffer) => buffer.family));
    return [...this.scene.families.filter(({ key }) => used.has(key))
      .map(({ key, title }) => [this.colour(key), title, false, this.colour(key + '-edge')]),
    [this.colour('peak'), 'Makes the peak', true]];
  }

  // The persistent section: each layer's data at its offset, in the layer's column.
  tail(paint, steps) {
    const { scene } = this;
    const whole = this.rect(0, steps, scene.minimum_bytes - scene.tail_bytes, scene.minimum_bytes);
    if (!whole) return;
    paint.fillStyle = this.colour('tail');
    paint.fillRect(whole.left, whole.top, whole.width, whole.height);
    for (const block of scene.tail) {
      const box = this.rect(block.step, block.step + 1, block.first_byte, block.end_byte);
      if (!box) continue;
      paint.fillStyle = this.colour('tail-line');
      paint.fillRect(whole.left, box.top + box.height, whole.width, box.height > 3 ? 0.8 : 0.35);
      if (box.height >= 16 && box.width >= 34) {
        this.box(paint, box, this.colour(block.family), this.colour(block.family + '-edge'));
        const size = humanBytes(block.end_byte - block.first_byte).replace('.0 ', ' ');
        const layer = 'layer ' + scene.steps[block.step].label;
        this.fitting(paint, box, [layer + '\n' + size, layer], this.colour('text'), this.colour('sub'));
        continue;
      }
      paint.globalAlpha = 0.85;
      paint.fillStyle = this.colour(block.family + '-edge');
      paint.fillRect(box.left, box.top, Math.max(1, box.width - 1), box.height);
      paint.globalAlpha = 1;
    }
    const ends = scene.tail.map((block) => this.rect(block.step, block.step + 1, block.first_byte, block.end_byte))
      .filter(Boolean);
    const write = (text, left, top, align, font) => {
      paint.font = font + kFont;
      const width = paint.measureText(text).width;
      const first = align === 'right' ? left - width : left;
      if (ends.some((box) => first < box.left + box.width && box.left < first + width && top < box.top + box.height &&
          box.top < top + 14) || first < whole.left || first + width > whole.left + whole.width) return;
      paint.textAlign = 'left';
      paint.fillStyle = this.colour('tail-text');
      paint.fillText(text, first, top + 7);
    };
    if (whole.height >= 18) write(`Tail ${grouped(scene.tail_bytes)}`, whole.left + whole.width - 12, whole.top + 5, 'right', '600 12px ');
    for (const band of scene.tail_bands) {
      const box = this.rect(0, steps, band.first_byte, band.end_byte);
      if (!box || box.height < 15) continue;
      write(band.caption, whole.left + 12, band.of_layers ? box.top + box.height - 18 : box.top + 2, 'left', '11px ');
    }
  }

  // Beside the peak, below the end of the head, where no buffer lies; otherwise above it.
  headLabel(paint) {
    const { scene } = this;
    const { head_title: title, head_detail: detail } = scene;
    paint.font = `600 13px ${kFont}`;
    const strong = paint.measureText(title).width;
    paint.font = `12px ${kFont}`;
    const width = Math.max(strong, paint.measureText(detail).width);
    const top = this.y(scene.head_bytes) + 6;
    const covered = scene.steps.map(() => false);
    for (const buffer of scene.buffers)
      if (buffer.last_step >= 0 && this.y(buffer.end_byte) < top + 34 && this.y(buffer.first_byte) > top)
        covered.fill(true, buffer.first_step, buffer.last_step + 1);
    const peak = scene.steps.findIndex((step) => step.row >= 0 && step.row === scene.peak_row);
    const centre = this.x(Math.max(0, peak) + 0.5);
    let best;
    for (let first = 0; first < covered.length; ++first) {
      if (covered[first]) continue;
      let end = first;
      while (end < covered.length && !covered[end]) ++end;
      const left = Math.max(kLeft, this.x(first)) + 6, right = Math.min(kLeft + this.width, this.x(end)) - 6 - width;
      first = end;
      const at = Math.min(right, Math.max(left, centre));
      if (right >= left && (best === undefined || Math.abs(at - centre) < Math.abs(best - centre))) best = at;
    }
    const below = best !== undefined && top + 36 < this.above + this.height;
    const left = below ? best : Math.max(kLeft + 6, Math.min(centre, kLeft + this.width - width - 6));
    const line = below ? top : Math.max(this.above - 20, top - 46);
    if (!below) {
      paint.fillStyle = this.colour('background');
      paint.fillRect(left - 4, line, width + 8, 34);
    }
    paint.textAlign = 'left';
    paint.fillStyle = this.colour('peak');
    paint.font = `600 13px ${kFont}`;
    paint.fillText(title, left, line + 8);
    paint.fillStyle = this.colour('weak');
    paint.font = `12px ${kFont}`;
    paint.fillText(detail, left, line + 25);
  }

  line(paint, byte) {
    paint.strokeStyle = this.colour('peak');
    paint.lineWidth = 1.5;
    paint.beginPath();
    paint.moveTo(kLeft, this.y(byte));
    paint.lineTo(kLeft + this.width, this.y(byte));
    paint.stroke();
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

  // As many layers' numbers as there is room for; the peak's in any case.
  timeAxis(paint) {
    const { steps, peak_row: peakRow } = this.scene;
    const peak = steps.findIndex((step) => step.row >= 0 && step.row === peakRow);
    paint.textAlign = 'center';
    paint.font = `11px ${kFont}`;
    const text = (step) => (step === 0 ? 'in' : steps[step].label);
    const place = (step) => {
      const width = paint.measureText(text(step)).width;
      return { left: this.x(step + 0.5) - width / 2, right: this.x(step + 0.5) + width / 2 };
    };
    const ofPeak = peak < 0 ? null : place(peak);
    let next = -Infinity;
    const last = Math.min(steps.length, Math.ceil(this.time.first + this.time.length));
    for (let step = Math.floor(this.time.first); step < last; ++step) {
      const middle = this.x(step + 0.5);
      const { left, right } = place(step);
      const near = ofPeak && step !== peak && left < ofPeak.right + 8 && ofPeak.left < right + 8;
      if (middle < kLeft || middle > kLeft + this.width || (step !== peak && (near || left < next + 8))) continue;
      next = right;
      paint.fillStyle = this.colour(step === peak ? 'peak' : 'faint');
      paint.font = `${step === peak ? '600 ' : ''}11px ${kFont}`;
      paint.fillText(text(step), middle, this.above + this.height + 14);
      paint.font = `11px ${kFont}`;
    }
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
    this.below = kBelow + 14; // a line that says what the axis is
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
    paint.rect(kLeft, this.above, this.width, this.height);
    paint.clip();
    const xOf = (event) => this.x(this.positionOf(event));
    const end = Math.min(moments.length, Math.ceil(this.eventAt(this.time.first + this.time.length)));
    for (let i = Math.floor(this.eventAt(this.time.first)); i < end;) {
      // Events on one pixel become one column, the fullest of them.
      let next = i + 1, moment = moments[i];
      for (; next < end && xOf(next + 1) < xOf(i) + 1; ++next)
        if (moments[next][3] > moment[3]) moment = moments[next];
      const [head, temp, tail] = moment;
      for (const [first, last, colour] of [[0, head, 'other'], [head, temp, 'temp'], [size - tail, size, 'tail']]) {
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
    paint.moveTo(xOf(fullest + 0.5), this.above);
    paint.lineTo(xOf(fullest + 0.5), this.above + this.height);
    paint.stroke();
    paint.restore();
    for (const phase of phases) {
      const box = this.rect(phase.position, phase.position_end, this.bytes.first, this.bytes.first + this.bytes.length);
      if (!box) continue;
      paint.strokeStyle = this.colour('weak');
      paint.lineWidth = 1;
      paint.beginPath();
      paint.moveTo(box.left + 0.5, this.above + this.height);
      paint.lineTo(box.left + 0.5, this.above + this.height + 18);
      paint.stroke();
      if (paint.measureText(phase.name).width < box.width - 6) {
        paint.fillStyle = this.colour('weak');
        paint.textAlign = 'center';
        paint.fillText(phase.name, box.left + box.width / 2, this.above + this.height + 10);
      }
    }
    this.tag(paint, `least free space: sets the minimum of ${grouped(size)} bytes`, this.above + this.height / 2,
      this.colour('peak'));
    paint.fillStyle = this.colour('weak');
    paint.textAlign = 'center';
    paint.fillText('allocations in order, from construction to the end of AllocateTensors()', kLeft + this.width / 2,
      this.above + this.height + 30, this.width);
  }

  legendItems() {
    return [[this.colour('other'), 'Head: planned buffers', false, this.colour('other-edge')],
      [this.colour('temp'), 'Temporary', false, this.colour('io-edge')],
      [this.colour('tail'), 'Tail: persistent', false, this.colour('other-edge')],
      [this.colour('peak'), 'Least free space', true]];
  }
}
