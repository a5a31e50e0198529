import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../../api/schema/row';
import { textAt, items } from '../../../base/json';
import { type TurnInteraction, type Step } from '../../../conversation/model/conversation';
import {
  stepType,
  stepError,
  stepKind,
  type StepGroup,
} from '../../../conversation/model/interaction';
import type { Format } from '../format';
import { textOf, fieldsOf } from '../jsonFields';
import { revealedText } from '../reveal';

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

export interface TimelineItem {
  /** Index of the row's step in the turn. Stable during streaming. */
  readonly at: number;
  readonly group: StepGroup;
  readonly step: Step;
  readonly result?: Step;
  readonly resultAt?: number;
}

const GROUP = 32;

export interface TimelineGroup {
  readonly key: number;
  readonly items: readonly TimelineItem[];
}

/**
 * Timeline rows of a turn that may grow. Unchanged rows and groups keep their identity. A result joins its
 * call, but a second result, or one without a call, gets a separate row.
 */
export class Timeline {
  #steps: readonly Step[] = [];
  #items: readonly TimelineItem[] = [];
  #groups: readonly TimelineGroup[] = [];
  #hidden: ReadonlySet<StepGroup> = new Set();

  of(steps: readonly Step[]): readonly TimelineItem[] {
    if (isSameList(steps, this.#steps)) return this.#items;
    this.#steps = steps;
    this.#items = joined(steps).map((item, index) => {
      const before = this.#items[index];
      return before && isSameItem(before, item) ? before : item;
    });
    return this.#items;
  }

  groups(steps: readonly Step[], hidden: ReadonlySet<StepGroup>): readonly TimelineGroup[] {
    const items = this.of(steps);
    if (hidden !== this.#hidden) {
      this.#hidden = hidden;
      this.#groups = [];
    }
    const shown = hidden.size === 0 ? items : items.filter(({ group }) => !hidden.has(group));
    const groups: TimelineGroup[] = [];
    for (let from = 0; from < shown.length; from += GROUP) {
      const key = from / GROUP;
      const own = shown.slice(from, from + GROUP);
      const before = this.#groups[key];
      groups.push(before && isSameList(before.items, own) ? before : { key, items: own });
    }
    this.#groups = groups;
    return groups;
  }
}

type Open = { -readonly [K in keyof TimelineItem]: TimelineItem[K] };

function joined(steps: readonly Step[]): readonly TimelineItem[] {
  const rows: Open[] = [];
  const calls = new Map<string, Open>();
  for (const [at, step] of steps.entries()) {
    const { group, side } = stepKind(step);
    const of = textAt(step, 'call_id');
    const call = side === 'result' ? calls.get(of) : undefined;
    if (call) {
      call.result = step;
      call.resultAt = at;
      calls.delete(of);
      continue;
    }
    const row: Open = { at, group, step };
    rows.push(row);
    const id = textAt(step, 'id');
    if (side === 'call' && id !== '') calls.set(id, row);
  }
  return rows;
}

function isSameItem(one: TimelineItem, other: TimelineItem): boolean {
  return one.at === other.at && one.step === other.step && one.result === other.result;
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

export function countGroups(items: readonly TimelineItem[]): ReadonlyMap<StepGroup, number> {
  const counts = new Map<StepGroup, number>();
  for (const { group } of items) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}
