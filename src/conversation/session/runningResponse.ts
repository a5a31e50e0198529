import type { OperationId } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { abortable } from '../../base/async';
import type { Disposable } from '../../base/disposable';
import { CancelledError } from '../../base/errors';
import { textAt } from '../../base/json';
import {
  type Continuation,
  DEFAULT_MODE,
  type ModelTurn,
  type TurnResult,
  type Turn,
} from '../model/conversation';
import { MODES } from '../model/modes';
import type { PartsDelta, Waiting } from '../model/protocol';
import { responseFormat } from '../model/requestFields';
import { hasContent } from '../model/turns';
import { AnswerRequest, ResumeRequest } from './answerRequest';
import { ContentCollector, StepCollector, interactionStart } from '../answer/answerCollector';
import {
  AnswerRun,
  type AnswerRunDeps,
  DeltaBuffer,
  type PreparedRequest,
} from '../answer/answerRun';
import type { SessionServices } from './context';
import type { ConversationDocument } from './conversationDocument';
import { withTurnsRestored } from '../store/branches';
import { newId } from '../store/conversationFile';
import { requestToSave } from '../request/conversationRequest';
import { conversationDigest } from '../request/interactionBody';
import { cancelInteraction, noteStarted, noteProgress } from './storagePolicy';
import {
  type AskMode,
  continuationOf,
  continueAnswer,
  isInBackground,
  mergeAnswer,
} from '../answer/mergeAnswer';
import type { Notices } from './notices';
import type { RequestTarget } from '../request/resolveTarget';
import { type Interruption, checkedAnswer, type AnswerCollector } from '../answer/turnResult';
import { INTERRUPTED, withTurn } from '../store/transcript';

/** Time in ms that closing waits for a cancellation on the server. */
const CANCEL_TIMEOUT = 2000;

/** Maximum length in UTF-16 units of the request JSON saved with each turn. */
const MAX_REQUEST_LENGTH = 64 * 1024;

interface AnsweringOptions {
  readonly services: SessionServices;
  readonly notices: Notices;
  readonly target: () => RequestTarget;
  readonly modelResolved: () => Promise<unknown>;
  /** Called with new text, at most once per frame. */
  readonly onDelta: (delta: PartsDelta) => void;
  readonly onDidChange: () => void;
}

interface ResponseRequest {
  /** Called with the final turn unless the user stopped everything. */
  readonly onEnded: (answer: ModelTurn) => Promise<void>;
  readonly isOpen: () => boolean;
}

export class RunningResponse implements Disposable {
  readonly #options: AnsweringOptions;
  readonly #deltas: DeltaBuffer;
  #live: LiveAnswer | undefined;
  #ended: Promise<void> | undefined;
  /**
   * Whether the user stopped automatic follow-ups, also between a response and the next request.
   */
  #isHalted = false;
  #isDisposed = false;
  #cancelling: Promise<void> | undefined;

