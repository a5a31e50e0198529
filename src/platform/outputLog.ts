import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import type { Log } from './log';

/** The log as an output channel of VS Code, with its levels. `redact` sees every line first. */
export class OutputLog implements Log, Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redact: (text: string) => string;

  constructor(name: string, redact: (text: string) => string) {
    this.#channel = vscode.window.createOutputChannel(name, { log: true });
    this.#redact = redact;
  }

  trace(line: string): void {
    this.#channel.trace(this.#redact(line));
  }

  debug(line: string): void {
    this.#channel.debug(this.#redact(line));
  }

  info(line: string): void {
    this.#channel.info(this.#redact(line));
  }

  warn(line: string): void {
    this.#channel.warn(this.#redact(line));
  }

  error(line: string): void {
    this.#channel.error(this.#redact(line));
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
