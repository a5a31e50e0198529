import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { newDocumentPath, documentPath } from '../catalog/documents';
import type { ResourceRef } from '../catalog/ref';
import { DOCUMENT_SCHEME, SEARCH_VIEW, contextKey } from '../catalog/ids';
import type { Activity } from '../platform/activity';
import { FolderStore } from '../platform/files';
import type { Host } from '../platform/host';
import { vscodeLocalFiles, type Uploads } from '../platform/localFiles';
import { notificationProgress } from '../platform/progress';
import type { ReadTemplate } from '../platform/promptTemplate';
import { showBriefly } from '../platform/statusBar';
import { vscodeFileProblems } from '../platform/diagnostics';
import { type NumberSettings, numberSetting } from '../service/numberSetting';
import type { Services } from '../service/services';
import type { LazyTree } from './tree/lazyTree';
import type { TreeNode } from './tree/nodes';
import { recordsOf, forgetDeleted } from './batches/batchRecords';
import type { ResourcesContext } from './context';
import { Searches, runningText, outcomeText } from './search/searches';
import { createSheets } from './sheets/sheetPanel';
import * as l10n from '@vscode/l10n';
import { Emitter } from '../base/event';
import { textAt, objectAt } from '../base/json';
import { commandId } from '../catalog/commands';
import type { Verb } from '../catalog/commandTable/index';
import { contextWords } from '../catalog/kindOperations';
import { metadataLine } from '../catalog/kinds/facts';
import { kindRow } from '../catalog/kinds/index';
import { revealRow } from '../platform/revealRow';
import { treeItem, type TooltipTexts, setTooltip } from '../platform/treeRows';
import { setViewMessage } from '../platform/viewTexts';
import type { Store } from '../service/store';
import { type SearchResult, scoreText, documentLabel, currentChunk } from './search/filter';

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
      const { previewMedia } = await import('../platform/localFiles');
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

const VERBS: readonly Verb[] = ['open', 'editText', 'copyName'];

/** Time after a search in which the results may take the focus, in ms. */
const SOON = 1000;

/** Ranked results of the last search, in a view that appears with the first search. */
class SearchResults implements vscode.TreeDataProvider<SearchResult>, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #searches: Searches;
  readonly #store: Store;
  readonly #changed = this.#disposables.add(new Emitter<undefined>());
  #began = 0;
  #view: vscode.TreeView<SearchResult> | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(searches: Searches, store: Store) {
    this.#searches = searches;
    this.#store = store;
    this.#disposables.add(searches.onDidChange(() => void this.#follow()));
    this.#disposables.add(
      store.onDidChange(({ ref }) => {
        const isShown = ref?.kind === 'chunk' || ref?.kind === 'document';
        if (isShown && searches.outcome) this.#changed.fire(undefined);
      }),
    );
  }

  getChildren(row?: SearchResult): SearchResult[] {
    return row ? [] : [...(this.#searches.outcome?.results ?? [])];
  }

  /** `reveal` in VS Code requires this method. Rows have no parents. */
  getParent(): undefined {
    return undefined;
  }

  getTreeItem(row: SearchResult): vscode.TreeItem {
    const score = scoreText(row.score);
    const text = kindRow('chunk').label(currentChunk(row, this.#store));
    const document = documentLabel(row, this.#store, row.document);
    const results = this.#searches.outcome?.results ?? [];
    const place = [results.indexOf(row) + 1, results.length, text, document] as const;
    // Score first, because a narrow side bar truncates the end.
    const item = treeItem({
      label: [score, text].filter(Boolean).join(' · '),
      description: document,
      spoken:
        score === ''
          ? l10n.t('{0} of {1}: {2}, in {3}', ...place)
          : l10n.t('{0} of {1}: {2}, in {3}, score {4}', ...place, score),
    });
    item.contextValue = contextWords('resource', 'chunk', row.isNamed ? VERBS : []);
    if (row.isNamed) {
      const { connection, version, kind, name } = row;
      item.command = {
        command: commandId('open'),
        title: l10n.t('Open as JSON'),
        arguments: [{ connection, version, kind, name }],
      };
    }
    return item;
  }

  resolveTreeItem(item: vscode.TreeItem, row: SearchResult): vscode.TreeItem {
    setTooltip(item, resultTooltip(row, this.#store));
    return item;
  }

  get message(): string | undefined {
    const { running, outcome } = this.#searches;
    if (running) return runningText(running);
    return outcome && outcomeText(outcome);
  }

  async #follow(): Promise<void> {
    const { running, outcome } = this.#searches;
    const key = contextKey('hasSearch');
    const isShown = running !== undefined || outcome !== undefined;
    this.#view ??= this.#disposables.add(
      vscode.window.createTreeView(SEARCH_VIEW, { treeDataProvider: this }),
    );
    setViewMessage(this.#view, this.message);
    this.#changed.fire(undefined);
    await vscode.commands.executeCommand('setContext', key, isShown);
    const first = outcome?.results[0];
    if (running) {
      this.#began = systemClock.monotonic();
      await vscode.commands.executeCommand(`${SEARCH_VIEW}.focus`);
    } else if (first && systemClock.monotonic() - this.#began < SOON) {
      await revealRow(this.#view, first, { focus: true, select: false });
    }
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

const MAX_TEXT_LENGTH = 2000;

function resultTooltip(row: SearchResult, store: Store): TooltipTexts {
  const chunk = currentChunk(row, store);
  const text = textAt(objectAt(chunk, 'data'), 'stringValue').trim();
  const shown = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
  const facts = [
    [l10n.t('Relevance'), scoreText(row.score)],
    [l10n.t('Document'), documentLabel(row, store, row.document)],
    [l10n.t('Metadata'), metadataLine(chunk)],
    [l10n.t('Document metadata'), metadataLine(row.document)],
    [l10n.t('Name'), row.name],
  ].filter(([, value]) => value !== '');
  return { paragraphs: [shown], facts };
}
