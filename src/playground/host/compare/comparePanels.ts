import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../../base/disposable';
import { CancelledError, errorMessage } from '../../../base/errors';
import { COMPARE_PANEL } from '../../../catalog/ids';
import type { ResourceRef } from '../../../catalog/ref';
import { openPanel, renamePanel } from '../../../platform/panel';
import { list, object, text } from '../../../webview/shape';
import {
  COMPARE_CHANNEL,
  type CompareEvent,
  MAX_COLUMNS,
  compareProtocol,
  playgroundProtocol,
} from '../../../conversation/model/protocol';
import type { Conversation } from '../../../conversation/model/conversation';
import { openColumns, openConversation } from '../../../conversation/store/conversationIndex';
import type { OpenedConversation } from '../../../conversation/store/conversationStore';
import type { SessionServices } from '../../../conversation/session/context';
import { type InitialState, newConversation } from '../../../conversation/store/transcript';
import {
  type Column,
  columnCopy,
  columnSessions,
  compareHandlers,
  comparedModels,
  Comparison,
  modelLabel,
} from './comparison';
import type { Event } from '../../../base/event';
import { channel, type Port, serve } from '../../../webview/rpc';
import { createHandlers } from '../handlers';
import { type PlaygroundPanelDeps, panelPage } from '../panel';
import { type OpenSession, watchConversation } from '../panelDeps';
import { panelActions } from '../panelActions';
import { lostConversationError } from '../../../conversation/session/conversationDocument';

/** Part of the page's `setState` that the host reads. Untrusted: the page writes it. */
const savedState = object({}, { conversations: list(text(64), MAX_COLUMNS) });

interface ComparePanelsDeps extends Omit<ComparePanelDeps, 'panel' | 'comparison'> {
  readonly services: SessionServices;
  /** Returns the start of a new conversation: this model, or the last chat model. */
  readonly beginning: (target: ResourceRef | undefined) => Promise<InitialState>;
}

export class ComparePanels {
  readonly #parts: ComparePanelsDeps;
  readonly #open = new Set<ComparePanel>();

  constructor(parts: ComparePanelsDeps) {
    this.#parts = parts;
  }

  get all(): readonly ComparePanel[] {
    return [...this.#open];
  }

  /** Opens a comparison of this model, or the last used one, with another model. */
  async open(target: ResourceRef | undefined): Promise<ComparePanel> {
    const { services } = this.#parts;
    const { clock } = services;
    const first = await this.#parts.beginning(target);
    // Only a preset sets the mode.
    const isOfPreset = first.mode !== undefined;
    const conversations = (await comparedModels(first, services, isOfPreset)).map((model) => ({
      conversation: newConversation({ ...first, model }, clock.now()),
    }));
    return this.#fill(this.#newTab(), conversations);
  }

  /** Opens a comparison with two copies of a conversation: one with its model, one with another model. */
  async openFrom(conversation: Conversation): Promise<ComparePanel> {
    const { services } = this.#parts;
    const { clock } = services;
    const { attachments = [] } = conversation;
    const [first, second] = (await comparedModels(conversation, services)).map((model) => ({
      ...columnCopy(conversation, clock.now()),
      model,
    }));
    const opened = [{ ...first, attachments }, second] as readonly Conversation[];
    return this.#fill(
      this.#newTab(),
      opened.map((one) => ({ conversation: one })),
    );
  }

  /** Opens a comparison from saved conversations. Undefined if fewer than two remain on disk. */
  async openSaved(ids: readonly string[]): Promise<ComparePanel | undefined> {
    const { conversations } = this.#parts.services;
    const opened = await openColumns(conversations, ids);
    return opened && this.#fill(this.#newTab(), opened);
  }

  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<ComparePanel> {
    const { services } = this.#parts;
    const { conversations, clock } = services;
    const beginning = await this.#parts.beginning(undefined);
    const ids = [...conversationsIn(state), undefined, undefined];
    const count = Math.max(ids.length - 2, 2);
    const tab = new DisposableStore();
    const closing = panel.onDidDispose(() => tab.dispose());
    const opened = await Promise.all(
      ids.slice(0, count).map((id) => openConversation(conversations, id, beginning, clock.now())),
    );
    closing.dispose();
    // The user closed the tab during the read. A disposed panel throws on every call.
    if (tab.isDisposed) throw new CancelledError();
    return this.#fill(panel, opened);
  }

  async close(): Promise<void> {
    const closing = this.all.map(({ comparison }) => comparison.close('window'));
    this.#open.clear();
    await Promise.all(closing);
  }

