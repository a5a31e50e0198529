import * as vscode from 'vscode';
import { messageText } from '../platform/plainText';
import type { ShowNotice } from './runActivity';

/** VS Code's notification with a bar and *Cancel*. */
export const showNotice: ShowNotice = (title, onCancel, work) => {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: messageText(title),
    cancellable: true,
  };
  void vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(onCancel);
    await work(({ message, increment }) =>
      progress.report({
        ...(message !== undefined && { message: messageText(message) }),
        ...(increment !== undefined && { increment }),
      }),
    );
  });
};
