import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import type { Log } from './log';
import { messageText } from './plainText';

/** Runs work under a notification with a *Cancel* button. */
export type Progress = <T>(title: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** What a notification of running work shows; the increment is in percent of the whole. */
interface ProgressStep {
  readonly message?: string;
  readonly increment?: number;
}

/** Runs work that tells its steps under a notification with a *Cancel* button. */
export async function steppedProgress<T>(
  title: string,
  work: (signal: AbortSignal, tell: (step: ProgressStep) => void) => Promise<T>,
): Promise<T> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: messageText(title),
    cancellable: true,
  };
  return await vscode.window.withProgress(options, (progress, token) =>
    work(toSignal(token), ({ message, increment }) =>
      progress.report({
        ...(message !== undefined && { message: messageText(message) }),
        ...(increment !== undefined && { increment }),
      }),
    ),
  );
}

export const notificationProgress: Progress = steppedProgress;

/** The signal of a token: made once, at the edge to VS Code; below it there are only signals. */
export function toSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort(new CancelledError());
  else token.onCancellationRequested(() => controller.abort(new CancelledError()));
  return controller.signal;
}

/** Milliseconds between two steps of the bar of a wait. */
const WAIT_STEP = 1000;

/**
 * A notification about a wait: its bar fills until the time is over, and *Cancel* ends it. The words stay
 * the same, because VS Code reads a notification out anew whenever they change; a step without them would
 * take them away. Gone once disposed.
 */
function showWait(
  title: string,
  message: string,
  durationMs: number,
  onCancel: () => void,
): Disposable {
  const ended = Promise.withResolvers<undefined>();
  void steppedProgress(title, async (signal, tell) => {
    signal.addEventListener('abort', onCancel);
    tell({ message, increment: 0 });
    const increment = (100 * WAIT_STEP) / durationMs;
    const timer = setInterval(() => tell({ message, increment }), WAIT_STEP);
    await ended.promise;
    clearInterval(timer);
  });
  return { dispose: () => ended.resolve(undefined) };
}

/** What tells of calls that wait before they are sent again. */
export function waitNotices(log: Log) {
  return { show: showWait, clock: systemClock, log };
}
