import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { ACTIVITY_VIEW, type CommandHandlers } from '../catalog/ids';
import { toSignal } from '../platform/abort';
import type { Activity } from '../platform/activity';
import type { Host } from '../platform/host';
import { messageText } from '../platform/plainText';
import type { Services } from '../service/services';

type ActivityCommand = 'cancelActivity' | 'undoActivity' | 'openActivity' | 'clearActivity';

export interface ActivityRoom extends Disposable {
  readonly handlers: CommandHandlers<ActivityCommand>;
  readonly activity: Activity;
}

function unfinished(): never {
  throw new AppError('unfinished', 'This is not built yet.');
}

/** The view of what runs and what has ended. */
export function registerActivity(_host: Host, _services: Services): ActivityRoom {
  const disposables = new DisposableStore();
  disposables.add(
    vscode.window.createTreeView(ACTIVITY_VIEW, {
      treeDataProvider: { getChildren: () => [], getTreeItem: unfinished },
    }),
  );
  return {
    handlers: {
      cancelActivity: unfinished,
      undoActivity: unfinished,
      openActivity: unfinished,
      clearActivity: unfinished,
    },
    activity: {
      run: async (title, work) =>
        await vscode.window.withProgress(
          {
            location: vscode.ProgressLocation.Notification,
            title: messageText(title),
            cancellable: true,
          },
          (progress, token) =>
            work({
              signal: toSignal(token),
              report: ({ text }) =>
                progress.report(text === undefined ? {} : { message: messageText(text) }),
              offer: () => undefined,
              conclude: () => undefined,
            }),
        ),
      follow: () => Promise.reject(new AppError('unfinished', 'This is not built yet.')),
    },
    dispose: () => disposables.dispose(),
  };
}
