import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';

/** A step as the service sent it, unknown members included: it goes back unchanged. */
export type Step = JsonObject;

/** When a step began and ended: milliseconds from sending the request that brought it. */
export interface StepTime {
  readonly start: number;
  /** Absent while it runs, and where it was cut off. */
  readonly stop?: number;
}

/** What an answer in the mode `interaction` is besides its content, which is made of these steps. */
export interface TurnInteraction {
  /** What the service calls it, without `interactions/`; absent until it says so, and often where nothing is kept. */
  readonly id?: string;
  /** The service's own word. */
  readonly status?: string;
  /** Whether the service was asked to keep it. */
  readonly stored: boolean;
  /** It was deleted at the service, by hand or because its time was over: nothing can go on from it there. */
  readonly gone?: boolean;
  /** It goes on at the service without anybody who reads it. */
  readonly background?: boolean;
  /** After which event to go on reading where it was cut off. */
  readonly lastEventId?: string;
  /** The interaction that it goes on from at the service; absent where all steps were sent. */
  readonly previous?: string;
  /** Id of the connection that has it. */
  readonly connection?: string;
  /** Who answered, where that was no model. */
  readonly agent?: string;
  /** The machine that it worked on. */
  readonly environment?: string;
  readonly steps: readonly Step[];
  /** So many of its steps came as interactions before it, of which it is the rest. */
  readonly earlier?: number;
  readonly usage?: Message<'interactions.Usage'>;
  /** By the places of steps; null where nothing is known. */
  readonly times?: readonly (StepTime | null)[];
  /** Tokens that a step took, by the places of steps; null where that was not told. */
  readonly tokens?: readonly (number | null)[];
  /** When the service began it, as it says. */
  readonly created?: string;
  /** Of everything that was said up to its end: the service's own copy goes on only from that. */
  readonly digest?: string;
  /** It ends with this step of another answer, which the user branched from. */
  readonly cut?: { readonly turn: string; readonly step: number };
}

/** Statuses after which nothing more comes. */
const FINAL: ReadonlySet<string> = new Set([
  'requires_action',
  'completed',
  'failed',
  'cancelled',
  'incomplete',
  'budget_exceeded',
  'requires_continuation',
]);

/** Whether the service still works on it, as far as was heard. */
export function isRunning({ status }: Pick<TurnInteraction, 'status'>): boolean {
  return status === undefined || !FINAL.has(status);
}

/** Whether there is something at the service to go on reading. */
export function isResumable(interaction: TurnInteraction): boolean {
  const { id, stored, gone } = interaction;
  return id !== undefined && stored && !gone && isRunning(interaction);
}

/**
 * The events that bring an accumulator to where a turn is: those of the stream that come after it then go on from
 * there. A snapshot may have been taken in the middle of a step.
 */
export function eventsUpTo({ id, status, usage, steps }: TurnInteraction): JsonObject[] {
  const interaction = {
    ...(id !== undefined && { id }),
    ...(status !== undefined && { status }),
    ...(usage && { usage }),
  };
  return [
    { event_type: 'interaction.created', interaction },
    ...steps.map((step, index) => ({ event_type: 'step.start', index, step })),
  ];
}

/** What the service keeps of interactions of a connection, as the panel says it. */
export interface KeepingInfo {
  /** New ones are kept. */
  readonly stored: boolean;
  /** The user has chosen; nothing is kept before. */
  readonly isChosen: boolean;
  /** For how long, and what that is good for; a sentence or two. */
  readonly retention: string;
}

/** Until when the service keeps something, in milliseconds since 1970: for certain, and at most. */
export interface KeptUntil {
  readonly least: number;
  readonly most: number;
}

/** A part of a conversation's tree: turns that follow each other, up to where branches part. */
export interface BranchInfo {
  /** Id of its first turn. */
  readonly id: string;
  /** What was said first in it, in one line. */
  readonly title: string;
  /** Turns in it. */
  readonly count: number;
  /** What is shown goes through it. */
  readonly isShown: boolean;
  readonly children: readonly BranchInfo[];
}

/** The type of a step, as the service names it; empty where it names none. */
export function stepType(step: Step): string {
  return textAt(step, 'type');
}

