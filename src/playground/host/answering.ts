import type { JsonObject } from '../../api/schema/row';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableSlot } from '../../base/disposable';
import type { Continuation, ModelTurn, Outcome } from '../conversation';
import type { PartsDelta, Waiting } from '../protocol';
import { responseFormat } from '../tools';
import { hasContent } from '../turns';
import { AnswerRequest } from './answerRequest';
import { AnswerRun, type AnswerRunDeps, type Prepared } from './answerRun';
import type { SessionServices } from './context';
import type { ConversationDocument } from './conversationDocument';
import { newId } from './conversationFile';
import { type AskMode, continuationOf, continueAnswer, mergeAnswer } from './mergeAnswer';
import type { Notices } from './notices';
import type { RequestTarget } from './resolveTarget';
import { checkedAnswer } from './structured';
import { BROKEN_OFF, withTurn } from './transcript';
import type { Interruption } from './verdict';

/** One frame of a 60 Hz display, in milliseconds: more messages than that are never seen. */
export const FRAME = 16;
/** Longest JSON that a turn keeps of its request, in UTF-16 units: every turn has its own. */
const LARGEST_REQUEST = 64 * 1024;

type Piece = PartsDelta['pieces'][number];

export interface AnsweringOptions {
  readonly services: SessionServices;
  readonly notices: Notices;
  readonly target: () => RequestTarget;
  /** Resolves when it is known which model answers. */
  readonly modelResolved: () => Promise<unknown>;
  /** Text has arrived; at most once per frame. */
  readonly onDelta: (delta: PartsDelta) => void;
  /** What the panel shows has changed. */
  readonly onDidChange: () => void;
}

/** The answer of a session that is under way, if there is one. */
export class Answering implements Disposable {
  readonly #options: AnsweringOptions;
  readonly #deltas: DeltaBuffer;
  #live: LiveAnswer | undefined;
  #ended: Promise<void> | undefined;
  /** The user wants nothing to follow by itself, also between an answer and what it makes be asked next. */
  #isHalted = false;

  constructor(options: AnsweringOptions) {
    this.#options = options;
    this.#deltas = new DeltaBuffer(options.services.clock, (pieces) => {
      const { turn } = this;
      if (turn !== undefined) options.onDelta({ turn, pieces });
    });
  }

  /** Id of the turn that streams. */
  get turn(): string | undefined {
    return this.#live?.turn;
  }

  get waiting(): Waiting | undefined {
    return this.#live?.run.waiting;
  }

  /** Resolves when it has ended and is on disk; undefined where none is under way. */
  get ended(): Promise<void> | undefined {
    return this.#ended;
  }

  get isStalled(): boolean {
    return this.#live?.run.isStalled ?? false;
  }

  /** Aborts the request within this tick. */
  stop(by?: Interruption): void {
    this.#isHalted = true;
    this.#live?.run.stop(by);
  }

  /** Drops text that waits to be sent, because a snapshot has it. */
  clearDeltas(): void {
    this.#deltas.clear();
  }

  /** Asks for an answer; resolves once that is under way. `onEnded` is given the turn that stays. */
  async ask(
    mode: AskMode,
    document: ConversationDocument,
    onEnded: (answer: ModelTurn) => Promise<void>,
  ): Promise<void> {
    const { services, notices, target, modelResolved, onDidChange } = this.#options;
    const answer = new LiveAnswer(mode, target(), {
      ...services,
      onText: (text, thought) => {
        this.#deltas.add(text, thought);
        document.touch();
      },
      onWait: onDidChange,
    });
    const { run } = answer;
    const request = new AnswerRequest({
      services,
      document,
      notices,
      target,
      modelResolved,
      onPrepared: (prepared) => {
        answer.onPrepared(prepared);
        // JSON is shown as code from its beginning.
        if (responseFormat(answer.current().sent)) onDidChange();
      },
      onDidChange,
      onDismissed: () => run.stop(),
      goOn: mode.kind === 'continue',
    });
    document.stream(answer.current, answer.kept);
    const saved = Promise.withResolvers<undefined>();
    // Set before anything is waited for, so that no second message can slip in.
    this.#live = answer;
    this.#isHalted = false;
    this.#ended = saved.promise
      .then(() => run.run(request))
      .then((outcome) => this.#finish(mode, answer.current(outcome), document, onEnded));
    onDidChange();
    document.touch();
    await document.flush();
    saved.resolve(undefined);
  }

  dispose(): void {
    this.#deltas.dispose();
  }

  async #finish(
    mode: AskMode,
    answer: ModelTurn,
    document: ConversationDocument,
    onEnded: (answer: ModelTurn) => Promise<void>,
  ): Promise<void> {
    document.stream(undefined);
    const kept = checkedAnswer(
      mergeAnswer(mode, answer),
      document.head,
      this.#options.services.l10n,
    );
    document.update((head) => withTurn(head, kept));
    this.#live = undefined;
    this.#ended = undefined;
    this.#options.onDidChange();
    await document.flush();
    if (!this.#isHalted) await onEnded(kept);
  }
}

