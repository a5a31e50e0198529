import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import type { Message } from '../../api/schema/infer';
import { CancelledError, AppError } from '../../base/errors';
import { isObject } from '../../base/json';
import { plainText } from '../../platform/plainText';
import { DEFAULT_MODE, type Conversation, type ModelTurn } from '../model/conversation';
import type { PrepareContext, PreparedRequest } from '../answer/answerRun';
import {
  withFileLeftOut,
  StaleFiles,
  type StaleFile,
  sentFiles,
  type SentFile,
  refusedFile,
  fileRefused,
} from '../attachments/staleFiles';
import { isExpired } from '../request/requestBody';
import { markCopyDeleted, turnsAfter, followInteraction } from '../request/interactionBody';
import {
  backgroundStorageText,
  isWithoutInteractions,
  handleLostCopy,
  confirmStorage,
} from './storagePolicy';
import {
  requireSendable,
  requireMaxTexts,
  type ConversationRequest,
  type SendOptions,
  conversationRequest,
  sendRequest,
} from '../request/conversationRequest';
import type { ConversationDocument } from './conversationDocument';
import { rejectedFeatures } from '../request/modelFacts';
import type { Notices } from './notices';
import { requireTarget, type RequestTarget } from '../request/resolveTarget';
import { canDo, hasSeveralMethods, MODES } from '../model/modes';
import { withServerHeaders } from '../request/serverHeaders';
import { refusalOf } from '../../service/resourceErrors';
import type { RequestedModel } from '../../service/modelStatuses';
import type { SessionServices } from './context';
import { ServiceError } from '../../api/errors';

type Target = ReturnType<typeof requireTarget>;

interface AnswerRequestDeps {
  readonly services: SessionServices;
  readonly document: ConversationDocument;
  readonly notices: Notices;
  readonly target: () => RequestTarget;
  readonly modelResolved: () => Promise<unknown>;
  readonly onPrepared: (prepared: PreparedRequest) => void;
  readonly onDidChange: () => void;
  /** Called when the user cancels in a confirmation. */
  readonly onDismissed: () => void;
  readonly isContinuation: boolean;
  readonly background: boolean;
}

/** The request for a response. Created again if a referenced file was deleted. */
export class AnswerRequest implements PrepareContext {
  readonly #parts: AnswerRequestDeps;
  readonly #stale: StaleFiles;
  /** The conversation at the time of the request, with later changes of its files. */
  #asked: Conversation;
  #sent:
    | {
        readonly connection: string;
        readonly files: readonly SentFile[];
        readonly from: string | undefined;
      }
    | undefined;

  constructor(parts: AnswerRequestDeps) {
    this.#parts = parts;
    this.#stale = new StaleFiles(parts.services);
    this.#asked = parts.document.head;
    parts.notices.set('copy', undefined);
  }

  /** Waits until the model is known, and for the user's decision if a file has expired. */
  async prepare(signal: AbortSignal): Promise<PreparedRequest> {
    const { document, target, modelResolved, onDismissed } = this.#parts;
    const { model: known, mode, methods } = target();
    if (known === '' || (!methods && hasSeveralMethods(mode))) await modelResolved();
    const wanted = requireTarget(target());
    const { connection } = wanted;
    document.adopt((head) => ({ ...head, connection }));
    const { built, files } = this.#build(wanted);
    this.#refuseExpired(built);
    const { store, agent } = built.input.body;
    if (store === true && !wanted.stored && !(await this.#askToKeep(agent !== undefined))) {
      onDismissed();
      throw new CancelledError();
    }
    const stale = await this.#stale.findStale(connection, files);
    if (stale.length > 0 && !(await this.#deal(stale, connection, signal))) {
      onDismissed();
      throw new CancelledError();
    }
    return await this.#send(wanted);
  }

  #refuseExpired({ input }: ConversationRequest): void {
    const { clock } = this.#parts.services;
    const { cache } = this.#asked;
    if (!cache || input.body.cachedContent !== cache.name || !isExpired(cache, clock.now())) return;
    const message = l10n.t('The cached content “{0}” has expired.', plainText(cache.label));
    throw new AppError('cacheGone', message, { hint: l10n.t('Nothing was sent.') });
  }

  /** Agents and background requests require storage on the server. */
  async #askToKeep(isAgent: boolean): Promise<boolean> {
    const { services, target, onDidChange } = this.#parts;
    const session = { services, target: target(), emitState: onDidChange };
    const why = isAgent
      ? l10n.t('Agents require interactions to be stored on the server.')
      : backgroundStorageText();
    return await confirmStorage(session, why);
  }