/** The words of the service about why a step ended too early; undefined where it did not. */
export function stepError(step: Step): string | undefined {
  return isObject(step.error)
    ? textAt(step.error, 'message') || textAt(step.error, 'code')
    : undefined;
}

/** Place of the step that has the result of a call; undefined where there is none yet. */
export function resultOf(steps: readonly Step[], call: Step): number | undefined {
  const id = textAt(call, 'id');
  if (id === '') return undefined;
  const at = steps.findIndex((step) => textAt(step, 'call_id') === id);
  return at < 0 ? undefined : at;
}

type Part = Message<'Part'>;

/** Types of content that are media. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'document']);

/** The parts that steps are as the content of a turn: what is said, thought, called and made. */
export function partsOfSteps(steps: readonly Step[]): readonly Part[] {
  return steps.flatMap(partsOfStep);
}

/** By the step, which is the same object as long as it does not change. */
const known = new WeakMap<Step, readonly Part[]>();

function partsOfStep(step: Step): readonly Part[] {
  const before = known.get(step);
  if (before) return before;
  const parts = madeOf(step) as readonly Part[];
  known.set(step, parts);
  return parts;
}

function madeOf(step: Step): readonly JsonObject[] {
  switch (stepType(step)) {
    case 'model_output':
      return blocksOf(step.content).flatMap(partOfBlock);
    case 'thought':
      return thoughtParts(step);
    case 'function_call':
      return [
        { functionCall: { ...idOf(step.id), name: step.name ?? '', args: step.arguments ?? {} } },
      ];
    case 'function_result':
      return [
        {
          functionResponse: {
            ...idOf(step.call_id),
            name: step.name ?? '',
            response: responseOf(step.result),
          },
        },
      ];
    case 'code_execution_call': {
      const { language, code } = isObject(step.arguments) ? step.arguments : {};
      const named = typeof language === 'string' && language !== '' ? language.toUpperCase() : '';
      return [{ executableCode: { language: named || 'PYTHON', code: code ?? '' } }];
    }
    case 'code_execution_result': {
      const outcome = step.is_error === true ? 'OUTCOME_FAILED' : 'OUTCOME_OK';
      const blocks = blocksOf(step.result);
      const printed =
        typeof step.result === 'string'
          ? step.result
          : blocks.map((block) => textAt(block, 'text')).join('');
      const made = blocks.filter((block) => MEDIA_TYPES.has(textAt(block, 'type')));
      return [{ codeExecutionResult: { outcome, output: printed } }, ...made.flatMap(partOfBlock)];
    }
    default:
      // What the service's own tools were asked and gave is in the steps alone.
      return [];
  }
}

/** A thought as its summary; its seal stands on the last part of that. */
function thoughtParts({ summary, signature }: Step): readonly JsonObject[] {
  const parts = blocksOf(summary).flatMap(partOfBlock);
  const shown = parts.map((part) => ({ ...part, thought: true }));
  if (typeof signature !== 'string' || signature === '') return shown;
  const last = shown.at(-1) ?? { text: '', thought: true };
  return [...shown.slice(0, -1), { ...last, thoughtSignature: signature }];
}

function partOfBlock(block: JsonObject): readonly JsonObject[] {
  const type = textAt(block, 'type');
  if (type === 'text') return [{ text: textAt(block, 'text') }];
  if (!MEDIA_TYPES.has(type)) return [];
  const told = textAt(block, 'mime_type');
  const mimeType = told === '' ? (DEFAULT_TYPES[type] ?? '') : told;
  if (typeof block.data === 'string') return [{ inlineData: { mimeType, data: block.data } }];
  if (typeof block.uri === 'string') return [{ fileData: { mimeType, fileUri: block.uri } }];
  return [];
}

/** What content of a kind is where it does not say. */
const DEFAULT_TYPES: { readonly [type: string]: string } = {
  image: 'image/png',
  audio: 'audio/wav',
  video: 'video/mp4',
  document: 'application/pdf',
};

function responseOf(result: JsonValue | undefined): JsonObject {
  return isObject(result) ? result : { result: result ?? null };
}

function idOf(id: JsonValue | undefined): JsonObject {
  return typeof id === 'string' && id !== '' ? { id } : {};
}

function blocksOf(value: JsonValue | undefined): readonly JsonObject[] {
  return items(value).filter(isObject);
}
