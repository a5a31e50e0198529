import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import type { Log } from './log';
import { messageText } from './plainText';

export type Progress = <T>(title: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

interface ProgressStep {
  readonly message?: string;
  readonly increment?: number;
}

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

/** Converts a signal to a cancellation token, for calls of VS Code. */
export function toToken(signal: AbortSignal): vscode.CancellationToken {
  const source = new vscode.CancellationTokenSource();
  if (signal.aborted) source.cancel();
  else signal.addEventListener('abort', () => source.cancel(), { once: true });
  return source.token;
}

/** Converts a VS Code cancellation token, so that other code uses only signals. */
export function toSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort(new CancelledError());
  else token.onCancellationRequested(() => controller.abort(new CancelledError()));
  return controller.signal;
}

/** Interval of progress updates, in ms. */
const WAIT_STEP = 1000;

/**
 * Shows a cancelable progress notification until disposed. Each step must repeat the same text, since VS
 * Code announces every change to screen readers.
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

export function waitNotices(log: Log) {
  return { show: showWait, clock: systemClock, log };
}
