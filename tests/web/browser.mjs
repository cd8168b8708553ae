// A headless Chromium, driven over a pipe in the DevTools protocol's words.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'];
export const chromium = programs.find((path) => path && existsSync(path));

export class Browser {
  static async start({ width = 1280, height = 800, dark = false } = {}) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), 'arenascope-browser-'));
    browser.process = spawn(chromium, ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
      '--remote-debugging-pipe',
      `--user-data-dir=${browser.profile}`, `--window-size=${width},${height}`, '--hide-scrollbars',
      '--no-first-run', 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    browser.next = 1;
    browser.waiting = new Map();
    browser.errors = [];
    let said = '';
    browser.process.stderr.on('data', (data) => { said = (said + data).slice(-2000); });
    browser.process.once('exit', (status) => {
      for (const { failed } of browser.waiting.values()) failed(new Error(`the browser has ended (${status}): ${said}`));
      browser.waiting.clear();
    });
    let rest = '';
    browser.process.stdio[4].on('data', (data) => {
      const messages = (rest + data).split('\0');
      rest = messages.pop();
      for (const message of messages) browser.receive(JSON.parse(message));
    });
    const { targetInfos } = await browser.send('Target.getTargets');
    const page = targetInfos.find((target) => target.type === 'page');
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId: page.targetId, flatten: true });
    browser.session = sessionId;
    for (const domain of ['Page', 'Runtime', 'DOM', 'Network', 'Log']) await browser.send(domain + '.enable');
    await browser.resize(width, height);
    if (dark)
      await browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'dark' }] });
    return browser;
  }

  receive(message) {
    if (message.method === 'Runtime.exceptionThrown') this.errors.push(message.params.exceptionDetails.exception?.description);
    if (message.method === 'Log.entryAdded' && message.params.entry.level === 'error') this.errors.push(message.params.entry.text);
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    if (message.error) waiting.failed(new Error(message.error.message));
    else waiting.done(message.result);
  }

  send(method, params = {}) {
    const id = this.next++;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + '\0');
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  async resize(width, height, scale = 1) {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false });
  }

  // A screen that is touched, without a mouse.
  async touch(enabled) { await this.send('Emulation.setTouchEmulationEnabled', { enabled }); }

  async swipe({ x, y }, { xDistance = 0, yDistance = 0 }) {
    const touch = (type, ...touchPoints) => this.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    for (let part = 0.1; part < 1.05; part += 0.1) await touch('touchMove', { x: x + part * xDistance, y: y + part * yDistance });
    await touch('touchEnd');
  }

  // ready: what holds when the page can be used.
  async open(url, ready = "document.documentElement?.dataset.ready === 'true'") {
    await this.send('Page.navigate', { url });
    await this.until(ready);
  }

  // What an expression in the page is; promises are waited for.
  async value(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(expression, milliseconds = 600000) {
    const end = Date.now() + milliseconds;
    while (!(await this.value(expression))) {
      if (Date.now() > end) throw new Error('never came to be: ' + expression);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  // Where an element's middle is.
  async middle(selector) {
    return this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: 'center' });
      const b = e.getBoundingClientRect(); return { x: b.left + b.width / 2, y: b.top + b.height / 2 }; })()`);
  }

  async clickAt({ x, y }) {
    for (const type of ['mousePressed', 'mouseReleased'])
      await this.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  }

  async click(selector) { await this.clickAt(await this.middle(selector)); }

  async press(key, code = key) {
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key.length === 1 ? key : undefined });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
  }

  // Files from this computer's disk, dragged over the page and dropped.
  async drop(paths) {
    const place = await this.middle('main');
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await this.send('Input.dispatchDragEvent', { type, ...place, data: { items: [], files: paths, dragOperationsMask: 1 } });
  }

  async screenshot() { return Buffer.from((await this.send('Page.captureScreenshot', { format: 'png' })).data, 'base64'); }

  async close() {
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill();
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
