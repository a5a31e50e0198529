import * as l10n from '@vscode/l10n';
import { ResponseAccumulator } from '../../api/accumulate';
import { InteractionAccumulator } from '../../api/interactions/accumulate';
import { sumUsage } from '../../api/interactions/continuation';
import { MARK } from '../../api/redact';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { redactSecrets } from '../../api/schema/secrets';
import { AppError } from '../../base/errors';
import { isObject, items, textAt } from '../../base/json';
import { plainText } from '../../platform/plainText';
import type {
  Failure,
  FinishStatus,
  ModelTurn,
  StepTime,
  TurnInteraction,
} from '../model/conversation';
import { eventsUpTo, isResumable, partsOfSteps, stepType, usageOf } from '../model/interaction';
import { readPiece } from '../store/conversationFile';
import { answerExtras, type AnswerExtras } from './mergeAnswer';
import type { AnswerCollector, CollectedResponse } from './turnResult';

type Content = Message<'Content'>;

export class ContentCollector implements AnswerCollector {
  readonly #accumulator = new ResponseAccumulator();
  readonly #onText: (text: string, thought: boolean) => void;

  /**
   * @param before existing content of the turn, which is extended
   * @param onText called with new text of the first candidate
   */
  constructor(before: Content, onText: (text: string, thought: boolean) => void) {
    this.#onText = onText;
    this.#accumulator.add({ candidates: [{ content: before }] });
  }

  add(given: unknown): boolean {
    const piece = readPiece(given);
    this.#accumulator.add(piece);
    let isText = false;
    for (const candidate of piece.candidates ?? []) {
      if ((candidate.index ?? 0) !== 0) continue;
      for (const { text, thought } of candidate.content?.parts ?? []) {
        if (!text) continue;
        isText = true;
        this.#onText(text, thought ?? false);
      }
    }
    return isText;
  }

  get content(): Content {
    return { role: 'model', ...this.#accumulator.candidate()?.content };
  }

  get extras(): AnswerExtras {
    return answerExtras(this.#accumulator.answer());
  }

  get answer(): CollectedResponse {
    const answer = this.#accumulator.answer();
    const { content, ...candidate } = this.#accumulator.candidate() ?? {};
    return {
      ...answer,
      ...candidate,
      parts: content?.parts ?? [],
      usage: answer.usageMetadata,
    };
  }
}

type InteractionStart = Pick<
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

const VERDICTS: { readonly [status: string]: FinishStatus } = {
  completed: 'complete',
  requires_action: 'complete',
  incomplete: 'maxTokens',
  requires_continuation: 'maxTokens',
  budget_exceeded: 'other',
  failed: 'serviceFailed',
  cancelled: 'stopped',
};

const BLOCKED =
  /^(safety|language|prohibited_content|spii|blocklist|content_blocked|image_(safety|prohibited_content|other))$/;
const RECITED = /^(image_)?recitation$/;

function interactionAnswer(fields: JsonObject, interaction: TurnInteraction): CollectedResponse {
  const { status, steps, usage } = interaction;
  const [error] = errorsOf(fields, interaction);
  const verdict = verdictOf(status, error?.code ?? '');
  const failure = failureOf(interaction, verdict, error);
  const counted = usage && usageOf(usage);
  return {
    parts: partsOfSteps(steps),
    verdict,
    isResumable: isResumable(interaction),
    isOfSteps: true,
    isStored: interaction.stored,
    hasSteps: steps.length > 0,
    ...(status !== undefined && { finishReason: status }),
    ...(error && error.message !== '' && { finishMessage: error.message }),
    ...(failure && { failure }),
    ...(counted && { usage: counted }),
  };
}

function verdictOf(status: string | undefined, code: string): FinishStatus {
  const verdict = Object.hasOwn(VERDICTS, status ?? '') ? VERDICTS[status ?? ''] : undefined;
  if (BLOCKED.test(code)) return 'blocked';
  if (RECITED.test(code)) return 'recitation';
  return verdict ?? 'unfinished';
}

interface ToldError {
  readonly code: string;
  readonly message: string;
}

function errorsOf(fields: JsonObject, { steps }: TurnInteraction): readonly ToldError[] {
  const told = [
    ...items(fields.errors),
    ...steps.filter((step) => stepType(step) === 'model_output').map(({ error }) => error),
  ];
  return told.filter(isObject).map((error) => ({
    code: textAt(error, 'code'),
    message: textAt(error, 'message'),
  }));
}

function failureOf(
  interaction: TurnInteraction,
  verdict: FinishStatus,
  error: ToldError | undefined,
): Failure | undefined {
  const { status } = interaction;
  const told = error?.message === '' ? undefined : error?.message;
  switch (status) {
    case 'failed':
      if (verdict !== 'serviceFailed') return undefined;
      return {
        message:
          told === undefined
            ? l10n.t('The API reports that this interaction failed.')
            : l10n.t('The API reports that this interaction failed: {0}', plainText(told)),
        fixes: ['retry', 'showLog'],
      };
    case 'cancelled':
      return { message: l10n.t('This interaction was canceled.'), fixes: ['retry'] };
    case 'budget_exceeded':
      return {
        message: l10n.t('The token budget was used up before the response was complete.'),
        hint: l10n.t('Increase the budget in the settings, or continue with another message.'),
        fixes: ['retry'],
      };
    case 'incomplete':
      return {
        message: l10n.t('The token limit was reached before the response was complete.'),
        hint: l10n.t('Increase the limit in the settings, or continue with another message.'),
        fixes: ['retry'],
      };
    case 'requires_continuation':
      return {
        message: l10n.t('Only part of the response was received.'),
        fixes: ['retry'],
      };
    default:
      break;
  }
  if (verdict !== 'unfinished' || !isResumable(interaction)) return undefined;
  return {
    message: l10n.t('This interaction is still in progress.'),
    fixes: ['resume', 'retry'],
  };
}

export function interactionStart(
  body: JsonObject,
  connection: string | undefined,
): InteractionStart {
  const { previous_interaction_id: previous, environment } = body;
  const agent = textAt(body, 'agent');
  return {
    stored: body.store === true,
    ...(body.background === true && { background: true }),
    ...(typeof previous === 'string' && { previous }),
    ...(connection !== undefined && { connection }),
    ...(agent !== '' && { agent }),
    ...(typeof environment === 'string' && environment !== 'remote' && { environment }),
  };
}
