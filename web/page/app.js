// The page: models that are open, what they run on, and the views of a result. Everything about a model is asked of the
// engine in the command line's words.
'use strict';

const $ = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'role') element.setAttribute(name, value); // not every browser has these as properties
    else if (name.startsWith('aria')) element.setAttribute('aria-' + name.slice(4).toLowerCase(), value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
};

const kMostBytes = 64 * 1024 * 1024;
const kViews = [['picture', 'Over operators'], ['setup', 'During set-up'], ['operators', 'Operators'],
  ['buffers', 'Buffers'], ['tail', 'Tail'], ['plan', 'Better plan'], ['boards', 'Boards'], ['explain', 'Explain a message'],
  ['compare', 'Compare'], ['export', 'For your firmware']];

// Files opened before the engine has sent its choices wait for them, in order.
class OpenedEarly {
  constructor() {
    this.files = [];
    this.page = null;
    $('file').onchange = () => { this.open([...$('file').files]); $('file').value = ''; };
    for (const id of ['open', 'choose']) $(id).onclick = () => $('file').click();
    for (const type of ['dragenter', 'dragover'])
      document.addEventListener(type, (event) => { event.preventDefault(); document.body.classList.add('dragging'); });
    document.addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) document.body.classList.remove('dragging');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      document.body.classList.remove('dragging');
      this.open([...event.dataTransfer.files]);
    });
  }

  open(files) {
    if (this.page) return this.page.openFiles(files);
    this.files.push(...files);
    $('busy-text').textContent = 'Starting…';
    $('busy').hidden = this.files.length === 0;
  }

  async ready(page) {
    this.page = page;
    $('busy').hidden = true;
    await page.openFiles(this.files.splice(0));
  }
}

class Page {
  constructor(engine, samples, version) {
    this.engine = engine;
    this.samples = samples;
    this.models = []; // { name, bytes, settings, page, view, drafts }
    this.current = -1;
    this.pictures = [];
    $('version').textContent = `ArenaScope ${version}.`;
    this.bind();
  }

  get model() { return this.models[this.current]; }

  bind() {
    $('scheme').onclick = () => this.turnScheme();
    $('cancel').onclick = () => this.engine.cancel();
    $('copy').onclick = () => this.copy($('size').textContent, 'Size copied.');
    $('settings').onsubmit = (event) => event.preventDefault();
    $('settings').onchange = ({ target: control }) => {
      if (control.id === 'target') $('board').value = '';
      if (control.id === 'board') this.boardChosen();
      this.offerKernels();
      this.settingsChanged();
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.repaint());
    for (const list of [$('views'), $('models')]) list.onkeydown = (event) => this.moveInTabs(event, list);
  }

