import type * as vscode from 'vscode';
import { CancelledError } from '../base/errors';

/** The signal of a token: made once, at the edge to VS Code; below it there are only signals. */
export function toSignal(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort(new CancelledError());
  else token.onCancellationRequested(() => controller.abort(new CancelledError()));
  return controller.signal;
}
