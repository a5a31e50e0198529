import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { objectAt, textAt } from '../../base/json';
import { systemClock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/event';
import type { Verb } from '../../catalog/commandTable';
import { contextWords } from '../../catalog/kindOperations';
import { commandId } from '../../catalog/commands';
import { contextKey, SEARCH_VIEW } from '../../catalog/ids';
import { kindRow } from '../../catalog/kinds';
import { metadataLine } from '../../catalog/kinds/facts';
import { revealRow } from '../../platform/revealRow';
import { setTooltip, type TooltipTexts, treeItem } from '../../platform/treeRows';
import { setViewMessage } from '../../platform/viewTexts';
import type { Store } from '../../service/store';
import { outcomeText, runningText, type Searches } from './searches';
import { currentChunk, documentLabel, scoreText, type SearchResult } from './searchRequest';

const VERBS: readonly Verb[] = ['open', 'editText', 'copyName'];

/** Time after a search in which the results may take the focus, in ms. */
const SOON = 1000;

/** Ranked results of the last search, in a view that appears with the first search. */
export class SearchResults implements vscode.TreeDataProvider<SearchResult>, Disposable {
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
