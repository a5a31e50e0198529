import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import type { Version } from '../../api/versions';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { EMULATOR_ID } from '../../service/connection';
import type {
  Conversation,
  Draft,
  PlaygroundMode,
  PlaygroundSettings,
} from '../model/conversation';
import type { PlaygroundEvent, PlaygroundState } from '../model/protocol';
import { RunningResponse } from './runningResponse';
import { type Attachments, documentAttachments } from './attachments';
import { ModelChoice, carriedSettings, withModel } from './modelChoice';
import type { SessionAccess, SessionServices } from './context';
import { ConversationDocument, UndoStack, notSavedError } from './conversationDocument';
import { unsentFields, withMessage } from '../request/conversationRequest';
import {
  type AttachedParts,
  exchangeTitle,
  lastAnswer,
  newConversation,
  untitled,
  withAttachments,
} from '../store/transcript';
import { type FileMove, withMovedFiles } from '../attachments/attachmentEntry';
import { autoRespond, continueResponse, regenerate, resumeCutOff } from './followUps';
import { confirmStorage, backgroundStorageText } from './storagePolicy';
import { takeServerHeaders } from '../request/serverHeaders';
import type { AskMode } from '../answer/mergeAnswer';
import { type RequestTarget, connectionOf, versionOf } from '../request/resolveTarget';
import { unknownModel } from '../request/modelFacts';
import { Notices, expiredNotice, unsignedNotice } from './notices';
import type { OpenedConversation } from '../store/conversationStore';
import { panelState } from './panelState';
import { withoutUnusedTools } from '../model/requestFields';
import { ToolRuns } from './toolRuns';
import type { Interruption } from '../answer/turnResult';

/** The session of a panel: its conversation and the response that is streaming. */
export class Session implements Disposable, SessionAccess {
  readonly services: SessionServices;
  readonly #emitter = new Emitter<PlaygroundEvent>();
  readonly #subscriptions = new DisposableStore();
  readonly #notices = new Notices();
  readonly #answering: RunningResponse;
  readonly #model: ModelChoice;
  #document: ConversationDocument;
  #attachments: Attachments;
  #hasNewDraft = false;
  readonly onDidEmit = this.#emitter.event;
  readonly undo = new UndoStack();
  readonly tools = new ToolRuns(this);

