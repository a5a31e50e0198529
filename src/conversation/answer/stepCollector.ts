import { InteractionAccumulator } from '../../api/interactions/accumulate';
import { sumUsage } from '../../api/interactions/continuation';
import { MARK } from '../../api/redact';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { redactSecrets } from '../../api/schema/secrets';
import { isObject, textAt } from '../../base/json';
import { AppError } from '../../base/errors';
import type { ModelTurn } from '../model/conversation';
import {
  eventsUpTo,
  partsOfSteps,
  type StepTime,
  type TurnInteraction,
} from '../model/interaction';
import type { AnswerCollector } from './answerCollector';
import type { CollectedResponse } from './turnResult';
import { interactionAnswer } from './interactionAnswer';

type Content = Message<'Content'>;

export type InteractionStart = Pick<
  TurnInteraction,
  'stored' | 'background' | 'previous' | 'connection' | 'agent' | 'environment'
>;

interface OpenStep {
  readonly index: number;
  readonly before: string | undefined;
  /** Whether the received part is unusable for resuming, so that the step must be read again. */
  isOpaque: boolean;
  hasArguments: boolean;
}

interface StepCollectorDeps {
  /** Called with each event in order. */
  readonly onEvent: (event: JsonObject) => void;
}

/** Merges the events of an interaction. Records step times and the event to resume from. */
export class StepCollector implements AnswerCollector {
  readonly #deps: StepCollectorDeps;
  readonly #accumulator = new InteractionAccumulator();
  readonly #times: (StepTime | null)[];
  readonly #tokens: (number | null)[];
  readonly #before: TurnInteraction | undefined;
  /** Duration in ms of earlier requests for this interaction. */
  readonly #offset: number;
  #begun: InteractionStart;
  #sentAt = 0;
  #lastEventId: string | undefined;
  #open: OpenStep | undefined;
  /** Number of steps from earlier interactions of the same response, and their usage. */
  #earlier: number;
  #spent: JsonObject = {};

  /** @param of the response to resume; absent for a new one. */
  constructor(deps: StepCollectorDeps, of?: ModelTurn) {
    this.#deps = deps;
    const before = of?.interaction;
    this.#before = before;
    this.#begun = before ?? { stored: false };
    this.#lastEventId = before?.lastEventId;
    this.#earlier = before?.earlier ?? 0;
    this.#times = [...(before?.times ?? [])];
    this.#tokens = [...(before?.tokens ?? [])];
    this.#offset = lastTime(this.#times);
    for (const event of before ? eventsUpTo(before) : []) {
      this.#accumulator.add(event);
    }
  }

  begin(begun: InteractionStart): void {
    this.#begun = begun;
  }

  sent(now: number): void {
    this.#sentAt = now - this.#offset;
  }

  add(given: unknown, now: number): boolean {
    if (!isObject(given) || textAt(given, 'event_type') === '') throw noEvent();
    const event = this.#inWhole(given);
    this.#accumulator.add(event);
    this.#note(event, now - this.#sentAt);
    this.#mark(event);
    if (event.event_type === 'step.stop') this.#completeArguments(event);
    this.#deps.onEvent(event);
    return event.event_type === 'step.delta';
  }

