import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { CodeDocuments, TextEditors, drawsDiagrams } from './panelActions';
import { systemClock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { CancelledError, errorMessage } from '../../base/errors';
import { PLAYGROUND_PANEL } from '../../catalog/ids';
import type { ResourceRef } from '../../catalog/ref';
import { nameInRequests } from '../../catalog/resourceName';
import { openPanel } from '../../platform/panel';
import { notificationProgress } from '../../platform/progress';
import { vscodeTools } from '../../platform/vscodeTools';
import { object, text } from '../../webview/shape';
import {
  initialTurns,
  newMode,
  withAgent,
  withStore,
} from '../../conversation/session/modelChoice';
import { type ComparePanel, ComparePanels } from './compare/comparePanels';
import type { InitialState } from '../../conversation/store/transcript';
import type { FileMove } from '../../conversation/attachments/attachmentEntry';
import { PartEditors } from './partFiles';
import { isConversationId } from '../../conversation/store/conversationFile';
import {
  listConversations,
  openConversation,
  pickConversation,
} from '../../conversation/store/conversationIndex';
import {
  ConversationStore,
  KeptSettings,
  LastUsed,
  type OpenedConversation,
  PRESET_FOLDER,
} from '../../conversation/store/conversationStore';
import { FolderStore } from '../../platform/files';
import { StoragePolicy } from '../../conversation/session/storagePolicy';
import { Models } from '../../conversation/request/models';
import type { Conversation } from '../../conversation/model/conversation';
import { PlaygroundPanel, newConversations, tokenMeter } from './panel';
import { type OpenSession, watchConversation } from './panelDeps';
import type { NewConversations } from '../../catalog/settings';
import { Pickers } from './pickers';
import { workspaceFiles } from './workspaceFiles';
import type { PlaygroundHost, SessionServices } from '../../conversation/session/context';
import { Session } from '../../conversation/session/session';

/** Key in `workspaceState` of the last mode the user selected, `chat` or `interaction`. */
const NEW_MODE = 'playground.newMode';

/** Part of the page's `setState` that the host reads. Untrusted: the page writes it. */
const savedState = object({}, { conversation: text(64) });

export class Panels implements Disposable {
  readonly #host: PlaygroundHost;
  readonly #services: SessionServices;
  readonly #pickers: Pickers;
  readonly #files: FolderStore;
  readonly #open = new Set<PlaygroundPanel>();
  readonly #editors = new TextEditors();
  readonly #partEditors = new PartEditors();
  readonly #opening = new Map<string, Promise<unknown>>();
  /** Conversations of closed tabs that are still being saved. */
  readonly #closing = new Map<string, Promise<unknown>>();
  readonly comparisons: ComparePanels;
  readonly code: CodeDocuments;
  readonly #renames: vscode.Disposable;
  readonly #onDidChange: (conversation: string) => void;

  /** `onDidChange` is called when a conversation is written, opened, or closed. */
  constructor(host: PlaygroundHost, onDidChange: (conversation: string) => void) {
    this.#host = host;
    this.#onDidChange = onDidChange;
    this.code = new CodeDocuments(host.documents, host.context.globalState);
    const { globalStorageUri } = host.context;
    const files = new FolderStore(vscode.Uri.joinPath(globalStorageUri, 'conversations').fsPath);
    const settings = new FolderStore(globalStorageUri.fsPath);
    const presets = vscode.Uri.joinPath(globalStorageUri, PRESET_FOLDER);
    this.#files = files;
    this.#services = {
      ...host,
      keeping: new StoragePolicy(host.context.globalState),
      tokenMeter,
      drawsDiagrams: drawsDiagrams(),
      progress: notificationProgress,
      vscodeTools: vscodeTools(host.context.extension),
      workspaceFiles: workspaceFiles({ uploads: host.uploads, editors: this.#editors }),
      partEditors: (id) => this.#partEditors.of(id),
      clock: systemClock,
      models: new Models(host.store, host.modelStatuses),
      lastUsed: new LastUsed(settings, host.log),
      keptSettings: new KeptSettings(settings, new FolderStore(presets.fsPath), host.log),
      conversations: new ConversationStore({
        files,
        clock: systemClock,
        log: host.log,
        copyTitle: (title) => l10n.t('{0} (copy)', title),
        onDidWrite: onDidChange,
      }),
    };
    const { workspaceState } = host.context;
    this.#pickers = new Pickers(this.#services, host.prompts, (mode) => {
      if (mode === 'chat' || mode === 'interaction') void workspaceState.update(NEW_MODE, mode);
    });
    this.comparisons = new ComparePanels({
      host,
      onDidChange,
      services: this.#services,
      pickers: this.#pickers,
      editors: this.#editors,
      code: this.code,
      openNew: async (conversation) => {
        this.openNew(conversation);
      },
      openCompared: async (conversation) => {
        await this.comparisons.openFrom(conversation);
      },
      beginning: (target) => initialTurns(this.#services, target),
    });
    this.#partEditors.onDidChange((id) => {
      const open = this.sessions.find(({ session }) => session.conversation.id === id);
      open?.session.emitState();
    });
    this.#renames = vscode.workspace.onDidRenameFiles((event) => {
      const moves = event.files.map(({ oldUri, newUri }) => ({
        from: placeOf(oldUri),
        to: placeOf(newUri),
      }));
      for (const { session } of this.sessions) session.followFiles(moves);
    });
    for (const folder of [files, settings]) {
      folder
        .sweep(systemClock.now())
        .catch((error: unknown) => host.log.warn(`playground: ${errorMessage(error)}`));
    }
  }

  get all(): readonly PlaygroundPanel[] {
    return [...this.#open];
  }

  get sessions(): readonly OpenSession[] {
    return [...this.all, ...this.comparisons.all.flatMap(({ sessions }) => sessions)];
  }

  /** Reads a conversation from disk. Undefined if missing or unreadable. */
  async read(id: string): Promise<Conversation | undefined> {
    const loaded = isConversationId(id) && (await this.#services.conversations.load(id));
    return loaded && loaded.kind === 'found' ? loaded.conversation : undefined;
  }

  /** The focused playground; if none is focused, a visible one. */
  get current(): PlaygroundPanel | undefined {
    return this.all.find((panel) => panel.isActive) ?? this.all.find((panel) => panel.isVisible);
  }

  isInFront(conversation: string): boolean {
    return this.all.some(
      ({ isVisible, session }) => isVisible && session.conversation.id === conversation,
    );
  }

  async open(target?: ResourceRef, beside = false): Promise<PlaygroundPanel> {
    const shown = await this.#show(this.#newTab(beside), undefined, target);
    if (target) shown.session.keep();
    return shown;
  }

  async askAbout(file: ResourceRef): Promise<PlaygroundPanel> {
    const shown = await this.#show(this.#newTab(), undefined, { ...file, collection: true });
    shown.session.attachments.attachFile(file.name, file.connection);
    shown.focus('composer');
    return shown;
  }

  async askStore(store: ResourceRef): Promise<PlaygroundPanel> {
    const shown = await this.#show(this.#newTab(), undefined, { ...store, collection: true });
    shown.session.setMode('chat');
    shown.session.change((head) => withStore(head, store.name));
    shown.focus('composer');
    return shown;
  }

  async askAgent(agent: ResourceRef): Promise<PlaygroundPanel> {
    const shown = await this.#show(this.#newTab(), undefined, { ...agent, collection: true });
    shown.session.setMode('interaction');
    shown.session.change((head) => withAgent(head, nameInRequests(agent)));
    shown.focus('composer');
    return shown;
  }

  openNew(conversation: Conversation): PlaygroundPanel {
    const shown = this.#fill(this.#newTab(), { conversation });
    shown.session.keep();
    return shown;
  }

  /** Opens a comparison with this model, the visible conversation, or the last used model, in this order. */
  async compare(target?: ResourceRef): Promise<ComparePanel> {
    const { session } = (target ? undefined : this.current) ?? {};
    if (!session) return await this.comparisons.open(target);
    session.refuseWhileStreaming();
    return await this.comparisons.openFrom(session.conversation);
  }

  async openById(id: string, columns: readonly string[] = [id]): Promise<void> {
    const open = this.sessions.find(({ session }) => columns.includes(session.conversation.id));
    if (open) {
      open.reveal();
      return;
    }
    // A second click can arrive while the file is being read.
    const opening = this.#opening.get(id) ?? this.#openSaved(id, columns);
    this.#opening.set(id, opening);
    try {
      await opening;
    } finally {
      this.#opening.delete(id);
    }
  }

  get services(): SessionServices {
    return this.#services;
  }

  async beginning(): Promise<InitialState> {
    return await initialTurns(this.#services, undefined);
  }

  async openConversation(): Promise<void> {
    const entries = listConversations(this.#files, (name, reason) =>
      this.#host.log.warn(`playground: couldn’t list ${name}: ${reason}`),
    );
    const id = await pickConversation(this.#host.prompts, entries, vscode.env.language);
    if (id === undefined) return;
    const { columns } = (await entries).find((entry) => entry.id === id) ?? {};
    await this.openById(
      id,
      columns?.map((one) => one.id),
    );
  }

  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<PlaygroundPanel> {
    return await this.#show(panel, conversationIn(state));
  }

  async close(): Promise<void> {
    // Panels stay open: VS Code restores them in the next window.
    const sessions = this.all.map(({ session }) => session.close('window'));
    this.#open.clear();
    await Promise.all([...sessions, this.comparisons.close()]);
  }

  dispose(): void {
    this.#renames.dispose();
    this.#editors.dispose();
    this.#partEditors.dispose();
    void this.close();
  }

  async #openSaved(id: string, columns: readonly string[]): Promise<void> {
    await this.#closing.get(id);
    if (columns.length > 1 && (await this.comparisons.openSaved(columns))) return;
    await this.#show(this.#newTab(), id);
  }

  #newTab(beside = false): vscode.WebviewPanel {
    return openPanel(
      PLAYGROUND_PANEL,
      l10n.t('Playground'),
      beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
      this.#host.context.extensionUri,
      true,
    );
  }

  async #show(
    panel: vscode.WebviewPanel,
    id: string | undefined,
    target?: ResourceRef,
  ): Promise<PlaygroundPanel> {
    const { conversations, clock } = this.#services;
    const tab = new DisposableStore();
    const closing = panel.onDidDispose(() => tab.dispose());
    const beginning = await initialTurns(this.#services, target);
    const connection = this.#services.connections.find(beginning.connection);
    const wanted = this.#host.context.workspaceState.get<NewConversations>(NEW_MODE);
    const { keeping } = this.#services;
    const mode = newMode(beginning, connection, wanted ?? newConversations(), keeping);
    const begun = { ...beginning, ...(mode && { mode }) };
    const opened = await openConversation(conversations, id, begun, clock.now());
    closing.dispose();
    // The user closed the tab during the read. A disposed panel throws on every call.
    if (tab.isDisposed) throw new CancelledError();
    const shown = this.#fill(panel, opened);
    // The connection may not have the model of a preset.
    const isOfPreset = beginning.mode !== undefined && opened.conversation.revision === 0;
    if (isOfPreset) void shown.session.replaceMissingModel();
    return shown;
  }

  #fill(panel: vscode.WebviewPanel, opened: OpenedConversation): PlaygroundPanel {
    const session = new Session(opened, this.#services);
    const shown = new PlaygroundPanel({
      host: this.#host,
      panel,
      session,
      pickers: this.#pickers,
      editors: this.#editors,
      code: this.code,
      openNew: async (conversation) => {
        this.openNew(conversation);
      },
      openCompared: async (conversation) => {
        await this.comparisons.openFrom(conversation);
      },
    });
    this.#open.add(shown);
    const tellAgain = watchConversation(session, this.#onDidChange);
    shown.onDidDispose(() => {
      this.#open.delete(shown);
      tellAgain();
      const { id } = session.conversation;
      const closing = session.close().finally(() => this.#closing.delete(id));
      this.#closing.set(id, closing);
    });
    return shown;
  }
}

function placeOf(uri: vscode.Uri): FileMove['from'] {
  const { scheme, authority, path } = uri;
  return { uri: uri.toString(), scheme, authority, path };
}

function conversationIn(state: unknown): string | undefined {
  try {
    return savedState.parse(state).conversation;
  } catch {
    // The state is from another version, or from a page that never had a conversation.
    return undefined;
  }
}
