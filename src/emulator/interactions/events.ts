import type { JsonObject, JsonValue } from '../../api/schema/row';
import { digest, seedOf } from '../digest';
import { countTokens, pieces } from '../text';
import {
  type Content,
  type CutPiece,
  type FinalStatus,
  type Head,
  type InteractionEvent,
  isText,
  type Run,
  type Step,
} from './run';

export interface TimedEvent {
  readonly event: InteractionEvent & { readonly event_id: string };
  readonly tokens: number;
  /** Delay before the event in ms. */
  readonly after?: number;
}

type Bare = InteractionEvent;

/** Caps the delay of images and audio at about one second. */
const MAX_PACED_TOKENS = 90;

/**
 * Returns all events of an interaction, computed from its stored run for replay. Like the live API, starts
 * with `in_progress` even while queued, because clients reject `queued`.
 */
export function eventsOf(head: Head, run: Run, updated = head.created): readonly TimedEvent[] {
  return numbered(head.id, [
    {
      event: {
        event_type: 'interaction.created',
        interaction: { ...head, status: 'in_progress' },
      },
      tokens: 0,
    },
    {
      event: {
        event_type: 'interaction.status_update',
        interaction_id: head.id,
        status: 'in_progress',
      },
      tokens: 0,
    },
    ...run.steps.flatMap((step, index) => stepEvents(step, index, run.cuts)),
    ...endingEvents({ ...head, updated }, run),
  ]);
}

export function stoppedEvents(
  head: Head,
  sent: readonly TimedEvent[],
  updated: string,
): readonly TimedEvent[] {
  const open = sent.findLast(({ event: { event_type: type } }) => type?.startsWith('step.'))?.event;
  const isOpen = open?.event_type === 'step.start' || open?.event_type === 'step.delta';
  const close: readonly Untimed[] = isOpen
    ? [{ event: { event_type: 'step.stop', index: open.index ?? 0 }, tokens: 0 }]
    : [];
  return numbered(head.id, [
    ...sent,
    ...close,
    { event: completed({ ...head, updated }, 'cancelled'), tokens: 0 },
  ]);
}

interface Untimed {
  readonly event: Bare;
  readonly tokens: number;
  readonly after?: number;
}

function numbered(id: string, all: readonly Untimed[]): readonly TimedEvent[] {
  const prefix = digest(id).slice(0, 6);
  return all.map(({ event, ...time }, index) => ({
    event: { ...event, event_id: `${prefix}-${index}` },
    ...time,
  }));
}

export function countTo(events: readonly TimedEvent[], id: string): number | undefined {
  const at = events.findIndex(({ event }) => event.event_id === id);
  return at < 0 ? undefined : at + 1;
}

/** A failed run ends with its error, without a final event. */
function endingEvents(head: Head & { readonly updated: string }, run: Run): readonly Untimed[] {
  const { status, usage, error, continuationToken } = run;
  if (error && status === 'failed') {
    const interaction_id = head.id;
    return [
      {
        event: { event_type: 'interaction.status_update', interaction_id, status, usage },
        tokens: 0,
      },
      { event: { event_type: 'error', error }, tokens: 0 },
    ];
  }
  const told = {
    ...head,
    usage,
    ...(continuationToken !== undefined && { continuation_token: continuationToken }),
  };
  return [{ event: completed(told, status), tokens: 0 }];
}

function completed(told: Head & JsonObject, status: FinalStatus): Bare {
  return { event_type: 'interaction.completed', interaction: { ...told, status } };
}

function stepEvents(step: Step, index: number, cuts: Run['cuts']): readonly Untimed[] {
  const deltas = deltasOf(step, cuts).map(({ delta, tokens, ...wait }): Untimed => ({
    event: { event_type: 'step.delta', index, delta: delta as never },
    tokens: Math.min(tokens, MAX_PACED_TOKENS),
    ...wait,
  }));
  const id = step.type === 'function_call' ? step.id : undefined;
  const wait = waitOf(cuts?.find(({ call }) => call !== undefined && call === id));
  return [
    { event: { event_type: 'step.start', index, step: beginningOf(step) }, tokens: 0, ...wait },
    ...deltas,
    { event: { event_type: 'step.stop', index }, tokens: 0 },
  ];
}

