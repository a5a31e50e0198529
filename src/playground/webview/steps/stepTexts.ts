import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../../api/schema/row';
import { items, textAt } from '../../../base/json';
import {
  stepError,
  type Step,
  stepType,
  type TurnInteraction,
} from '../../../conversation/model/interaction';
import { stepKind } from '../../../conversation/model/stepKinds';
import type { Format } from '../format';
import { fieldsOf, textOf } from '../jsonFields';
import { revealedText } from '../reveal';
import type { TimelineItem } from './timeline';

/** Maximum length of a row summary, in UTF-16 units. */
const MAX_SUMMARY_LENGTH = 300;

/** Returns a one-line summary of a step. Empty if unknown. */
export function summaryLine(step: Step): string {
  return revealedText(summary(step).replace(/\s+/g, ' ').trim().slice(0, MAX_SUMMARY_LENGTH));
}

function summary(step: Step): string {
  const { queries, urls, code, ...named } = fieldsOf(step.arguments);
  switch (stepType(step)) {
    case 'function_call':
    case 'function_result':
      return callText(textAt(step, 'name'), fieldsOf(step.arguments));
    case 'mcp_server_tool_call':
    case 'mcp_server_tool_result': {
      const server = textAt(step, 'server_name');
      const call = callText(textAt(step, 'name'), fieldsOf(step.arguments));
      return server === '' ? call : `${server} › ${call}`;
    }
    case 'thought':
    case 'model_output':
    case 'user_input':
      return '';
  }
  if (typeof code === 'string') return code.trimStart().split('\n', 1)[0] ?? '';
  const listed = [...items(queries), ...items(urls)].map(textOf).filter(Boolean);
  if (listed.length > 0) return listed.join(' · ');
  return argumentsText(named);
}

/** Formats a call such as `get_weather(city: "Oslo")`, truncated. */
function callText(name: string, given: JsonObject): string {
  const text = argumentsText(given);
  return text === '' ? name : `${name}(${text})`;
}

const MAX_LISTED = 6;

function argumentsText(given: JsonObject): string {
  const entries = Object.entries(given);
  const shown = entries.slice(0, MAX_LISTED).map(([key, value]) => `${key}: ${shortJson(value)}`);
  return [...shown, ...(entries.length > MAX_LISTED ? ['…'] : [])].join(', ');
}

function shortJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? `[${value.length}]` : '{…}';
}

type StepState = 'running' | 'waiting' | 'failed' | 'cut' | 'done';

interface StepContextState {
  readonly status: TurnInteraction['status'] | undefined;
  readonly item: TimelineItem;
  /** Index of the last step during streaming. −1 once ended. */
  readonly growsAt: number;
}

export function stateOf({
  item: { step, result, at },
  status,
  growsAt,
}: StepContextState): StepState {
  if ((result ?? step).is_error === true || stepError(step) !== undefined) return 'failed';
  const isLive = growsAt >= 0;
  if (result || stepKind(step).side !== 'call') return growsAt === at ? 'running' : 'done';
  // The user provides function results.
  const isOurs = stepType(step) === 'function_call';
  if (isLive) return 'running';
  if (isOurs) return status === 'requires_action' ? 'waiting' : 'done';
  return 'cut';
}

/** Returns the state in words. Empty for normal states. */
export function stateText(state: StepState): string {
  switch (state) {
    case 'running':
      return l10n.t('Running');
    case 'waiting':
      return l10n.t('Waiting for result');
    case 'failed':
      return l10n.t('Failed');
    case 'cut':
      return l10n.t('No result');
    case 'done':
      return '';
  }
}

interface Costs {
  readonly times: TurnInteraction['times'] | undefined;
  readonly tokens: TurnInteraction['tokens'] | undefined;
}

export function costText(
  { at, resultAt = at }: TimelineItem,
  { times, tokens }: Costs,
  format: Format,
): readonly string[] {
  const [start, stop] = [times?.[at]?.start, times?.[resultAt]?.stop];
  const took = start !== undefined && stop !== undefined ? Math.max(0, stop - start) : undefined;
  const places = new Set([at, resultAt]);
  const spent = [...places].reduce((sum, place) => sum + (tokens?.[place] ?? 0), 0);
  return [
    // Responses without streaming have no duration.
    ...(took !== undefined && took >= 1 ? [format.duration(took)] : []),
    ...(spent === 0 ? [] : [format.tokens(spent)]),
  ];
}