  constructor(opened: OpenedConversation, services: SessionServices) {
    this.services = services;
    this.#document = this.#open(opened);
    this.#attachments = this.#attach();
    this.#answering = new RunningResponse({
      services,
      notices: this.#notices,
      target: () => this.target,
      modelResolved: () => this.#model.resolved,
      onDelta: (delta) => this.#emitter.fire({ name: 'delta', delta }),
      onDidChange: () => this.emitState(),
    });
    this.#model = new ModelChoice({
      services,
      wanted: () => this.target,
      onResolved: (found, notice) => {
        this.#notices.set('models', notice);
        if (found) this.#document.adopt((head) => withModel(head, found));
        this.#noticeSettings();
        this.emitState();
      },
    });
    this.#subscriptions.add(services.connections.onDidChange(() => this.#onSetupChanged()));
    this.#subscriptions.add(
      services.modelStatuses.onDidChange(({ name }) => {
        if (name !== this.target.model) return;
        this.#noticeSettings();
        this.emitState();
      }),
    );
    this.#subscriptions.add(services.emulator.onDidChangeState(() => this.emitState()));
    this.#subscriptions.add(services.vscodeTools.onDidTrust(() => this.emitState()));
    this.#subscriptions.add(this.tools);
    this.resolveModel();
    resumeCutOff(this);
  }

  get state(): PlaygroundState {
    return panelState(this.services, this.#document.value, {
      model: this.#model.info,
      attachments: this.#attachments.shown,
      streaming: this.#answering.turn,
      toolCalls: this.tools.shown,
      waiting: this.#answering.waiting,
      isStalled: this.#answering.isStalled,
      notice: this.#notices.combined,
      undo: this.undo.offer(this.#document.head.turns),
    });
  }

  /** The target of requests. The connection may be undefined and the model empty. */
  get target(): RequestTarget {
    const { head } = this.#document;
    const connection = connectionOf(head, this.services.connections);
    const { model, mode } = head;
    const { info } = this.#model;
    const known = info?.name === model ? info : unknownModel(model);
    const { methods } = known;
    const version = versionOf(head, connection, methods);
    const lacking = this.services.models.lacking(connection?.id, known);
    const modelName = known === info ? info.displayName : undefined;
    const stored = this.services.keeping.of(connection?.id);
    const where = { connection: connection?.id, version, stored };
    return { ...where, model, modelName, mode, methods, lacking };
  }

  get conversation(): Conversation {
    return this.#document.head;
  }

  get isStreaming(): boolean {
    return this.#answering.turn !== undefined;
  }

  change(change: (conversation: Conversation) => Conversation): void {
    this.#document.update(change);
    this.#noticeSettings();
    this.emitState();
  }

  get attachments(): Attachments {
    return this.#attachments;
  }

  show(event: PlaygroundEvent): void {
    this.#emitter.fire(event);
  }

  /** Sends a full snapshot, including unsent text. */
  emitState(): void {
    this.#answering.clearDeltas();
    this.#emitter.fire({ name: 'state', state: this.state });
  }

  /**
   * Resolves when the message is saved and its request has started. Throws `AppError` without
   * changes if it can't be sent. `attached` replaces the attachments.
   * @param background whether to respond in the background; may ask the user to allow storage
   */
  async send(text: string, attached?: AttachedParts, background = false): Promise<void> {
    this.refuseWhileStreaming();
    if (background && !(await confirmStorage(this, backgroundStorageText()))) {
      throw new CancelledError();
    }
    if (!attached && this.#attachments.hasReferences) {
      await this.#attachments.refresh();
      this.refuseWhileStreaming();
    }
    const parts = attached ?? this.#attachments.parts;
    const { draft: _, ...next } = withMessage(this.#document.head, text, parts, this.target);
    this.#notices.set('file', undefined);
    this.#document.update(() => next);
    this.#attachments.clear();
    await this.ask({ kind: 'new', background });
  }

  stop(): void {
    this.tools.stop();
    this.#answering.stop();
  }

  readonly regenerate = (): Promise<void> => regenerate(this);

  /** Requests or streams the rest of the last response; regenerates an empty one. */
  readonly continueResponse = (): Promise<void> => continueResponse(this);

  isLast(turn: string): boolean {
    return lastAnswer(this.#document.head)?.id === turn;
  }

  /** Sets the title; an empty title restores the automatic one. */
  rename(title: string): void {
    this.#document.adopt(({ named: _, ...head }) =>
      title === ''
        ? { ...head, title: exchangeTitle(head) ?? untitled() }
        : { ...head, title, named: true },
    );
    this.#document.touch();
    this.emitState();
  }

  followFiles(moves: readonly FileMove[]): void {
    const areAttachmentsMoved = this.#attachments.followFiles(moves);
    const moved = withMovedFiles(this.#document.head, moves);
    if (!areAttachmentsMoved && moved === this.#document.head) return;
    this.#document.adopt(() => withAttachments(moved, this.#attachments.kept));
    this.#document.touch();
    this.emitState();
  }

  /** Removes the conversation from its comparison, so that it is listed separately. */
  leaveComparison(): void {
    this.#document.adopt(({ comparison: _, ...head }) => head);
    if (this.#document.head.turns.length > 0) this.#document.touch();
  }

  /** Keeps an unsent message. It's saved with the next change, or when the conversation is closed. */
  setDraft(draft: Draft): void {
    const isBlank = draft.text === '' && draft.held.length === 0 && draft.pieces.length === 0;
    if (isDeepStrictEqual(isBlank ? undefined : draft, this.#document.head.draft)) return;
    this.#document.adopt(({ draft: _, ...head }) => (isBlank ? head : { ...head, draft }));
    this.#hasNewDraft = true;
  }

  /** Moves headers of MCP servers to the secret storage. */
  setSettings(settings: PlaygroundSettings): void {
    const { settings: kept, taken } = takeServerHeaders(withoutUnusedTools(settings));
    this.change((head) => ({ ...head, settings: kept }));
    this.#saveHeaders(taken);
  }

  #saveHeaders(taken: ReturnType<typeof takeServerHeaders>['taken']): void {
    const { connection } = this.target;
    const { serverHeaders, log } = this.services;
    for (const { address, headers } of connection === undefined ? [] : taken) {
      serverHeaders.save(connection ?? '', address, headers).catch((error: unknown) => {
        log.error(`session: ${errorMessage(error)}`);
      });
    }
  }

  setModel(model: string): void {
    this.#document.update((head) => ({ ...head, model }));
    this.resolveModel();
  }

  setMode(mode: PlaygroundMode, model?: string): void {
    const carried = carriedSettings(this.#document.head, mode);
    this.#document.update((head) => ({
      ...head,
      mode,
      model: model ?? head.model,
      ...(carried && { settings: carried.settings }),
    }));
    this.#notices.setCarried(carried?.lost ?? []);
    this.resolveModel();
  }

  setVersion(version: Version): void {
    this.#document.update((head) => ({ ...head, version }));
    this.resolveModel();
  }

  /** Sets the connection; a model that it doesn't list is replaced. */
  setConnection(connection: string): void {
    this.#document.update((head) => ({ ...head, connection }));
    this.resolveModel(true);
  }

  /** Switches to the emulator and waits until it is running. */
  async startEmulator(): Promise<void> {
    await this.services.clients.get(EMULATOR_ID);
    if (this.target.connection !== EMULATOR_ID) this.setConnection(EMULATOR_ID);
    else this.resolveModel();
  }

  /**
   * Starts a new conversation with the saved settings or preset, and else with the same model. Throws
   * if this one isn't saved.
   */
  async newConversation(): Promise<void> {
    const { clock, keptSettings } = this.services;
    await this.#halt('conversation');
    if (!this.#document.isSaved) throw notSavedError();
    const { model, ...settings } = await keptSettings.load();
    const { head } = this.#document;
    const beginning =
      model === undefined
        ? { ...head, ...settings }
        : { connection: head.connection, model, ...settings };
    this.#notices.clear();
    this.undo.clear();
    this.tools.clear();
    this.#document = this.#open({ conversation: newConversation(beginning, clock.now()) });
    this.#attachments.dispose();
    this.#attachments = this.#attach();
    this.resolveModel();
    if (model !== undefined) void this.replaceMissingModel();
  }

  /** Selects another model if the connection doesn't have the model, such as that of a preset. */
  async replaceMissingModel(): Promise<void> {
    const { id, model } = this.conversation;
    const isMissing = await this.services.models.isMissing(this.target);
    const now = this.conversation;
    if (isMissing && now.id === id && now.model === model) this.resolveModel(true);
  }

  /**
   * Saves an empty conversation that was started with specific settings. Moves headers of MCP
   * servers to the secret storage.
   */
  keep(): void {
    const { settings, taken } = takeServerHeaders(this.#document.head.settings);
    if (taken.length > 0) {
      this.#document.adopt((head) => ({ ...head, settings }));
      this.#saveHeaders(taken);
    }
    this.#document.touch();
  }

  resolveModel(replace = false): void {
    this.#notices.set('models', undefined);
    this.#noticeSettings();
    this.#model.resolve(replace);
    this.emitState();
  }

  dispose(): void {
    void this.close();
  }

  /** Stops streaming, and resolves to whether everything is saved. */
  async close(by: Interruption = 'tab'): Promise<boolean> {
    this.#subscriptions.dispose();
    this.#emitter.dispose();
    this.#model.cancel();
    this.#attachments.dispose();
    await this.#halt(by);
    this.#answering.dispose();
    return this.#document.isSaved;
  }

  async #halt(by: Interruption): Promise<void> {
    this.#answering.stop(by);
    await this.#answering.ended;
    await this.#answering.settled();
    if (this.#hasNewDraft && this.#document.head.turns.length > 0) this.#document.touch();
    this.#hasNewDraft = false;
    await this.#document.flush();
  }

  #open(opened: OpenedConversation): ConversationDocument {
    return new ConversationDocument(opened, {
      ...this.services,
      store: this.services.conversations,
      notify: (topic, notice) => this.#notices.set(topic, notice),
      onDidChange: () => this.emitState(),
    });
  }

  #attach(): Attachments {
    return documentAttachments(this.#document, this.services, () => this.target, {
      onDidChange: () => this.emitState(),
      onDidProgress: () => {
        this.#emitter.fire({ name: 'attachments', attachments: this.#attachments.shown });
      },
    });
  }

  refuseWhileStreaming(): void {
    const text = l10n.t('A response is still arriving. Wait for it, or stop it.');
    if (this.isStreaming) throw new AppError('busy', text);
  }

  async ask(mode: AskMode, change?: (conversation: Conversation) => Conversation): Promise<void> {
    const document = this.#document;
    if (change) {
      document.update(change);
      this.#noticeSettings();
    }
    const isOpen = (): boolean => document === this.#document;
    await this.#answering.ask(mode, document, {
      isOpen,
      onEnded: async (answer) => {
        if (isOpen()) await autoRespond(this, answer);
        if (isOpen()) await this.tools.onAnswer(answer);
      },
    });
  }

  #noticeSettings(): void {
    const { target } = this;
    const unsent = unsentFields(this.#document.head, target);
    this.#notices.setLeftOut(unsent, target);
    const { clock, models } = this.services;
    this.#notices.setStage(target.model, clock.now(), models.told(target));
    const { turns } = this.#document.head;
    const unsigned = unsignedNotice(turns, target.model, clock.now());
    this.#notices.set('signatures', unsigned);
    this.#notices.set('cache', expiredNotice(this.#document.head, clock.now()));
  }

  #onSetupChanged(): void {
    this.#noticeSettings();
    this.#model.refresh();
    this.emitState();
  }
}