  get content(): Content {
    return { role: 'model', parts: partsOfSteps(this.#accumulator.steps()) };
  }

  get interaction(): TurnInteraction {
    const { id, status, created, environment_id: environment } = this.#fields;
    const usage = this.#usage;
    const steps = this.#accumulator.steps();
    const { digest: _, gone: __, ...before } = this.#before ?? {};
    return {
      ...before,
      ...this.#begun,
      ...(typeof id === 'string' && { id }),
      ...(typeof status === 'string' && { status }),
      ...(typeof environment === 'string' && { environment }),
      ...(typeof created === 'string' && { created }),
      ...(Object.keys(usage).length > 0 && { usage }),
      ...(this.#earlier > 0 && { earlier: this.#earlier }),
      ...(this.#lastEventId !== undefined && { lastEventId: this.#lastEventId }),
      steps,
      ...(this.#times.length > 0 && { times: filled(this.#times, steps.length) }),
      ...(this.#tokens.length > 0 && { tokens: filled(this.#tokens, steps.length) }),
    };
  }

  get extras(): Pick<ModelTurn, 'answer' | 'interaction'> {
    const { steps: _, ...answer } = this.#fields;
    return {
      // The response may repeat the request's secrets, and it is saved on disk.
      answer: redactSecrets(answer, 'interactions.Interaction', MARK),
      interaction: this.interaction,
    };
  }

  get answer(): CollectedResponse {
    return interactionAnswer(this.#fields, this.interaction);
  }

  get #fields(): JsonObject {
    return this.#accumulator.interaction();
  }

  /** Offsets step indexes, which restart at 0 in each continuation. */
  #inWhole(event: JsonObject): JsonObject {
    if (event.event_type === 'interaction.created' && isCut(this.#accumulator.status)) {
      this.#earlier = this.#accumulator.steps().length;
      this.#spent = this.#usage;
    }
    const { index } = event;
    return this.#earlier === 0 || typeof index !== 'number'
      ? event
      : { ...event, index: index + this.#earlier };
  }

  get #usage(): JsonObject {
    const { usage } = this.#fields;
    const own = isObject(usage) ? usage : {};
    return Object.keys(this.#spent).length === 0 ? own : sumUsage([this.#spent, own]);
  }

  #note(event: JsonObject, ms: number): void {
    const { index } = event;
    if (typeof index !== 'number') return;
    if (event.event_type === 'step.start') this.#times[index] = { start: ms };
    if (event.event_type !== 'step.stop') return;
    const { start = ms } = this.#times[index] ?? {};
    this.#times[index] = { start, stop: ms };
    const tokens = tokensOf(event.step_usage);
    if (tokens !== undefined) this.#tokens[index] = tokens;
  }

  /** Records the event to resume from, so that no event is lost or duplicated. */
  #mark(event: JsonObject): void {
    const { event_type: type, index, delta } = event;
    const id =
      typeof event.event_id === 'string' && event.event_id !== '' ? event.event_id : undefined;
    if (type === 'step.start' && typeof index === 'number') {
      this.#open = { index, before: this.#lastEventId, isOpaque: false, hasArguments: false };
    }
    const open = this.#open;
    if (open && type === 'step.delta' && isObject(delta)) {
      open.hasArguments ||= delta.type === 'arguments_delta';
      open.isOpaque ||= id === undefined || open.hasArguments || delta.type === 'audio';
    }
    if (type === 'step.stop') this.#open = undefined;
    this.#lastEventId = this.#open?.isOpaque ? this.#open.before : (id ?? this.#lastEventId);
    this.#stopped = type === 'step.stop' ? open : undefined;
  }

  #stopped: OpenStep | undefined;

  /**
   * Sends complete arguments, because a view opened in the middle of the step lacks their start.
   */
  #completeArguments({ index }: JsonObject): void {
    if (!this.#stopped?.hasArguments || typeof index !== 'number') return;
    const step = this.#accumulator.steps()[index];
    if (step) this.#deps.onEvent({ event_type: 'step.start', index, step });
  }
}

function isCut(status: string | undefined): boolean {
  return status === 'requires_continuation';
}

function lastTime(times: readonly (StepTime | null)[]): number {
  return Math.max(0, ...times.map((time) => time?.stop ?? time?.start ?? 0));
}

/** Fills gaps with null, because JSON has no sparse arrays. */
function filled<T>(list: readonly (T | null | undefined)[], length: number): readonly (T | null)[] {
  return Array.from({ length: Math.min(list.length, length) }, (_, at) => list[at] ?? null);
}

function tokensOf(usage: JsonValue | undefined): number | undefined {
  const total = isObject(usage) ? usage.total_tokens : undefined;
  return typeof total === 'number' && Number.isInteger(total) && total >= 0 ? total : undefined;
}

function noEvent(): AppError {
  return new AppError('badAnswer', 'The API sent an invalid event.', {
    hint: 'A gateway or proxy may have changed the response. Check the endpoint.',
  });
}
