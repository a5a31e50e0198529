import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/disposable';
import { documentPath, newDocumentPath } from '../catalog/documents';
import type { ResourceRef } from '../catalog/ref';
import { DOCUMENT_SCHEME } from '../catalog/ids';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import type { Uploads } from '../platform/localFiles';
import { notificationProgress } from '../platform/progress';
import type { ReadTemplate } from '../platform/promptTemplate';
import { showBriefly } from '../platform/statusBar';
import { vscodeFileProblems } from '../platform/fileProblems';
import { vscodeLocalFiles } from '../platform/localFiles';
import { numberSetting, type NumberSettings } from '../service/numberSetting';
import type { Services } from '../service/services';
import type { LazyTree } from './tree/lazyTree';
import type { TreeNode } from './tree/nodes';
import { forgetDeleted, recordsOf } from './batches/batchRecords';
import type { ResourcesContext } from './context';
import { Searches } from './search/searches';
import { SearchResults } from './search/searchResults';
import { createSheets } from './sheets/sheetPanel';

interface ContextDeps {
  readonly host: Host;
  readonly services: Services;
  readonly activity: Activity;
  readonly settings: NumberSettings;
  readonly uploads: Uploads;
  readonly readTemplate: ReadTemplate;
  readonly tree: LazyTree;
  readonly view: vscode.TreeView<TreeNode>;
  readonly disposables: DisposableStore;
}

export function createContext({
  host,
  services,
  activity,
  settings,
  uploads,
  readTemplate,
  tree,
  disposables,
}: ContextDeps): ResourcesContext {
  const { prompts, system, documents, log, report, context } = host;
  const searches = disposables.add(new Searches(services.store));
  disposables.add(new SearchResults(searches, services.store));
  const storage = (folder: string): FolderStore =>
    new FolderStore(vscode.Uri.joinPath(context.globalStorageUri, folder).fsPath);
  disposables.add(forgetDeleted(services.store, recordsOf({ storage, log })));
  return {
    services,
    prompts,
    system,
    documents,
    log,
    report,
    activity,
    uploads,
    readTemplate,
    sheets: disposables.add(createSheets(host)),
    localFiles: vscodeLocalFiles,
    fileProblems: disposables.add(vscodeFileProblems('examples')),
    clock: systemClock,
    progress: notificationProgress,
    searches,
    storage,
    storageFile(folder, name) {
      const { scheme, authority, path } = vscode.Uri.joinPath(
        context.globalStorageUri,
        folder,
        name,
      );
      return { scheme, authority, path };
    },
    trashDays: () => numberSetting('trash.days', settings),
    async openDocument(ref, { preview = true, form = 'json' } = {}) {
      const path = ref.collection ? freeDocumentPath(ref) : documentPath(ref, form);
      const uri = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path });
      await vscode.commands.executeCommand('vscode.open', uri, { preview });
    },
    reveal: async (ref, options) => await (await tree.load()).reveal(ref, options),
    async preview(media) {
      const { previewMedia } = await import('../platform/mediaPreview');
      await previewMedia(media, context.globalStorageUri, systemClock.now());
    },
    activeText: () => vscode.window.activeTextEditor?.document.getText(),
    async openText(content) {
      const document = await vscode.workspace.openTextDocument({ content });
      await vscode.window.showTextDocument(document, { preview: false });
    },
    tell: (text) => showBriefly(text),
  };
}

/** Returns a path that no open editor has, including editors restored after a restart. */
function freeDocumentPath(collection: ResourceRef): string {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const taken = tabs.map(({ input }) =>
    input instanceof vscode.TabInputText ? input.uri.path : undefined,
  );
  for (let number = 1; ; number += 1) {
    const path = newDocumentPath(collection, number);
    if (!taken.includes(path)) return path;
  }
}
