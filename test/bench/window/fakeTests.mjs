// What stands for `vscode` where rows of the Test Explorer are made without a window.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Rows below a row, or below the controller. */
export class Rows {
  #items = new Map();

  get size() {
    return this.#items.size;
  }

  /** @param {{ id: string }} item */
  add(item) {
    this.#items.set(item.id, item);
  }

  /** @param {string} id */
  get(id) {
    return this.#items.get(id);
  }

  /** @param {string} id */
  delete(id) {
    this.#items.delete(id);
  }

  /** @param {readonly { id: string }[]} items */
  replace(items) {
    this.#items = new Map(items.map((item) => [item.id, item]));
  }

  [Symbol.iterator]() {
    return this.#items[Symbol.iterator]();
  }
}

/** A controller of tests that only keeps its rows. */
export const controller = () => ({
  items: new Rows(),
  /** @param {string} id @param {string} label @param {unknown} uri */
  createTestItem: (id, label, uri) => ({ id, label, uri, children: new Rows(), tags: [] }),
});

export class Position {
  /** @param {number} line @param {number} character */
  constructor(line, character) {
    this.line = line;
    this.character = character;
  }

  toString() {
    return `${this.line}:${this.character}`;
  }
}

export class Range {
  /** @param {Position} start @param {Position} end */
  constructor(start, end) {
    this.start = start;
    this.end = end;
  }

  toString() {
    return `${this.start}-${this.end}`;
  }
}

export class TestTag {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  toString() {
    return this.id;
  }
}

export const Uri = {
  /** @param {string} text */
  parse: (text) => new URL(text),
};

export const workspace = {
  /** @param {URL} uri */
  asRelativePath: (uri) => relative(process.cwd(), fileURLToPath(uri)),
};

export const l10n = {
  /** @param {string} message @param {readonly unknown[]} args */
  t: (message, ...args) => message.replace(/\{(\d+)\}/g, (_, at) => String(args[Number(at)])),
};