  constructor(options: AnsweringOptions) {
    this.#options = options;
    this.#deltas = new DeltaBuffer(options.services.clock, (pieces, events) => {
      const { turn } = this;
      if (turn === undefined) return;
      options.onDelta({ turn, pieces, ...(events.length > 0 && { events }) });
    });
  }

  get turn(): string | undefined {
    return this.#live?.turn;
  }

  get waiting(): Waiting | undefined {
    return this.#live?.run.waiting;
  }

  /** Resolves when the response has ended and is saved; undefined if there is none. */
  get ended(): Promise<void> | undefined {
    return this.#ended;
  }

  get isStalled(): boolean {
    return this.#live?.run.isStalled ?? false;
  }

  /** Waits until the stopped response has ended on the server, with a time limit. */
  async settled(): Promise<void> {
    if (!this.#cancelling) return;
    const given = new AbortController();
    const { clock } = this.#options.services;
    const timer = clock.schedule(CANCEL_TIMEOUT, () => given.abort(new CancelledError()));
    await abortable(this.#cancelling, given.signal).catch(() => undefined);
    timer.dispose();
  }

  stop(by: Interruption = 'user'): void {
    this.#isHalted = true;
    const live = this.#live;
    live?.run.stop(by);
    const { interaction } = live?.current() ?? {};
    // Closing a window leaves a background response running; stopping cancels it.
    if (by === 'user' && interaction?.background) live?.cancel(this.#options.services);
  }

  /** Drops unsent text, because a snapshot includes it. */
  clearDeltas(): void {
    this.#deltas.clear();
  }

  /** Requests a response; resolves when the request has started. */
  async ask(mode: AskMode, document: ConversationDocument, asker: ResponseRequest): Promise<void> {
    const { services, notices, target, modelResolved, onDidChange } = this.#options;
    const answer = new LiveAnswer(mode, target(), {
      ...services,
      onText: (text, thought) => {
        this.#deltas.add(text, thought);
        document.touch();
      },
      onEvent: (event) => {
        this.#deltas.addEvent(event);
        document.touch();
        // The interaction can be resumed from here.
        if (textAt(event, 'event_type') === 'interaction.created') {
          void noteStarted(services, { conversation: document.head, turn: answer.current() });
          void document.flush();
        }
      },
      onWait: onDidChange,
    });
    const { run } = answer;
    const onPrepared = (prepared: PreparedRequest): void => {
      answer.onPrepared(prepared);
      const { sent, interaction } = answer.current();
      // The panel needs the state to show JSON as code and to show the agent's name.
      if (responseFormat(sent) || interaction?.agent !== undefined) onDidChange();
    };
    const request =
      mode.kind === 'resume'
        ? new ResumeRequest({ services, of: mode.of, onPrepared, onGone: () => answer.lose() })
        : new AnswerRequest({
            services,
            document,
            notices,
            target,
            modelResolved,
            onPrepared,
            onDidChange,
            onDismissed: () => run.stop(),
            isContinuation: mode.kind === 'continue',
            background: isInBackground(mode),
          });
    document.stream(answer.current, answer.kept);
    const saved = Promise.withResolvers<undefined>();
    // Set before any `await`, to prevent a second message.
    this.#live = answer;
    this.#isHalted = false;
    this.#ended = saved.promise
      .then(() => run.run(request))
      .then((outcome) => this.#finish(mode, answer.current(outcome), document, asker));
    onDidChange();
    document.touch();
    await document.flush();
    saved.resolve(undefined);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#deltas.dispose();
  }

  async #finish(
    mode: AskMode,
    answer: ModelTurn,
    document: ConversationDocument,
    { onEnded, isOpen }: ResponseRequest,
  ): Promise<void> {
    document.stream(undefined);
    const { services } = this.#options;
    const cancelled = this.#live?.cancelled;
    const checked = checkedAnswer(mergeAnswer(mode, answer), document.head);
    const kept = withDigest(checked, withTurn(document.head, checked).turns);
    document.update((head) => {
      const { turns } = withTurn(head, kept);
      // An earlier response that came back is no longer a branch.
      return withTurnsRestored(head, turns);
    });
    await noteProgress(services, kept.interaction);
    this.#live = undefined;
    this.#ended = undefined;
    this.#options.onDidChange();
    await document.flush();
    // Don't wait for the cancellation, which may take long.
    this.#cancelling = cancelled?.then((status) =>
      this.#noteCancelled(kept, status, () => (isOpen() ? document : undefined)),
    );
    if (!this.#isHalted) await onEnded(kept);
  }

  /**
   * @param open returns the conversation; undefined if closed, because another tab may have its
   * file.
   */
  async #noteCancelled(
    { id, interaction }: ModelTurn,
    status: string | undefined,
    open: () => ConversationDocument | undefined,
  ): Promise<void> {
    if (!interaction || status === undefined) return;
    await noteProgress(this.#options.services, { ...interaction, status });
    const document = this.#isDisposed ? undefined : open();
    if (!document) return;
    document.update((head) => ({
      ...head,
      turns: head.turns.map((turn) =>
        turn.id === id && turn.role === 'model' ? withStatus(turn, status) : turn,
      ),
    }));
    this.#options.onDidChange();
  }
}

type LiveAnswerDeps = Omit<AnswerRunDeps, 'collector'> & {
  readonly onText: (text: string, thought: boolean) => void;
  readonly onEvent: (event: JsonObject) => void;
};

class LiveAnswer {
  readonly turn: string;
  readonly run: AnswerRun;
  readonly #mode: AskMode;
  #asked: Pick<ModelTurn, 'model' | 'modelName' | 'version' | 'mode' | 'sent' | 'free'>;
  #continuation: Continuation | undefined;
  readonly #steps: StepCollector | undefined;
  #isGone = false;
  cancelled: Promise<string | undefined> | undefined;

  constructor(mode: AskMode, wanted: RequestTarget, parts: LiveAnswerDeps) {
    const existing = mode.kind === 'continue' || mode.kind === 'resume' ? mode.of : undefined;
    this.#mode = mode;
    this.turn = existing?.id ?? newId();
    const { model, version } = existing ?? wanted;
    this.#asked = { model, version };
    const isOfSteps =
      MODES[wanted.mode ?? DEFAULT_MODE].hasSteps === true || mode.kind === 'resume';
    this.#steps = isOfSteps ? new StepCollector(parts, existing) : undefined;
    const collector: AnswerCollector =
      this.#steps ?? new ContentCollector(existing?.content ?? { parts: [] }, parts.onText);
    this.run = new AnswerRun({ ...parts, collector });
    this.#continuation = existing?.continuation;
  }

  lose(): void {
    this.#isGone = true;
  }

  cancel(services: SessionServices): void {
    const { interaction } = this.current();
    this.cancelled ??= interaction && cancelInteraction(services, interaction);
  }

  /** Applies the sent request. A continuation retains the request data of the original. */
  onPrepared({
    operation,
    input,
    version,
    mode,
    modelName,
    free,
    connection,
  }: PreparedRequest): void {
    if (this.#mode.kind === 'resume') return;
    this.#steps?.begin(interactionStart(input.body, connection));
    const sent = sentWithoutContents(input.body, operation);
    const asked = { model: input.model, version, ...(mode && { mode }), ...(sent && { sent }) };
    if (this.#mode.kind !== 'continue') {
      this.#asked = { ...asked, ...(modelName && { modelName }), ...(free && { free }) };
    } else this.#continuation = continuationOf(this.#mode.of, this.run.content, asked);
  }

  readonly current = (outcome?: TurnResult): ModelTurn => {
    if (this.#mode.kind !== 'continue') return this.#whole(outcome);
    const { content, extras } = this.run;
    const kept = continueAnswer(this.#mode.of, content, this.#continuation, outcome && extras);
    return { ...kept, ...(outcome && { outcome }) };
  };

  /** Returns the state to save. The earlier response is retained until the new one has content. */
  readonly kept = (): ModelTurn => {
    const isEmpty = !hasContent(this.run.content.parts ?? []);
    if (this.#mode.kind === 'instead' && isEmpty) return this.#mode.of;
    const turn = this.current();
    // A turn written by the user has no outcome, so mark the missing rest.
    return turn.edited ? { ...turn, outcome: INTERRUPTED } : turn;
  };

  #whole(outcome?: TurnResult): ModelTurn {
    const { interaction } = this.#steps ?? {};
    return {
      ...(this.#mode.kind === 'resume' && withoutOutcome(this.#mode.of)),
      id: this.turn,
      role: 'model',
      content: this.run.content,
      ...(this.#mode.kind !== 'resume' && this.#asked),
      ...this.#modelAsked,
      ...(outcome && { ...this.run.extras, outcome }),
      ...(interaction && {
        interaction: this.#isGone ? { ...interaction, gone: true } : interaction,
      }),
    };
  }

  get #modelAsked(): Pick<ModelTurn, 'model' | 'version'> {
    const { model, version } = this.#mode.kind === 'resume' ? this.#mode.of : this.#asked;
    return { model, version };
  }
}

function withoutOutcome({ outcome: _, ...turn }: ModelTurn): Omit<ModelTurn, 'outcome'> {
  return turn;
}

function withStatus(turn: ModelTurn, status: string): ModelTurn {
  if (!turn.interaction) return turn;
  return { ...turn, interaction: { ...turn.interaction, status } };
}

/** The stored copy can be continued only from exactly this conversation. */
function withDigest(turn: ModelTurn, turns: readonly Turn[]): ModelTurn {
  if (!turn.interaction?.stored) return turn;
  const at = turns.findIndex(({ id }) => id === turn.id);
  return { ...turn, interaction: { ...turn.interaction, digest: conversationDigest(turns, at) } };
}

/** Returns a request without its turns; undefined if the rest is large. */
function sentWithoutContents(body: JsonObject, operation: OperationId): JsonObject | undefined {
  const rest = requestToSave(body, operation);
  return JSON.stringify(rest).length > MAX_REQUEST_LENGTH ? undefined : rest;
}
