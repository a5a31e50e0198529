import type { Log } from '../../src/platform/log';

/** Keeps the lines, with their level before them. */
export class FakeLog implements Log {
  readonly lines: string[] = [];

  readonly trace = (line: string): void => this.#add('trace', line);
  readonly debug = (line: string): void => this.#add('debug', line);
  readonly info = (line: string): void => this.#add('info', line);
  readonly warn = (line: string): void => this.#add('warn', line);
  readonly error = (line: string): void => this.#add('error', line);
  readonly show = (): void => this.#add('show', '');

  #add(level: string, line: string): void {
    this.lines.push(`${level} ${line}`);
  }
}
