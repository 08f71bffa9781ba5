// @ts-check
// What a form was before: a step for everything that was changed, back and forth.

const QUIET = 600; // milliseconds without a change that end a step
const MOST = 100; // steps

export class Past {
  /** @param {() => string} read @param {(words: string) => Promise<void>} put @param {() => void} told */
  constructor(read, put, told) {
    this.read = read;
    this.put = put;
    this.told = told;
    /** @type {string[]} */
    this.before = [];
    /** @type {string[]} */
    this.after = [];
    this.now = "";
    this.timer = 0;
    this.going = false;
  }

  /** It begins here. */
  begin() {
    clearTimeout(this.timer);
    this.before = [];
    this.after = [];
    this.now = this.read();
    this.told();
  }

  /** Something has changed. */
  later() {
    if (this.going) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.note(), QUIET);
  }

  note() {
    clearTimeout(this.timer);
    const words = this.read();
    if (words === this.now) return;
    this.before = [...this.before, this.now].slice(-MOST);
    this.after = [];
    this.now = words;
    this.told();
  }

  async undo() {
    this.note();
    await this.go(this.before, this.after);
  }

  async redo() {
    this.note();
    await this.go(this.after, this.before);
  }

  /** @param {string[]} from @param {string[]} onto */
  async go(from, onto) {
    const words = from.pop();
    if (words === undefined || this.going) return;
    onto.push(this.now);
    this.going = true;
    await this.put(words);
    this.going = false;
    this.now = this.read();
    this.told();
  }
}