interface Delta {
  readonly delta: JsonObject & { readonly type: string };
  readonly tokens: number;
  readonly after?: number;
}

/** Step fields that are sent as deltas. The start event has the other fields. */
const DELTA_FIELDS = [
  'arguments',
  'result',
  'is_error',
  'signature',
  'summary',
  'content',
  'retrieval_type',
];

function beginningOf(step: Step): Step {
  const type = step.type ?? '';
  const isPlain = type === 'thought' || type === 'model_output';
  const fields = Object.entries(step as JsonObject).flatMap(([name, value]) => {
    if (!DELTA_FIELDS.includes(name)) return [[name, value] as const];
    if (isPlain || name === 'is_error') return [];
    return [[name, emptyLike(value)] as const];
  });
  return Object.fromEntries(fields);
}

function emptyLike(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return [];
  return typeof value === 'string' ? '' : {};
}

function deltasOf(step: Step, cuts: Run['cuts']): readonly Delta[] {
  switch (step.type) {
    case 'model_output':
      return (step.content ?? []).flatMap((content) => contentDeltas(content, cuts));
    case 'thought':
      return [
        ...(step.summary ?? []).map((content) => ({
          delta: { type: 'thought_summary', content },
          tokens: content.type === 'text' ? countTokens(content.text ?? '') : 0,
          ...(content.type === 'text' && waitOf(cuts?.find(({ text }) => text === content.text))),
        })),
        ...(step.signature === undefined
          ? []
          : [{ delta: { type: 'thought_signature', signature: step.signature }, tokens: 0 }]),
      ];
    case 'function_call':
      return textPieces(JSON.stringify(step.arguments ?? {})).map(({ text, tokens }) => ({
        delta: { type: 'arguments_delta', arguments: text },
        tokens,
      }));
    default:
      return [toolDelta(step)];
  }
}

/** Tool steps have a single delta with all remaining fields. */
function toolDelta(step: Step): Delta {
  const { id: _id, call_id: _call, search_type: _search, ...delta } = step as JsonObject;
  return { delta: { ...delta, type: step.type ?? '' }, tokens: countTokens(JSON.stringify(delta)) };
}

function contentDeltas(content: Content, cuts: Run['cuts']): readonly Delta[] {
  if (!isText(content)) {
    return [{ delta: content as Delta['delta'], tokens: MAX_PACED_TOKENS }];
  }
  const { text = '', annotations = [] } = content;
  const told = { type: 'text_annotation_delta', annotations: annotations as readonly JsonObject[] };
  return [
    ...(cutAs(text, cuts) ?? textPieces(text)).map(({ text: part, ...time }) => ({
      delta: { type: 'text', text: part },
      ...time,
    })),
    ...(annotations.length > 0 ? [{ delta: told, tokens: 0 }] : []),
  ];
}

function cutAs(text: string, cuts: Run['cuts'] = []): readonly CutText[] | undefined {
  for (const start of cuts.keys()) {
    const found: CutText[] = [];
    let said = '';
    for (const { text: part, ...wait } of cuts.slice(start)) {
      if (part === undefined || !text.startsWith(part, said.length)) break;
      said += part;
      found.push({ text: part, tokens: countTokens(part), ...waitOf(wait) });
      if (said === text) return found;
    }
  }
  return undefined;
}

interface CutText {
  readonly text: string;
  readonly tokens: number;
  readonly after?: number;
}

function waitOf(cut: Pick<CutPiece, 'after'> | undefined): { readonly after?: number } {
  return cut?.after === undefined ? {} : { after: cut.after };
}

function textPieces(text: string): ReturnType<typeof pieces> {
  return pieces(text, seedOf(text));
}
