import type { JsonObject } from '../../api/schema/row';
import type { Continuation, ModelTurn, Outcome } from '../conversation';
import { hasContent } from '../turns';
import { type AnswerRunDeps, AnswerRun, type Prepared } from './answerRun';
import { newId } from './conversationFile';
import { continuationOf, continueAnswer, type AskMode } from './mergeAnswer';
import type { RequestTarget } from './resolveTarget';
import { BROKEN_OFF } from './transcript';

/** An answer that is under way, as a turn of its conversation. */
export class LiveAnswer {
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

/** Longest JSON that a turn keeps of its request, in UTF-16 units: every turn has its own. */
const LARGEST = 64 * 1024;

/** A request without the turns, which the conversation has; undefined where the rest is large. */
function sentWithoutContents(body: object): JsonObject | undefined {
  const { contents: _, ...rest } = body as JsonObject;
  return JSON.stringify(rest).length > LARGEST ? undefined : rest;
}
