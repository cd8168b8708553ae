// The page's side of the worker: commands that answer later, and a cancel that always works.
'use strict';

class Engine {
  // source: the worker's code; module: what it runs, compiled.
  constructor(source, module) {
    this.url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.module = module;
    this.next = 1;
    this.waiting = new Map();
    this.start();
  }

  start() {
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => {
      const waiting = this.waiting.get(data.id);
      if (!waiting) return;
      this.waiting.delete(data.id);
      waiting(data);
    };
    this.worker.postMessage({ module: this.module });
  }

  // words: as on the command line. files: [{ name, bytes }], which the command finds. wanted: names that it writes.
  run(words, files = [], wanted = []) {
    const id = this.next++;
    return new Promise((done) => {
      this.waiting.set(id, done);
      this.worker.postMessage({ id, words, files, wanted });
    });
  }

  // Everything that is under way answers that it was cancelled.
  cancel() {
    this.worker.terminate();
    for (const done of this.waiting.values())
      done({ status: 1, out: '', err: 'arenascope: cancelled', files: {}, cancelled: true });
    this.waiting.clear();
    this.start();
  }
}