  /** Returns a new request if the user wants to omit or re-upload a deleted file. */
  async recover(error: unknown, signal: AbortSignal): Promise<PreparedRequest> {
    const { connection = '', files = [], from } = this.#sent ?? {};
    this.#learn(error, connection);
    const { mode = DEFAULT_MODE } = this.#asked;
    if (MODES[mode].hasSteps && isWithoutInteractions(error)) {
      await this.#parts.services.keeping.setInteractionsSupported(connection, false);
      throw new AppError(
        'noInteractions',
        l10n.t('This connection doesn’t support interactions.'),
        {
          hint: l10n.t('Use a chat instead. New conversations on this connection are now chats.'),
          cause: error,
        },
      );
    }
    const before = this.#asked.turns.find(({ id }) => id === from);
    if (from !== undefined && (await handleLostCopy(error, before, this.#parts.services, signal))) {
      // Resends all turns instead of continuing the lost copy.
      this.#apply((value) => markCopyDeleted(value, from));
      const message = l10n.t(
        'The server no longer stores this conversation, so the full history was sent.',
      );
      this.#parts.notices.set('copy', { message, fixes: [] });
      this.#parts.onDidChange();
      return await this.prepare(signal);
    }
    const refused = refusedFile(error, files);
    if (!refused || !(error instanceof Error)) throw error;
    const told = fileRefused(refused, error);
    const { file } = refused;
    if (!refused.isGone) {
      this.#apply((value) => withFileLeftOut(value, file.uri));
      throw told;
    }
    const source = await this.#stale.source(connection, file);
    if (!(await this.#deal([{ file, source }], connection, signal))) throw told;
    return await this.prepare(signal);
  }

  /** Records features that the API rejects, so that they aren't sent again. */
  #learn(error: unknown, connection: string): void {
    const { notices, services, target } = this.#parts;
    const { models, modelStatuses } = services;
    const { model: name, version, methods, mode = DEFAULT_MODE } = target();
    const refusal = refusalOf(error, methods !== undefined && canDo(mode, { name, methods }));
    if (refusal) modelStatuses.refused({ connection, version, name }, refusal);
    const facts = rejectedFeatures(error);
    if (facts.length === 0) return;
    models.learn(connection, target().model, facts);
    const wanted = requireTarget(target());
    notices.setLeftOut(this.#build(wanted).built, wanted);
  }

  async #send(wanted: Target): Promise<PreparedRequest> {
    const { connection, version, model } = wanted;
    const { notices, onDidChange, onPrepared, services } = this.#parts;
    const { clients, lastUsed } = services;
    const { built, files } = this.#build(wanted);
    if (notices.setLeftOut(built, wanted)) onDidChange();
    requireMaxTexts(this.#asked);
    requireSendable(built, version);
    this.#sent = { connection, files, from: built.from };
    const { mode = DEFAULT_MODE } = this.#asked;
    // New conversations start with a chat, regardless of the last mode.
    if (MODES[mode].isChat && canDo(DEFAULT_MODE, { name: model, methods: wanted.methods })) {
      const { version: chosen } = this.#asked;
      await lastUsed.save({ connection, model, ...(chosen && { version: chosen }) });
    }
    const client = await clients.get(connection);
    const { operation, input } = built;
    const prepared: PreparedRequest = {
      operation,
      input,
      version,
      connection,
      mode: this.#asked.mode,
      modelName: wanted.modelName,
      free: services.isFree(connection),
      pieces: (options, onVectors) =>
        this.#heard(
          { connection, version, name: model },
          this.#pieces(client, connection, built, { ...options, onVectors }),
        ),
    };
    onPrepared(prepared);
    return prepared;
  }

  /** Records what a response shows about its model; any response proves that the model exists. */
  async *#heard(model: RequestedModel, pieces: ReturnType<typeof sendRequest>): typeof pieces {
    const { modelStatuses, keeping } = this.#parts.services;
    let isFirst = true;
    for await (const piece of pieces) {
      const isEvent = isObject(piece) && piece.event_type !== undefined;
      if (isFirst && isEvent) await keeping.setInteractionsSupported(model.connection, true);
      const modelStatus: unknown = isObject(piece) ? piece.modelStatus : undefined;
      if (isFirst || modelStatus !== undefined) modelStatuses.answered(model, modelStatus);
      isFirst = false;
      yield piece;
    }
  }

  async *#pieces(
    client: Client,
    connection: string,
    built: ConversationRequest,
    options: Omit<SendOptions, 'onProgress' | 'clock'>,
  ): ReturnType<typeof sendRequest> {
    const { notices, onDidChange, services } = this.#parts;
    const onProgress = (done: number, all: number): void => {
      const message = l10n.t('{0} of {1} embeddings created.', done, all);
      notices.set('vectors', { message, fixes: [] });
      onDidChange();
    };
    try {
      const { input } = built;
      const body = await withServerHeaders(input.body, connection, services.serverHeaders);
      yield* sendRequest(
        client,
        { ...built, input: { ...input, body } },
        { ...options, onProgress, clock: services.clock },
      );
    } finally {
      notices.set('vectors', undefined);
    }
  }

  #build({ model, ...target }: Target): {
    readonly built: ConversationRequest;
    readonly files: readonly SentFile[];
  } {
    const { isContinuation, background } = this.#parts;
    const where = { ...target, background };
    const built = conversationRequest({ ...this.#asked, model }, where, isContinuation);
    const { contents } = built.input.body as Partial<Message<'GenerateContentRequest'>>;
    const { turns } = this.#asked;
    const said = contents ?? turnsAfter(turns, built.from).map(({ content }) => content);
    return { built, files: sentFiles(said, turns) };
  }

  async #deal(
    stale: readonly StaleFile[],
    connection: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { notices, onDidChange } = this.#parts;
    return await this.#stale.resolve(stale, {
      connection,
      signal,
      apply: (change) => this.#apply(change),
      onSending: (name) => {
        const message =
          name === undefined
            ? undefined
            : l10n.t('Uploading “{0}” again. See Activity for progress.', plainText(name));
        notices.set('files', message === undefined ? undefined : { message, fixes: [] });
        onDidChange();
      },
    });
  }

  #apply(change: (conversation: Conversation) => Conversation): void {
    const { document } = this.#parts;
    this.#asked = change(this.#asked);
    document.adopt(change);
    document.touch();
  }
}

