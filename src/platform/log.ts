import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';

/**
 * The output channel. Lines start with an API method id or module name. Secrets are never logged;
 * prompt text only at level `trace`.
 */
export interface Log {
  trace(line: string): void;
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  show(): void;
}

const RECENT = 50;

/** The log as a VS Code output channel. `redact` processes every line. */
export class OutputLog implements Log, Disposable {
  readonly #channel: vscode.LogOutputChannel;
  readonly #redact: (text: string) => string;

  readonly recent: string[] = [];

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
    this.#channel.info(this.#kept('info', line));
  }

  warn(line: string): void {
    this.#channel.warn(this.#kept('warning', line));
  }

  error(line: string): void {
    this.#channel.error(this.#kept('error', line));
  }

  #kept(level: string, line: string): string {
    const clean = this.#redact(line);
    this.recent.push(`${new Date().toISOString()} [${level}] ${clean}`);
    if (this.recent.length > RECENT) this.recent.shift();
    return clean;
  }

  show(): void {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