/** An answer that is under way, as a turn of its conversation. */
class LiveAnswer {
  readonly turn: string;
  readonly run: AnswerRun;
  readonly #mode: AskMode;
  #asked: Pick<ModelTurn, 'model' | 'modelName' | 'version' | 'mode' | 'sent'>;
  #continuation: Continuation | undefined;

  constructor(mode: AskMode, wanted: RequestTarget, parts: Omit<AnswerRunDeps, 'before'>) {
    const existing = mode.kind === 'continue' ? mode.of : undefined;
    this.#mode = mode;
    this.turn = existing?.id ?? newId();
    const { model, version } = existing ?? wanted;
    this.#asked = { model, version };
    this.run = new AnswerRun({ ...parts, before: existing?.content ?? { parts: [] } });
    this.#continuation = existing?.continuation;
  }

  /** Takes up what is sent. The rest of an answer counts as its beginning's. */
  onPrepared({ input, version, mode, modelName }: Prepared): void {
    const sent = sentWithoutContents(input.body);
    const asked = { model: input.model, version, ...(mode && { mode }), ...(sent && { sent }) };
    if (this.#mode.kind !== 'continue') {
      this.#asked = { ...asked, ...(modelName && { modelName }) };
    } else this.#continuation = continuationOf(this.#mode.of, this.run.content, asked);
  }

  /** As it is now, or as it ended. */
  readonly current = (outcome?: Outcome): ModelTurn => {
    if (this.#mode.kind !== 'continue') return this.#whole(outcome);
    const { content, extras } = this.run;
    const kept = continueAnswer(this.#mode.of, content, this.#continuation, outcome && extras);
    return { ...kept, ...(outcome && { outcome }) };
  };

  /** What is worth a file: the earlier answer is not given up before something of the new one is there. */
  readonly kept = (): ModelTurn => {
    const isEmpty = !hasContent(this.run.content.parts ?? []);
    if (this.#mode.kind === 'instead' && isEmpty) return this.#mode.of;
    const turn = this.current();
    // Words of the user need no outcome, so a missing one would not tell that more was to come.
    return turn.edited ? { ...turn, outcome: BROKEN_OFF } : turn;
  };

  #whole(outcome?: Outcome): ModelTurn {
    return {
      id: this.turn,
      role: 'model',
      content: this.run.content,
      ...this.#asked,
      ...(outcome && { ...this.run.extras, outcome }),
    };
  }
}

/** A request without the turns, which the conversation has; undefined where the rest is large. */
function sentWithoutContents(body: object): JsonObject | undefined {
  const { contents: _, ...rest } = body as JsonObject;
  return JSON.stringify(rest).length > LARGEST_REQUEST ? undefined : rest;
}

/**
 * Collects the text of a stream and hands it on at most once per frame: the first piece at once, so
 * that the wait for it is not longer, what comes after it in bunches. Neighbours of one kind are joined.
 */
export class DeltaBuffer implements Disposable {
  readonly #clock: Clock;
  readonly #send: (pieces: readonly Piece[]) => void;
  readonly #timer = new DisposableSlot<Disposable>();
  #pieces: { readonly thought: boolean; readonly texts: string[] }[] = [];
  #lastSent = -Infinity;

  constructor(clock: Clock, send: (pieces: readonly Piece[]) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  add(text: string, thought: boolean): void {
    if (text === '') return;
    const last = this.#pieces.at(-1);
    if (last?.thought === thought) last.texts.push(text);
    else this.#pieces.push({ thought, texts: [text] });
    if (this.#timer.value) return;
    const wait = this.#lastSent + FRAME - this.#clock.monotonic();
    if (wait <= 0) this.#flush();
    else this.#timer.value = this.#clock.schedule(wait, () => this.#flush());
  }

  /** Forgets what was not sent: a snapshot that holds it has gone out instead. */
  clear(): void {
    this.#timer.value = undefined;
    this.#pieces = [];
  }

  dispose(): void {
    this.clear();
    this.#timer.dispose();
  }

  #flush(): void {
    const pieces = this.#pieces.map(({ thought, texts }) => ({ text: texts.join(''), thought }));
    this.clear();
    this.#lastSent = this.#clock.monotonic();
    this.#send(pieces);
  }
}