  // Arrow keys move between tabs, as ARIA's pattern for tabs asks.
  moveInTabs(event, list) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const tabs = [...list.querySelectorAll('[role="tab"]')];
    const next = tabs[(tabs.indexOf(document.activeElement) + by + tabs.length) % tabs.length];
    event.preventDefault();
    next.click();
    list.querySelector('[aria-selected="true"]')?.focus();
  }

  turnScheme() {
    const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
    document.documentElement.dataset.scheme = dark ? 'light' : 'dark';
    this.repaint();
  }

  repaint() { for (const picture of this.pictures) picture.paint(); }
  say(text) { $('said').textContent = text; }

  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = make('textarea', { value: text });
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    this.say(done);
  }

  save(name, contents, type = 'text/plain') {
    const url = URL.createObjectURL(contents instanceof Blob ? contents : new Blob([contents], { type }));
    make('a', { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }

  // The form and its choices come from the module: what a profile takes.
  async offerChoices() {
    const { out } = await this.engine.run(['choices']);
    this.choices = JSON.parse(out);
    $('settings').append(...this.choices.fields.map((field) => this.control(field)));
    this.offerKernels();
    for (const [index, sample] of this.samples.entries()) {
      if (index) $('samples').append(' · ');
      $('samples').append(make('button', { type: 'button', textContent: sample.name.replace('.tflite', ''),
        onclick: () => this.open(sample.name, sample.bytes.slice()) }));
    }
  }

  control(field) {
    const { name: id, label, help: title } = field;
    if (field.flag) return make('label', { className: 'check', title }, make('input', { id, type: 'checkbox' }), ` ${label}`);
    const options = this.options(field);
    if (!options.length) return this.textControl(field);
    return make('label', { title }, `${label} `, make('select', { id }, ...options));
  }

  textControl({ name: id, label, help: title, choices, default: value }) {
    const list = make('datalist', { id: `${id}-choices` }, ...choices.map((name) => make('option', { value: name })));
    const input = make('input', { id, type: 'text', size: 14, value, defaultValue: value, autocomplete: 'off', spellcheck: false });
    input.setAttribute('list', list.id);
    return make('label', { title }, `${label} `, input, list);
  }

  // Of a list that is complete; empty where other words are possible.
  options({ name, choices, others, default: otherwise }) {
    if (name === 'target') return this.targetOptions();
    if (name === 'kernels') return [make('option')]; // those of the target follow
    const boards = name === 'board';
    if (!boards && (others || !choices.length)) return [];
    const all = boards ? this.choices.boards.map((board) => make('option', { value: board.name, textContent: board.title }))
      : choices.map((textContent) => make('option', { textContent }));
    return otherwise ? all : [make('option', { value: '', textContent: 'none' }), ...all];
  }

  targetOptions() {
    const groups = new Map();
    for (const target of this.choices.targets) {
      if (!groups.has(target.family)) groups.set(target.family, make('optgroup', { label: target.family }));
      groups.get(target.family).append(make('option', { textContent: target.name }));
    }
    return [...groups.values()];
  }

  offerKernels() {
    const target = this.choices.targets.find((each) => each.name === $('target').value);
    const before = $('kernels').value;
    $('kernels').replaceChildren(...target.kernels.map((name) => make('option', { textContent: name })));
    if (target.kernels.includes(before)) $('kernels').value = before;
  }

  boardChosen() {
    const board = this.choices.boards.find((each) => each.name === $('board').value);
    if (board) $('target').value = board.core;
  }

  settings() {
    return Object.fromEntries(this.choices.fields.map(({ name, flag, default: otherwise }) =>
      [name, flag ? $(name).checked : $(name).value.trim() || otherwise]));
  }

  showSettings(settings) {
    for (const { name, flag } of this.choices.fields) {
      if (flag) $(name).checked = settings[name];
      else $(name).value = settings[name];
      if (name === 'target') this.offerKernels();
    }
  }

  words(settings) {
    return this.choices.fields.flatMap(({ name, option, flag, default: otherwise }) => {
      const value = settings[name];
      if (name === 'target' && settings.board) return []; // the board's
      if (flag) return value ? [option] : [];
      return value && (value !== otherwise || name === 'target') ? [option, value] : [];
    });
  }

  file(model = this.model) { return { name: '/' + model.name, bytes: model.bytes }; }

  async openFiles(files) {
    for (const file of files) {
      if (file.size > kMostBytes) {
        this.problem(`${file.name} has ${humanBytes(file.size)}: models for microcontrollers are smaller than ` +
          `${humanBytes(kMostBytes)}`);
        continue;
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      const isText = /\.(txt|log)$/i.test(file.name);
      if (isText && this.model) await this.explain(new TextDecoder().decode(bytes));
      else if (isText) this.problem('Open the model first, then drop the log: the meaning of a message depends on it.');
      else await this.open(file.name.replace(/[/\\]/g, '_'), bytes);
    }
  }

  async open(name, bytes) {
    const settings = this.settings();
    const again = this.models.findIndex((model) => model.name === name);
    const model = { name, bytes, settings, view: again >= 0 ? this.models[again].view : 'picture', drafts: {} };
    if (again >= 0) this.models[again] = model;
    else this.models.push(model);
    this.current = again >= 0 ? again : this.models.length - 1;
    await this.profile();
  }

  settingsChanged() {
    if (!this.model) return;
    this.model.settings = this.settings();
    this.model.drafts = {};
    this.profile();
  }

  async busy(text, work) {
    const shown = setTimeout(() => { $('busy-text').textContent = text; $('busy').hidden = false; }, 250);
    try {
      return await work();
    } finally {
      clearTimeout(shown);
      $('busy').hidden = true;
    }
  }

  // Adds a command's JSON file to its answer as `json`; null if there is none.
  async ask(words, files) {
    const answer = await this.engine.run([...words, '--json', '/answer.json'], files, ['/answer.json']);
    const bytes = answer.files['/answer.json'];
    return { ...answer, json: bytes ? JSON.parse(new TextDecoder().decode(bytes)) : null };
  }

  async profile() {
    const model = this.model;
    const run = Symbol();
    model.run = run;
    const answer = await this.busy(`Running ${model.name}…`, () => this.ask(
      ['page', '/' + model.name, ...this.words(model.settings)], [this.file(model)]));
    if (model.run !== run) return; // a newer run has started
    model.page = answer.json;
    model.problem = answer.err.replace(/^arenascope: /gm, '').trim();
    if (model === this.model) this.show();
    const arena = model.page?.report.arena;
    this.say(arena ? `${model.name}: kTensorArenaSize = ${grouped(arena.recommended_bytes)}` : model.problem);
  }

  problem(text) {
    $('problem').textContent = text;
    $('problem').hidden = !text;
  }

  show() {
    const { model } = this;
    $('drop').hidden = true;
    $('settings').hidden = false;
    this.showSettings(model.settings);
    $('models').hidden = false;
    $('models').replaceChildren(...this.models.map((each, index) => make('button', { type: 'button', role: 'tab',
      textContent: each.name, title: each.name, ariaSelected: String(index === this.current),
      tabIndex: index === this.current ? 0 : -1,
      onclick: () => { this.current = index; this.show(); } })));
    this.problem(model.problem);
    const report = model.page?.report;
    const arena = report?.arena;
    $('result').hidden = !arena;
    if (arena) this.showResult(report, arena);
    const views = kViews.filter(([key]) => arena || ['operators', 'explain', 'compare'].includes(key));
    $('views').hidden = !report;
    if (!views.some(([key]) => key === model.view)) model.view = views[0][0];
    $('views').replaceChildren(...views.map(([key, title]) => make('button', { type: 'button', role: 'tab', id: 'tab-' + key,
      textContent: title, ariaSelected: String(key === model.view), tabIndex: key === model.view ? 0 : -1,
      onclick: () => { model.view = key; this.show(); $('tab-' + key).focus(); } })));
    $('view').setAttribute('aria-labelledby', 'tab-' + model.view);
    for (const picture of this.pictures) picture.close();
    this.pictures = [];
    $('view').replaceChildren();
    if (report) this['view' + model.view[0].toUpperCase() + model.view.slice(1)]($('view'), model);
  }

  showResult(report, arena) {
    $('size').textContent = `kTensorArenaSize = ${arena.recommended_bytes}`;
    $('human').textContent = `${humanBytes(arena.recommended_bytes)} · ${report.target}, ${report.kernels}`;
    $('exact').textContent = this.model.page.interpreter;
    const facts = [['minimum arena', arena.minimum_bytes], ['arena_used_bytes()', arena.used_bytes],
      ['head: planned buffers', arena.head_bytes], ['tail: persistent', arena.tail_bytes],
      ['temporary peak, set-up', arena.temp_peak_bytes], ['weights, stay in flash', report.model.weight_bytes]];
    $('facts').replaceChildren(...facts.map(([name, value]) => make('div', {}, make('dt', { textContent: name }),
      make('dd', { textContent: `${grouped(value)} bytes` }))));
  }

  draw(picture) {
    this.pictures.push(picture);
    return picture;
  }

  viewPicture(view, model) {
    const holder = make('div', { className: 'picture' });
    const details = make('p', { className: 'details note', ariaLive: 'polite' });
    view.append(holder, make('div', { className: 'tools' },
      make('button', { type: 'button', textContent: 'Show all', onclick: () => picture.showAll() }),
      make('button', { type: 'button', textContent: 'Save as PNG',
        onclick: async () => this.save(model.name.replace(/\.\w+$/, '') + '-arena.png', await picture.toBlob()) }),
      make('span', { className: 'note keys', textContent: 'Wheel: zoom; Shift and wheel: bytes; drag: move; W A S D and arrow keys; F fits the selection.' }),
      make('span', { className: 'note touch', textContent: 'Two fingers: zoom; swipe sideways: move; tap a buffer: details.' })),
      details);
    const picture = this.draw(new InferencePicture(holder, model.page.scene));
    picture.onChoose = (marks) => {
      model.marks = marks;
      details.textContent = picture.describe();
    };
    picture.select(model.marks ?? {});
  }

  viewSetup(view, model) {
    const holder = make('div', { className: 'picture' });
    view.append(holder, make('p', { className: 'note', textContent: 'TFLM builds the persistent tail down from the arena’s end while temporary memory comes and goes above the head. The step with the least free space sets the minimum.' }));
    this.draw(new SetupPicture(holder, model.page.scene)).paint();
  }

  table(columns, rows, onRow) {
    const head = make('tr', {}, ...columns.map(([title, number, help]) => make('th', { textContent: title, scope: 'col',
      title: help ?? '', className: number ? 'number' : '' })));
    const body = rows.map((cells, index) => {
      const row = make('tr', {}, ...cells.map((cell, column) => {
        const data = make('td', { className: columns[column][1] ? 'number' : '' });
        data.append(typeof cell === 'number' ? grouped(cell) : cell ?? '');
        return data;
      }));
      if (onRow) {
        row.tabIndex = 0;
        row.onclick = () => onRow(index);
        row.onkeydown = (event) => { if (event.key === 'Enter') onRow(index); };
      }
      return row;
    });
    return make('div', { className: 'table' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)));
  }

  bar(value, most, peak = false) {
    const bar = make('span', { className: 'bar' });
    if (peak) bar.style.background = 'var(--peak)';
    bar.style.width = (most > 0 ? 8 * value / most : 0) + 'rem';
    return bar;
  }

  viewOperators(view, model) {
    const { report, scene } = model.page;
    const ops = report.ops ?? [];
    if (ops.length === 0) {
      view.append(make('pre', { textContent: model.page.text }));
      return;
    }
    const most = Math.max(...ops.map((op) => op.live_bytes ?? 0));
    const columns = model.page.operator_columns;
    const cellOf = (op, { name, blank_zero }) => blank_zero && !op[name] ? '' : op[name];
    const stepOf = (row) => scene?.steps.find((each) => each.row === row);
    const kind = (op, row) => {
      const dot = make('span', { className: 'dot' });
      dot.style.background = `var(--${stepOf(row)?.family ?? 'other'}-edge)`;
      const cell = make('span', {}, dot);
      cell.append(op.name);
      return cell;
    };
    view.append(make('p', { className: 'note', textContent: 'Choose a row to see it in the chart.' }),
      this.table([['#'], ['Layer'], ['Writes'], [''], ...columns.map(({ title, help }) => [title, true, help])],
        ops.map((op, row) => [op.subgraph ? `${op.subgraph}:${op.index}` : String(op.index), kind(op, row),
          stepOf(row)?.layer ?? '', this.bar(op.live_bytes ?? 0, most, row === scene?.peak_row),
          ...columns.map((column) => cellOf(op, column))]), scene && ((row) => {
        const step = scene.steps.findIndex((each) => each.row === row);
        if (step < 0) return;
        model.marks = { step };
        model.view = 'picture';
        this.show();
      })));
  }

  viewBuffers(view, model) {
    const { scene } = model.page;
    const order = scene.buffers.map((buffer, index) => index).sort((a, b) => scene.buffers[b].bytes - scene.buffers[a].bytes);
    view.append(make('p', { className: 'note', textContent: scene.head }),
      this.table([['name'], ['kind'], ['type and shape'], ['bytes', true], ['offset', true], ['from'], ['to'], ['']],
        order.map((index) => scene.buffers[index]).map((buffer) => [buffer.name, buffer.kind, buffer.detail, buffer.bytes,
          buffer.first_byte, buffer.from, buffer.to, buffer.peak ? 'part of the peak' : '']), (row) => {
          model.marks = { buffer: order[row], step: scene.buffers[order[row]].first_step };
          model.view = 'picture';
          this.show();
        }));
  }

  viewTail(view, model) {
    const parts = model.page.report.tail?.parts ?? [];
    const { ops } = model.page.report;
    const most = Math.max(1, ...parts.map((part) => part.bytes));
    const ordered = [...parts].sort((a, b) => b.bytes - a.bytes);
    view.append(make('p', { className: 'note', textContent:
      `The tail holds ${grouped(model.page.report.arena.tail_bytes)} bytes that stay as long as the model: the interpreter’s structs and the kernels’ data.` }),
      this.table([['what'], ['operator'], ['bytes', true], [''], ['blocks', true]], ordered.map((part) => [part.category,
        part.op >= 0 ? `${part.op} ${ops?.[part.op]?.name ?? ''}` : '', part.bytes, this.bar(part.bytes, most), part.blocks])));
  }

  // A command's output, errors last, without lines about files, which stay inside the page.
  said({ out, err }) { return (out + '\n' + err.replace(/^arenascope: wrote .*$/gm, '')).trim(); }

  // Runs a command once for the model's settings; the answer is shown again when a tab is reopened.
  async once(model, key, text, work) {
    if (!model.drafts[key]) {
      const drafts = model.drafts;
      const answer = await this.busy(text, work);
      if (answer.cancelled) return null;
      drafts[key] = answer;
      if (model.drafts !== drafts) return null;
    }
    return model.drafts[key];
  }

  async viewPlan(view, model) {
    const start = make('button', { type: 'button', className: 'main', textContent: 'Search for the best plan' });
    const holder = make('div');
    view.append(make('p', { className: 'note', textContent: 'TFLM’s planner places buffers greedily. A better placement can be written into the model as an offline plan. The page searches, proves and runs it first, for the current revision of TFLM.' }), start, holder);
    const search = async () => {
      start.disabled = true;
      const answer = await this.once(model, 'plan', 'Searching for a better placement…', () => this.engine.run(
        ['plan', '/' + model.name, '--target', model.settings.target, '--kernels', model.settings.kernels, '--write',
          this.plannedName(model)],
        [this.file(model)], [this.plannedName(model)]));
      start.disabled = false;
      if (!answer || this.model !== model || model.view !== 'plan') return;
      await this.showPlan(holder, model, answer);
    };
    start.onclick = search;
    if (model.drafts.plan) await search();
  }

  // The saved version of a model: files saved beside it use its name.
  plannedName(model) {
    return '/' + model.name.replace(/(\.tflite)?$/, '-planned.tflite');
  }

  async showPlan(holder, model, answer) {
    holder.replaceChildren();
    const name = this.plannedName(model);
    const planned = answer.files[name];
    if (planned) {
      const after = await this.once(model, 'planned', 'Running the planned model…', () => this.ask(
        ['page', name, ...this.words(model.settings)], [{ name, bytes: planned }]));
      const scene = after?.json?.scene;
      if (scene) {
        const most = Math.max(model.page.scene.minimum_bytes, scene.minimum_bytes);
        const pair = make('div', { className: 'pair' });
        holder.append(pair, make('button', { type: 'button', textContent: 'Save the planned model',
          onclick: () => this.save(name.slice(1), planned, 'application/octet-stream') }));
        for (const [ending, what, text] of [['_arena.h', 'its arena size', after.json.header], ['_ops.h', 'its operators', after.json.resolver]])
          if (text) holder.append(make('button', { type: 'button', textContent: `Save ${what}`,
            onclick: () => this.save(name.slice(1).replace(/\.tflite$/, ending), text) }));
        for (const [title, shown] of [['Unchanged', model.page.scene], ['With the plan', scene]]) {
          const box = make('div', { className: 'picture small' });
          pair.append(make('div', {}, make('h3', { textContent: `${title}: ${grouped(shown.minimum_bytes)} bytes` }), box));
          this.draw(new InferencePicture(box, shown, most)).paint();
        }
      }
    }
    holder.append(make('pre', { textContent: this.said(answer) }));
  }

  async viewBoards(view, model) {
    const holder = make('div', {}, make('p', { className: 'note', textContent: 'Trying every board…' }));
    view.append(holder);
    const answer = await this.once(model, 'boards', 'Trying the boards…', () => this.ask(
      ['boards', '/' + model.name, '--no-invoke'], [this.file(model)]));
    if (!answer || this.model !== model || model.view !== 'boards') return;
    holder.replaceChildren(answer.json?.boards ? this.boardsTable(answer.json) : make('pre', { textContent: answer.err }));
  }

  boardsTable(document) {
    const { boards } = document;
    return make('div', { className: 'boards' }, make('p', { className: 'note', textContent: 'The arena must fit into one region of RAM, the largest, beside the platform’s share. Time and flash need the installed program.' }),
      this.table([['board'], ['core'], ['arena', true], ['available', true], ['left there', true], ['left in all RAM', true], ['']], boards.map((row) =>
        [row.title, row.core, row.arena_bytes ?? '', row.arena_room_bytes ?? '', row.arena_room_left_bytes ?? '',
          row.ram_left_bytes ?? '', row.fits ? 'fits' : 'does not fit'])));
  }

  viewExplain(view, model) {
    const text = make('textarea', { rows: 6, spellcheck: false, value: model.log ?? '',
      placeholder: 'Paste the device’s output: Failed to resize buffer. Requested: 26080, available 9216, missing: 16864' });
    const answer = make('div', { ariaLive: 'polite' });
    const run = () => this.explain(text.value);
    text.onpaste = () => setTimeout(run);
    view.append(make('label', {}, 'Output of the device', text),
      make('button', { type: 'button', className: 'main', textContent: 'Explain', onclick: run }), answer);
    this.explained = answer;
    if (model.log) run();
  }

  async explain(text) {
    const { model } = this;
    model.log = text;
    if (model.view !== 'explain') {
      model.view = 'explain';
      return this.show();
    }
    if (!text.trim()) return;
    const answer = await this.busy('Trying targets and kernel sets…', () => this.engine.run(
      ['explain', '/' + model.name, text.slice(0, 200000), '--target', model.settings.target, '--tflm', model.settings.tflm],
      [this.file(model)]));
    if (this.model === model && model.view === 'explain')
      this.explained.replaceChildren(make('pre', { className: 'wrap', textContent: this.said(answer) }));
  }

  viewCompare(view, model) {
    const others = this.models.filter((other) => other !== model);
    const with_ = make('select', { ariaLabel: 'Compare with' }, ...others.map((other) => make('option', { textContent: other.name })),
      make('option', { value: '--kernels', textContent: 'all kernel sets of this target' }),
      make('option', { value: '--tflm', textContent: 'TFLM 2023-05 and now' }));
    const holder = make('div');
    const run = async () => {
      const other = others.find((each) => each.name === with_.value);
      const { target, kernels, tflm } = model.settings;
      const words = other ? ['/' + other.name, '--target', target, '--kernels', kernels, '--tflm', tflm]
        : with_.value === '--kernels' ? ['--target', target, '--tflm', tflm]
          : ['--target', target, '--kernels', kernels, '--tflm', '2023-05,current'];
      const answer = await this.busy('Comparing…', () => this.engine.run(['compare', '/' + model.name, ...words],
        [this.file(model), ...(other ? [this.file(other)] : [])]));
      if (this.model === model && model.view === 'compare')
        holder.replaceChildren(make('pre', { textContent: this.said(answer) }));
    };
    with_.onchange = run;
    view.append(make('div', { className: 'row' }, make('label', {}, 'Compare with', with_)),
      make('p', { className: 'note', textContent: others.length ? '' : 'Open a second model to compare the two.' }), holder);
    run();
  }

  viewExport(view, model) {
    const name = model.name.replace(/\.\w+$/, '');
    const files = [[name + '_arena.h', 'The size and its proof', model.page.header],
      [name + '_resolver.h', 'A resolver with the operators of this model', model.page.resolver],
      [name + '.json', 'The whole report', JSON.stringify(model.page.report, null, 1) + '\n']];
    for (const [file, what, text] of files.filter((each) => each[2])) {
      view.append(make('div', { className: 'row' }, make('strong', { textContent: file }),
        make('span', { className: 'note', textContent: what }),
        make('button', { type: 'button', textContent: 'Copy', onclick: () => this.copy(text, file + ' copied.') }),
        make('button', { type: 'button', textContent: 'Save', onclick: () => this.save(file, text) })),
      file.endsWith('.json') ? '' : make('pre', { textContent: text }));
    }
  }
}

async function unpacked(id) {
  const text = $(id).textContent.trim();
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin() {
  const early = new OpenedEarly();
  try {
    const module = await WebAssembly.compile(await unpacked('module'));
    const [glue, boards] = await Promise.all(['glue', 'boards'].map(async (id) => new TextDecoder().decode(await unpacked(id))));
    const samples = await Promise.all([...document.querySelectorAll('[data-sample]')].map(async (element) => (
      { name: element.dataset.sample, bytes: await unpacked(element.id) })));
    const engine = new Engine(`${glue}\nconst boards = ${boards};\n${$('worker').textContent}`, module);
    const page = new Page(engine, samples, document.documentElement.dataset.version);
    await page.offerChoices();
    window.arenascope = page;
    await early.ready(page);
    // Run once in advance, so that the browser has compiled the code.
    if (!page.model)
      await engine.run(['page', '/s.tflite', '--json', '/s.json'], [{ name: '/s.tflite', bytes: samples[0].bytes }], ['/s.json']);
    document.documentElement.dataset.ready = 'true';
  } catch (error) {
    $('busy').hidden = true;
    early.open = () => {};
    $('problem').textContent = 'This browser cannot run ArenaScope: ' + error.message +
      '. Use Chrome or Edge 95, Firefox 113, Safari 16.4, or a later one: it needs WebAssembly with exceptions, and DecompressionStream.';
    $('problem').hidden = false;
  }
}
begin();