interface ResumeRequestDeps {
  readonly services: Pick<SessionServices, 'clients' | 'clock' | 'connections'>;
  readonly of: ModelTurn;
  readonly onPrepared: (prepared: PreparedRequest) => void;
  readonly onGone: () => void;
}

/** Resumes the stream of a stored response after the last received event. */
export class ResumeRequest implements PrepareContext {
  readonly #parts: ResumeRequestDeps;

  constructor(parts: ResumeRequestDeps) {
    this.#parts = parts;
  }

  async prepare(): Promise<PreparedRequest> {
    const { services, of, onPrepared } = this.#parts;
    const { clients, clock, connections } = services;
    const { interaction, model, version, mode } = of;
    const { id, lastEventId, connection = '' } = interaction ?? {};
    if (id === undefined || !connections.find(connection)) {
      throw new AppError(
        'unknownConnection',
        l10n.t('The connection of this interaction no longer exists.'),
      );
    }
    const client = await clients.get(connection);
    const source = { id, ...(lastEventId !== undefined && { lastEventId }) };
    const prepared: PreparedRequest = {
      operation: 'interactions.get',
      input: { model, body: {} },
      version,
      mode,
      pieces: (options) => followInteraction(client, source, { ...options, clock }),
    };
    onPrepared(prepared);
    return prepared;
  }

  recover(error: unknown): Promise<PreparedRequest> {
    if (error instanceof ServiceError && error.httpStatus === 404) this.#parts.onGone();
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
