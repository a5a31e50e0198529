import * as vscode from 'vscode';
import { DisposableStore } from '../../../base/disposable';
import { CancelledError, errorMessage } from '../../../base/errors';
import { COMPARE_PANEL } from '../../../catalog/ids';
import type { ResourceRef } from '../../../catalog/ref';
import { panelOptions } from '../../../platform/panel';
import { list, object, text } from '../../../webview/shape';
import { MOST_COLUMNS } from '../../compare';
import { openConversation, type Opened } from '../openConversation';
import type { SessionServices } from '../services';
import { versionOf } from '../setup';
import { newConversation, type Beginning } from '../transcript';
import { ComparePanel, type ComparePanelParts } from './comparePanel';
import { Comparison } from './comparison';

/** What a page keeps with `setState`, as far as the host reads it. Written by the page: not trusted. */
const savedState = object({}, { conversations: list(text(64), MOST_COLUMNS) });

export interface ComparePanelsParts extends Omit<ComparePanelParts, 'panel' | 'comparison'> {
  readonly services: SessionServices;
  /** What a new conversation begins with: this model, or what was used last. */
  readonly beginning: (target: ResourceRef | undefined) => Promise<Beginning>;
}

/** The comparisons of this window. */
export class ComparePanels {
  readonly #parts: ComparePanelsParts;
  readonly #open = new Set<ComparePanel>();

  constructor(parts: ComparePanelsParts) {
    this.#parts = parts;
  }

  /** Those that are open, oldest first. */
  get all(): readonly ComparePanel[] {
    return [...this.#open];
  }

  /** Opens a comparison of two models: this one, or the one used last, with another one of the list. */
  async open(target: ResourceRef | undefined): Promise<ComparePanel> {
    const { services } = this.#parts;
    const { clock, l10n } = services;
    const first = await this.#parts.beginning(target);
    const conversations = (await this.#models(first)).map((model) => ({
      conversation: newConversation({ ...first, model }, clock.now(), l10n),
    }));
    const panel = vscode.window.createWebviewPanel(
      COMPARE_PANEL,
      l10n.t('Compare Models'),
      vscode.ViewColumn.Active,
      panelOptions(this.#parts.host.context.extensionUri),
    );
    return this.#fill(panel, conversations);
  }

  /** Puts its conversations back into a panel that VS Code kept. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<ComparePanel> {
    const { services } = this.#parts;
    const { conversations, clock, l10n } = services;
    const beginning = await this.#parts.beginning(undefined);
    const ids = [...conversationsIn(state), undefined, undefined];
    const count = Math.max(ids.length - 2, 2);
    const tab = new DisposableStore();
    const closing = panel.onDidDispose(() => tab.dispose());
    const opened = await Promise.all(
      ids
        .slice(0, count)
        .map((id) => openConversation(conversations, id, beginning, clock.now(), l10n)),
    );
    closing.dispose();
    // By its user, while the files were read. Nothing may be done to such a tab.
    if (tab.isDisposed) throw new CancelledError();
    return this.#fill(panel, opened);
  }

  /** Stops what streams, and resolves when every conversation is on disk. */
  async close(): Promise<void> {
    const closing = this.all.map(({ comparison }) => comparison.close());
    this.#open.clear();
    await Promise.all(closing);
  }

  #fill(panel: vscode.WebviewPanel, conversations: readonly Opened[]): ComparePanel {
    const comparison = new Comparison(conversations, this.#parts.services);
    const shown = new ComparePanel({ ...this.#parts, panel, comparison });
    this.#open.add(shown);
    shown.onDidDispose(() => this.#open.delete(shown));
    return shown;
  }

  /** What was begun with, or the first of the list, and the next one of it that is another. */
  async #models(first: Beginning): Promise<readonly [string, string]> {
    const { models, connections, log } = this.#parts.services;
    const connection = connections.find(first.connection);
    if (!connection) return [first.model, first.model];
    try {
      const listed = await models.list(connection.id, versionOf(first, connection));
      const model = first.model || (listed[0]?.name ?? '');
      return [model, listed.find(({ name }) => name !== model)?.name ?? model];
    } catch (error) {
      log.warn(`compare: models.list: ${errorMessage(error)}`);
      return [first.model, first.model];
    }
  }
}

function conversationsIn(state: unknown): readonly string[] {
  try {
    return savedState.parse(state).conversations ?? [];
  } catch {
    // A page of another version, or one that never had conversations.
    return [];
  }
}
