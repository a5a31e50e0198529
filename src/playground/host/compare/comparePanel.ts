import * as l10n from '@vscode/l10n';
import { DisposableStore, toDisposable, type Disposable } from '../../../base/disposable';
import { errorMessage } from '../../../base/errors';
import type { Event } from '../../../base/event';
import { renamePanel } from '../../../platform/panel';
import { channel, type Port, serve } from '../../../webview/rpc';
import {
  COMPARE_CHANNEL,
  type CompareEvent,
  compareProtocol,
} from '../../../conversation/model/compare';
import { playgroundProtocol } from '../../../conversation/model/protocol';
import { createHandlers } from '../handlers';
import { watchConversation, type OpenSession } from '../../../conversation/session/openSession';
import { panelActions } from '../panelActions';
import { panelPage, type PlaygroundPanelDeps } from '../panel';
import { lostWithTab } from '../../../conversation/session/conversationDocument';
import { type Column, columnSessions, compareHandlers, type Comparison } from './comparison';

export interface ComparePanelDeps extends Omit<PlaygroundPanelDeps, 'session'> {
  readonly comparison: Comparison;
  /** Hears of conversations that are open here now, or are not any more. */
  readonly onDidChange: (conversation: string) => void;
}

/** A tab of the editor area in which several models are asked the same; the comparison ends with it. */
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
        // A hidden page is gone; when it comes back it loads anew.
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

  /** Its conversations, from left to right. */
  get sessions(): readonly OpenSession[] {
    return columnSessions(this.comparison, this.#parts.panel);
  }

  dispose(): void {
    this.#parts.panel.dispose();
  }

  /** Each column is served over its channel for as long as it is there. */
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
        ...{ session, pickers, prompts: host.prompts, connections: host.connections },
        actions: panelActions(host, this.#parts),
        onReady: () => session.emitState(),
      });
      own.add(toDisposable(watchConversation(session, onDidChange)));
      own.add(serve(port, playgroundProtocol, handlers, ...this.#reports()));
      own.add(
        session.onDidEmit((event) => {
          if (event.name === 'state') this.#showTitle();
          // VS Code would keep what is posted to a hidden page, and deliver it late.
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

  /** The tab is gone: what is not on disk by now can only be told. */
  async #close(): Promise<void> {
    const { host, comparison } = this.#parts;
    const [first] = comparison.columns;
    if (await comparison.close()) return;
    await host.report('compare', lostWithTab(first?.session.state.title ?? ''));
  }

  #showTitle(): void {
    const models = this.comparison.columns.map(({ session }) =>
      session.target.model.replace(/^(models|tunedModels)\//, ''),
    );
    renamePanel(this.#parts.panel, l10n.t('Compare: {0}', models.join(', ')));
  }
}
