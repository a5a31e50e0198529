import type { Message } from '../../api/schema/infer';
import type { JsonValue, JsonObject } from '../../api/schema/row';
import { textAt, items, isObject } from '../../base/json';
import { interactionUsage } from '../../base/tokens';
import * as l10n from '@vscode/l10n';
import type { TurnInteraction, Step } from './conversation';

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

export const STEP_GROUPS = [
  'thought',
  'output',
  'function',
  'search',
  'code',
  'tool',
  'other',
] as const;
export type StepGroup = (typeof STEP_GROUPS)[number];

export function groupLabel(group: StepGroup): string {
  switch (group) {
    case 'thought':
      return l10n.t('Thoughts');
    case 'output':
      return l10n.t('Responses');
    case 'function':
      return l10n.t('Functions');
    case 'search':
      return l10n.t('Searches');
    case 'code':
      return l10n.t('Code');
    case 'tool':
      return l10n.t('Other tools');
    case 'other':
      return l10n.t('Other steps');
  }
}

interface StepKind {
  readonly label: () => string;
  readonly icon: string;
  readonly group: StepGroup;
  /** Whether the step is a call or its result; results name their call. */
  readonly side?: 'call' | 'result';
}

const STEP_KINDS: { readonly [type: string]: StepKind } = {
  user_input: { label: () => l10n.t('Message'), icon: 'account', group: 'other' },
  model_output: { label: () => l10n.t('Response'), icon: 'sparkle', group: 'output' },
  thought: { label: () => l10n.t('Thought'), icon: 'lightbulb', group: 'thought' },
  function_call: {
    label: () => l10n.t('Function call'),
    icon: 'symbol-method',
    group: 'function',
    side: 'call',
  },
  function_result: {
    label: () => l10n.t('Function result'),
    icon: 'output',
    group: 'function',
    side: 'result',
  },
  mcp_server_tool_call: {
    label: () => l10n.t('MCP server call'),
    icon: 'plug',
    group: 'function',
    side: 'call',
  },
  mcp_server_tool_result: {
    label: () => l10n.t('MCP server result'),
    icon: 'plug',
    group: 'function',
    side: 'result',
  },
  code_execution_call: {
    label: () => l10n.t('Code'),
    icon: 'code',
    group: 'code',
    side: 'call',
  },
  code_execution_result: {
    label: () => l10n.t('Code execution result'),
    icon: 'terminal',
    group: 'code',
    side: 'result',
  },
  google_search_call: {
    label: () => l10n.t('Google Search'),
    icon: 'search',
    group: 'search',
    side: 'call',
  },
  google_search_result: {
    label: () => l10n.t('Google Search result'),
    icon: 'search',
    group: 'search',
    side: 'result',
  },
  google_maps_call: {
    label: () => l10n.t('Google Maps'),
    icon: 'location',
    group: 'search',
    side: 'call',
  },
  google_maps_result: {
    label: () => l10n.t('Google Maps result'),
    icon: 'location',
    group: 'search',
    side: 'result',
  },
  url_context_call: {
    label: () => l10n.t('Pages to fetch'),
    icon: 'globe',
    group: 'search',
    side: 'call',
  },
  url_context_result: {
    label: () => l10n.t('Fetched pages'),
    icon: 'globe',
    group: 'search',
    side: 'result',
  },
  file_search_call: {
    label: () => l10n.t('File search'),
    icon: 'file-text',
    group: 'search',
    side: 'call',
  },
  file_search_result: {
    label: () => l10n.t('File search result'),
    icon: 'file-text',
    group: 'search',
    side: 'result',
  },
  retrieval_call: {
    label: () => l10n.t('Retrieval'),
    icon: 'library',
    group: 'search',
    side: 'call',
  },
  retrieval_result: {
    label: () => l10n.t('Retrieval result'),
    icon: 'library',
    group: 'search',
    side: 'result',
  },
  processing_call: {
    label: () => l10n.t('Inspect media'),
    icon: 'device-camera-video',
    group: 'tool',
    side: 'call',
  },
  processing_result: {
    label: () => l10n.t('Inspected media'),
    icon: 'device-camera-video',
    group: 'tool',
    side: 'result',
  },
};

/** Returns the kind of a step. Unknown types are shown with the API's name. */
export function stepKind(step: Step): StepKind {
  const type = stepType(step);
  const known = Object.hasOwn(STEP_KINDS, type) ? STEP_KINDS[type] : undefined;
  if (known) return known;
  const side = /_(call|result)$/.exec(type)?.[1] as StepKind['side'];
  return {
    label: () => (type === '' ? l10n.t('Step') : type),
    icon: 'circle-outline',
    group: side ? 'tool' : 'other',
    ...(side && { side }),
  };
}