  #newTab(): vscode.WebviewPanel {
    return openPanel(
      COMPARE_PANEL,
      l10n.t('Compare Models'),
      vscode.ViewColumn.Active,
      this.#parts.host.context.extensionUri,
      true,
    );
  }

  #fill(panel: vscode.WebviewPanel, conversations: readonly OpenedConversation[]): ComparePanel {
    const comparison = new Comparison(conversations, this.#parts.services);
    const shown = new ComparePanel({ ...this.#parts, panel, comparison });
    this.#open.add(shown);
    shown.onDidDispose(() => this.#open.delete(shown));
    return shown;
  }
}

function conversationsIn(state: unknown): readonly string[] {
  try {
    return savedState.parse(state).conversations ?? [];
  } catch {
    // The state is from another version, or from a page that never had conversations.
    return [];
  }
}

interface ComparePanelDeps extends Omit<PlaygroundPanelDeps, 'session'> {
  readonly comparison: Comparison;
  readonly onDidChange: (conversation: string) => void;
}

/** An editor tab that sends the same messages to several models. Disposing the tab ends the comparison. */
export class ComparePanel implements Disposable {
  readonly #parts: ComparePanelDeps;
  readonly #disposables = new DisposableStore();
  readonly #columns = new Map<Column, DisposableStore>();
  readonly #port: Port;
  readonly onDidDispose: Event<void>;
  #ready = false;

  constructor(parts: ComparePanelDeps) {
    this.#parts = parts;
    const { host, panel, comparison, pickers } = parts;
    const { extensionUri } = host.context;
    this.onDidDispose = (listener) => panel.onDidDispose(() => listener());
    this.#port = panelPage(panel, extensionUri, l10n.t('Compare Models'), true);
    const { prompts, documents } = host;
    const onReady = (): void => this.#onReady();
    this.#disposables.add(
      serve(
        channel(this.#port, COMPARE_CHANNEL),
        compareProtocol,
        compareHandlers({ comparison, pickers, prompts, documents, onReady }),
        ...this.#reports(),
      ),
    );
    this.#disposables.add(comparison.onDidChange(() => this.#onColumns()));
    this.#disposables.add(
      panel.onDidChangeViewState(() => {
        // VS Code destroys hidden pages and reloads them when shown.
        if (!panel.visible) this.#ready = false;
      }),
    );
    this.#disposables.add({ dispose: () => void this.#close() });
    panel.onDidDispose(() => this.#disposables.dispose());
    this.#onColumns();
  }

  get comparison(): Comparison {
    return this.#parts.comparison;
  }

  get sessions(): readonly OpenSession[] {
    return columnSessions(this.comparison, this.#parts.panel);
  }

  dispose(): void {
    this.#parts.panel.dispose();
  }

  #onColumns(): void {
    const { host, pickers, comparison, onDidChange } = this.#parts;
    for (const [column, disposables] of this.#columns) {
      if (comparison.columns.includes(column)) continue;
      disposables.dispose();
      this.#columns.delete(column);
    }
    for (const column of comparison.columns) {
      if (this.#columns.has(column)) continue;
      const { session, name } = column;
      const port = channel(this.#port, name);
      const own = this.#disposables.add(new DisposableStore());
      this.#columns.set(column, own);
      const handlers = createHandlers({
        session,
        pickers,
        prompts: host.prompts,
        connections: host.connections,
        actions: panelActions(host, this.#parts),
        onReady: () => session.emitState(),
      });
      own.add(toDisposable(watchConversation(session, onDidChange)));
      own.add(serve(port, playgroundProtocol, handlers, ...this.#reports()));
      own.add(
        session.onDidEmit((event) => {
          if (event.name === 'state') this.#showTitle();
          // VS Code would queue messages to a hidden page and deliver them late.
          if (this.#ready) port.post({ kind: 'event', ...event });
        }),
      );
    }
    this.#showTitle();
    if (this.#ready) this.#sendColumns();
  }

  #onReady(): void {
    this.#ready = true;
    this.#sendColumns();
  }

  #sendColumns(): void {
    const columns = this.comparison.columns.map(({ name }) => name);
    const event: CompareEvent = { name: 'columns', columns };
    channel(this.#port, COMPARE_CHANNEL).post({ kind: 'event', ...event });
  }

  #reports(): [(reason: string) => void, (call: string, error: unknown) => void] {
    const { log } = this.#parts.host;
    return [
      (reason) => log.warn(`compare: a message was dropped: ${reason}`),
      (call, error) => log.warn(`compare: ${call}: ${errorMessage(error)}`),
    ];
  }

  /** The tab is closed: unsaved changes can only be reported. */
  async #close(): Promise<void> {
    const { host, comparison } = this.#parts;
    const [first] = comparison.columns;
    if (await comparison.close()) return;
    await host.report('compare', lostConversationError(first?.session.state.title ?? ''));
  }

  #showTitle(): void {
    const models = this.comparison.columns.map(({ session }) => modelLabel(session.target));
    renamePanel(this.#parts.panel, l10n.t('Compare: {0}', models.join(', ')));
  }
}
