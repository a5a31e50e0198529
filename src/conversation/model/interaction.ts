import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import { interactionUsage } from '../../base/tokenUsage';

/** A step as the API sent it, including unknown members, because it is sent back. */
export type Step = JsonObject;

/** Start and end of a step, in ms since its request was sent. */
export interface StepTime {
  readonly start: number;
  /** Absent while the step runs, and if it was interrupted. */
  readonly stop?: number;
}

/**
 * Data of a response in `interaction` mode in addition to `content`, which is derived from the
 * steps.
 */
export interface TurnInteraction {
  /** ID without `interactions/`; absent until known, and often if the interaction isn't stored. */
  readonly id?: string;
  readonly status?: string;
  /** Whether the request asked the API to store the interaction. */
  readonly stored: boolean;
  /** Whether the interaction was deleted or has expired, so the API can't continue from it. */
  readonly gone?: boolean;
  readonly background?: boolean;
  readonly lastEventId?: string;
  /** ID of the stored interaction it continues; absent if all steps were sent. */
  readonly previous?: string;
  readonly connection?: string;
  /** Agent that responded; absent for models. */
  readonly agent?: string;
  readonly environment?: string;
  readonly steps: readonly Step[];
  /** Number of leading steps that came from earlier interactions of the same response. */
  readonly earlier?: number;
  readonly usage?: Message<'interactions.Usage'>;
  /** Times by step index; null if unknown. */
  readonly times?: readonly (StepTime | null)[];
  /** Token counts by step index; null if unknown. */
  readonly tokens?: readonly (number | null)[];
  readonly created?: string;
  /** Digest of the conversation up to its end; the stored copy is used only if this matches. */
  readonly digest?: string;
  /** Set if the user branched from a step of another response: the last included step. */
  readonly cut?: { readonly turn: string; readonly step: number };
}

const FINAL: ReadonlySet<string> = new Set([
  'requires_action',
  'completed',
  'failed',
  'cancelled',
  'incomplete',
  'budget_exceeded',
  'requires_continuation',
]);

export function isRunning({ status }: Pick<TurnInteraction, 'status'>): boolean {
  return status === undefined || !FINAL.has(status);
}

export function isResumable(interaction: TurnInteraction): boolean {
  const { id, stored, gone } = interaction;
  return id !== undefined && stored && !gone && isRunning(interaction);
}

/**
 * Returns events that restore an accumulator to a turn's state, which may be in the middle of a
 * step.
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

export interface StorageInfo {
  readonly stored: boolean;
  /** Whether the user has decided; nothing is stored before. */
  readonly isChosen: boolean;
  /** Retention period and its purpose, in one or two sentences. */
  readonly retention: string;
}

/** Guaranteed and maximum time of storage, in ms since 1970. */
export interface StorageTimes {
  readonly least: number;
  readonly most: number;
}

/** A segment of a conversation's tree: consecutive turns up to the next branch point. */
export interface BranchInfo {
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly isShown: boolean;
  readonly children: readonly BranchInfo[];
}

/** Returns the API's type of a step; empty if absent. */
export function stepType(step: Step): string {
  return textAt(step, 'type');
}

/** Returns the API's error message of a step; undefined if the step succeeded. */
export function stepError(step: Step): string | undefined {
  return isObject(step.error)
    ? textAt(step.error, 'message') || textAt(step.error, 'code')
    : undefined;
}

/** Returns the index of the step with a call's result; undefined if pending. */
export function resultOf(steps: readonly Step[], call: Step): number | undefined {
  const id = textAt(call, 'id');
  if (id === '') return undefined;
  const at = steps.findIndex((step) => textAt(step, 'call_id') === id);
  return at < 0 ? undefined : at;
}

type Part = Message<'Part'>;

const MEDIA_TYPES: ReadonlySet<string> = new Set(['image', 'audio', 'video', 'document']);

export function partsOfSteps(steps: readonly Step[]): readonly Part[] {
  return steps.flatMap(partsOfStep);
}

/** Cache by step; a step that changes is replaced by a new object. */
const known = new WeakMap<Step, readonly Part[]>();

function partsOfStep(step: Step): readonly Part[] {
  const before = known.get(step);
  if (before) return before;
  const parts = generatedBy(step) as readonly Part[];
  known.set(step, parts);
  return parts;
}

function generatedBy(step: Step): readonly JsonObject[] {
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
      // Calls and results of server-side tools are available in the steps only.
      return [];
  }
}

/** Converts a thought to its summary, with the signature on the last part. */
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

type Usage = Message<'GenerateContentResponse.UsageMetadata'>;
/** Converts the usage of an interaction or decision. */
export function usageOf(usage: JsonObject): Usage {
  return interactionUsage(usage);
}
