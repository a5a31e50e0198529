// `@vscode/spdlog` without its native part: what the VS Code server needs of it, so that a machine needs no compiler.
// Each line is written at once, for whoever reads the logs of a window that ended.
const { closeSync, mkdirSync, openSync, writeSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  #level = 2;
  #isPlain = false;
  #file;

  constructor(_type, _name, path) {
    mkdirSync(dirname(path), { recursive: true });
    this.#file = openSync(path, 'a');
  }

  #write(level, message) {
    if (level < this.#level || this.#file === undefined) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    writeSync(this.#file, this.#isPlain ? message : `${time} [${LEVELS[level]}] ${message}\n`);
  }

  trace = (message) => this.#write(0, message);
  debug = (message) => this.#write(1, message);
  info = (message) => this.#write(2, message);
  warn = (message) => this.#write(3, message);
  error = (message) => this.#write(4, message);
  critical = (message) => this.#write(5, message);
  getLevel = () => this.#level;
  setLevel(level) {
    this.#level = level;
  }
  /** The pattern is always that of VS Code. */
  setPattern = () => undefined;
  clearFormatters() {
    this.#isPlain = true;
  }
  /** Nothing waits to be written. */
  flush = () => undefined;
  drop() {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

exports.Logger = Logger;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.createRotatingLogger = async (...parts) => new Logger('rotating', ...parts);
exports.createAsyncRotatingLogger = async (...parts) => new Logger('rotating_async', ...parts);
