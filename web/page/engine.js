// The page's side of the worker: asynchronous commands, and a cancel that always works.
'use strict';

class Engine {
  // source: the worker's code; module: the compiled module that it runs.
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

  // words: the command line. files: [{ name, bytes }], its input files. wanted: names of its output files.
  run(words, files = [], wanted = []) {
    const id = this.next++;
    return new Promise((done) => {
      this.waiting.set(id, done);
      this.worker.postMessage({ id, words, files, wanted });
    });
  }

  // All pending commands answer that they have been cancelled.
  cancel() {
    this.worker.terminate();
    for (const done of this.waiting.values())
      done({ status: 1, out: '', err: 'arenascope: cancelled', files: {}, cancelled: true });
    this.waiting.clear();
    this.start();
  }
}
