import * as vscode from 'vscode';
import { toSignal } from './abort';
import { messageText } from './plainText';

/** Runs work under a notification with a *Cancel* button; `where: 'view'` shows a bar on top of our view. */
export type Progress = <T>(title: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

export const notificationProgress: Progress = async (title, work) =>
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: messageText(title),
      cancellable: true,
    },
    (_progress, token) => work(toSignal(token)),
  );
