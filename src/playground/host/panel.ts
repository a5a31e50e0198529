import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { AppError, errorMessage } from '../../base/errors';
import type { Event } from '../../base/event';
import { PREFIX } from '../../catalog/ids';
import { type NewConversations, settings, type TokenMeter } from '../../catalog/settings';
import type { Conversation } from '../../conversation/model/conversation';
import {
  type FocusTarget,
  type PlaygroundEvent,
  playgroundProtocol,
  type PlaygroundState,
} from '../../conversation/model/protocol';
import type { PlaygroundHost } from '../../conversation/session/context';
import { lostConversationError } from '../../conversation/session/conversationDocument';
import type { Session } from '../../conversation/session/session';
import { panelHtml, panelOptions, renamePanel } from '../../platform/panel';
import { type Port, serve } from '../../webview/rpc';
import { createHandlers } from './handlers';
import { panelActions, type TextEditors } from './panelActions';
import { type CodeView, endSession, type OpenSession, type PanelDeps } from './panelDeps';
import type { Pickers, TargetList } from './pickers';
import { showTurnMenu } from './turnChoices';

export interface PlaygroundPanelDeps {
  readonly host: PlaygroundHost;
  readonly panel: vscode.WebviewPanel;
  readonly session: Session;
  readonly pickers: Pickers;
  readonly editors: Pick<TextEditors, 'last'>;
  readonly code: CodeView;
  readonly openNew: (conversation: Conversation) => Promise<void>;
  readonly openCompared: (conversation: Conversation) => Promise<void>;
}

/** An editor tab with one session. The session ends with the tab. */
export class PlaygroundPanel implements Disposable, OpenSession {
  readonly #parts: PlaygroundPanelDeps;
  readonly #deps: PanelDeps;
  readonly #disposables = new DisposableStore();
  readonly onDidDispose: Event<void>;
  readonly isColumn = false;
  /** Whether the page listens. VS Code destroys hidden pages and reloads them when shown. */
  #ready = false;
  /** Events to send as soon as the page listens. */
  #pending: PlaygroundEvent[] = [];
  /** Whether closing keeps the file even if the conversation is unused. */
  #keepsFile = false;

  constructor(parts: PlaygroundPanelDeps) {
    this.#parts = parts;
    const { host, panel, session } = parts;
    const { extensionUri } = host.context;
    this.onDidDispose = (listener) => panel.onDidDispose(() => listener());
    const port = panelPage(panel, extensionUri, l10n.t('Playground'));
    this.#deps = {
      session,
      pickers: parts.pickers,
      actions: panelActions(host, parts),
      prompts: host.prompts,
      connections: host.connections,
      onReady: () => this.#onReady(),
    };
    this.#disposables.add(
      serve(
        port,
        playgroundProtocol,
        createHandlers(this.#deps),
        (reason) => host.log.warn(`playground: a message was dropped: ${reason}`),
        (call, error) => host.log.warn(`playground: ${call}: ${errorMessage(error)}`),
      ),
    );
    this.#disposables.add(session.onDidEmit((event) => this.#onEvent(event)));
    this.#disposables.add(onDidChangeTokenMeter(() => session.emitState()));
    this.#disposables.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#ready = false;
      }),
    );
    this.#disposables.add({ dispose: () => void this.#close() });
    panel.onDidDispose(() => this.#disposables.dispose());
    this.#showTitle(session.state);
  }

  get session(): Session {
    return this.#parts.session;
  }

  /** HTML as given to VS Code. Never contains conversation data. */
  get html(): string {
    return this.#parts.panel.webview.html;
  }

  get isReady(): boolean {
    return this.#ready;
  }

  get isActive(): boolean {
    return this.#parts.panel.active;
  }

  get isVisible(): boolean {
    return this.#parts.panel.visible;
  }

  focus(target: FocusTarget): void {
    this.tell({ name: 'focus', target });
  }

  async choose(what: TargetList): Promise<void> {
    await this.#parts.pickers.pick(what, this.session);
  }

  /** Shows a quick pick of actions for the last message. Throws `AppError` if there are no messages. */
  async showMessageActions(): Promise<void> {
    const last = this.session.conversation.turns.at(-1);
    if (!last) throw new AppError('noMessage', l10n.t('There are no messages yet.'));
    await showTurnMenu(this.#deps, last.id);
  }

  tell(event: PlaygroundEvent): void {
    this.#pending.push(event);
    this.#parts.panel.reveal();
    if (this.#ready) this.#sendPending();
  }

  reveal(): void {
    this.#parts.panel.reveal();
  }

  /** Disposes the tab first: late page calls could recreate a deleted file. */
  async close(): Promise<void> {
    this.#keepsFile = true;
    this.dispose();
    await this.session.close();
  }

  dispose(): void {
    this.#parts.panel.dispose();
  }

  /** The tab is closed: unsaved changes can only be reported. */
  async #close(): Promise<void> {
    const { host } = this.#parts;
    const { title } = this.session.state;
    const { session } = this;
    if (await (this.#keepsFile ? session.close() : endSession(session))) return;
    await host.report('playground', lostConversationError(title));
  }

  #onReady(): void {
    this.#ready = true;
    this.session.emitState();
    const { draft = { text: '', held: [], pieces: [] } } = this.session.conversation;
    this.#post({ name: 'draft', draft });
    this.#sendPending();
  }

  #sendPending(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const event of pending) this.#post(event);
  }

  #onEvent(event: PlaygroundEvent): void {
    if (event.name === 'state') this.#showTitle(event.state);
    // VS Code would queue messages to a hidden page and deliver them late.
    if (this.#ready) this.#post(event);
  }

  #post(event: PlaygroundEvent): void {
    void this.#parts.panel.webview.postMessage({ kind: 'event', ...event });
  }

  #showTitle({ title }: PlaygroundState): void {
    renamePanel(this.#parts.panel, title || l10n.t('Playground'));
  }
}

function icon(extensionUri: vscode.Uri): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const file = (theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', `playground-${theme}.svg`);
  return { light: file('light'), dark: file('dark') };
}

export function panelPage(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  title: string,
  compares = false,
): Port {
  const { webview } = panel;
  panel.iconPath = icon(extensionUri);
  webview.options = panelOptions(extensionUri);
  webview.html = panelHtml({
    webview,
    extensionUri,
    title,
    script: 'playground.js',
    style: 'playground.css',
    data: { compares },
  });
  return {
    post: (message) => void webview.postMessage(message),
    onMessage: (listener) => webview.onDidReceiveMessage(listener),
  };
}

const NAME = 'playground.tokenMeter';

/** Returns the user's setting or the default. Ignores workspace settings, because requests cost money. */
function userChoice<N extends 'playground.tokenMeter' | 'playground.newConversations'>(
  name: N,
): (typeof settings)[N]['choices'][number] {
  const found = vscode.workspace.getConfiguration(PREFIX).inspect<unknown>(name)?.globalValue;
  const { choices, default: usual } = settings[name];
  return choices.find((choice) => choice === found) ?? usual;
}

export const tokenMeter = (): TokenMeter => userChoice(NAME);
export const newConversations = (): NewConversations => userChoice('playground.newConversations');

function onDidChangeTokenMeter(listener: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(`${PREFIX}.${NAME}`)) listener();
  });
}
