import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Log } from './log';
import { steppedProgress } from './progress';

/** Milliseconds between two steps of the bar. */
const STEP = 1000;

/**
 * A notification about a wait: its bar fills until the time is over, and *Cancel* ends it. The words stay
 * the same, because VS Code reads a notification out anew whenever they change; a step without them would
 * take them away. Gone once disposed.
 */
export function showWait(
  title: string,
  message: string,
  durationMs: number,
  onCancel: () => void,
): Disposable {
  const ended = Promise.withResolvers<undefined>();
  void steppedProgress(title, async (signal, tell) => {
    signal.addEventListener('abort', onCancel);
    tell({ message, increment: 0 });
    const increment = (100 * STEP) / durationMs;
    const timer = setInterval(() => tell({ message, increment }), STEP);
    await ended.promise;
    clearInterval(timer);
  });
  return { dispose: () => ended.resolve(undefined) };
}

/** What tells of calls that wait before they are sent again. */
export function waitNotices(log: Log) {
  return { show: showWait, l10n: vscode.l10n, clock: systemClock, log };
}
