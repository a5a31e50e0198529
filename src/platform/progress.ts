import * as vscode from 'vscode';
import { toSignal } from './abort';
import { messageText } from './plainText';

/** Runs work under a notification with a *Cancel* button; `where: 'view'` shows a bar on top of our view. */
export type Progress = <T>(title: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/** What a notification of running work shows; the increment is in percent of the whole. */
export interface ProgressStep {
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
