import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/disposable';
import { AppError } from '../base/errors';
import { documentPath } from '../catalog/documents';
import { DOCUMENT_SCHEME } from '../catalog/ids';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import { plainText } from '../platform/plainText';
import { notificationProgress } from '../platform/progress';
import { vscodeLocalFiles } from '../platform/vscodeLocalFiles';
import { numberSetting, type NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';
import type { LazyTree } from './lazyTree';
import type { TreeNode } from './nodes';
import type { Room } from './room';
import { Searches } from './search/searches';
import { SearchResults } from './search/searchResults';
import { createSheets } from './sheets/createSheets';

/** Milliseconds for which the status bar says something. */
const MOMENT = 4000;

export interface RoomParts {
  readonly host: Host;
  readonly services: Services;
  readonly activity: Activity;
  readonly settings: NumberSettings;
  readonly tree: LazyTree;
  readonly view: vscode.TreeView<TreeNode>;
  /** What lives as long as the window. */
  readonly disposables: DisposableStore;
}

/** What the flows around resources share, in VS Code. */
export function createRoom({ host, services, activity, settings, disposables }: RoomParts): Room {
  const { prompts, system, documents, log, report, context } = host;
  const searches = disposables.add(new Searches(services.store));
  disposables.add(new SearchResults(searches, services.store));
  return {
    ...{ services, prompts, system, documents, log, report, activity },
    sheets: disposables.add(createSheets(host)),
    localFiles: vscodeLocalFiles,
    l10n: vscode.l10n,
    clock: systemClock,
    progress: notificationProgress,
    searches,
    storage: (folder) =>
      new FolderStore(vscode.Uri.joinPath(context.globalStorageUri, folder).fsPath),
    trashDays: () => numberSetting('trash.days', settings),
    async openDocument(ref, { preview = true } = {}) {
      const uri = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(ref) });
      await vscode.commands.executeCommand('vscode.open', uri, { preview });
    },
    reveal: () => Promise.reject(new AppError('unfinished', 'This is not built yet.')),
    tell: (text) => void vscode.window.setStatusBarMessage(plainText(text), MOMENT),
  };
}
