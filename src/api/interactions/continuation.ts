import { isObject, items, textAt } from '../../base/json';
import type { CallOptions, Client } from '../call';
import type { BodyInput } from '../schema/infer';
import type { JsonObject, JsonValue } from '../schema/row';
import type { Interaction } from './accumulate';

export type InteractionBody = BodyInput<'interactions.CreateInteractionBody'>;

const COUNTED: { readonly [list: string]: readonly [name: string, count: string] } = {
  input_tokens_by_modality: ['modality', 'tokens'],
  output_tokens_by_modality: ['modality', 'tokens'],
  cached_tokens_by_modality: ['modality', 'tokens'],
  tool_use_tokens_by_modality: ['modality', 'tokens'],
  grounding_tool_count: ['type', 'count'],
};

const FROM_FIRST_CALL = ['previous_interaction_id', 'created', 'input'];

/** Whether long responses continue automatically. In the background and for agents, the server does this itself. */
export function isContinued(given: InteractionBody): boolean {
  const body = given as JsonObject;
  return body.background !== true && body.agent === undefined && body.agent_config === undefined;
}

/**
 * Returns the continuation token of a stopped call. Undefined if complete.
 * @param sent token of the call itself, because the same token again would loop forever
 */
export function nextToken(call: JsonObject, sent: JsonValue | undefined): string | undefined {
  if (call.status !== 'requires_continuation') return undefined;
  const token = textAt(call, 'continuation_token');
  return token === '' || token === sent ? undefined : token;
}

export function continuationBody(
  given: InteractionBody,
  token: string,
  id: string,
): InteractionBody {
  const body = given as JsonObject;
  const next = { ...body, continuation_token: token };
  if (body.store === false || id === '') return next as InteractionBody;
  const { input: _input, ...rest } = next as JsonObject;
  return { ...rest, previous_interaction_id: id } as unknown as InteractionBody;
}

/**
 * Creates an interaction and continues until the response is complete.
 * @param onPart called with the partial result before each further call
 */
export async function createWithContinuation(
  client: Pick<Client, 'call'>,
  given: InteractionBody,
  options: CallOptions & { readonly onPart?: (sofar: Interaction) => void } = {},
): Promise<Interaction> {
  const { onPart, ...call } = options;
  const calls: JsonObject[] = [];
  for (let body = given; ;) {
    const answer = await client.call('interactions.create', { body }, call);
    calls.push(answer);
    const whole = calls.length === 1 ? answer : mergeCalls(calls);
    const token = nextToken(answer, (body as JsonObject).continuation_token);
    if (token === undefined || !isContinued(given)) return whole;
    onPart?.(whole);
    body = continuationBody(given, token, answer.id ?? '');
  }
}

/**
 * Merges several calls into one interaction: concatenates steps, sums usage, takes other fields from the last call.
 */
function mergeCalls(calls: readonly JsonObject[]): Interaction {
  const steps = calls.flatMap((one, index) => {
    const all = items(one.steps).filter(isObject);
    const own = all.findIndex(({ type }) => type !== 'user_input');
    return index === 0 || own < 0 ? all : all.slice(own);
  });
  const { steps: _steps, ...rest } = mergeFields(calls);
  return { ...rest, steps };
}

export function mergeFields(calls: readonly JsonObject[]): JsonObject {
  const last = calls.at(-1) ?? {};
  const kept = Object.entries(last).filter(([name]) => !FROM_FIRST_CALL.includes(name));
  const first = Object.entries(calls[0] ?? {}).filter(([name]) => FROM_FIRST_CALL.includes(name));
  const usages = calls.flatMap(({ usage }) => (isObject(usage) ? [usage] : []));
  return {
    ...Object.fromEntries([...kept, ...first]),
    continuation_ids: calls.map((one) => textAt(one, 'id')).filter((id) => id !== ''),
    ...(usages.length > 0 && { usage: sumUsage(usages) }),
  };
}

/** Sums the token usage of several calls. `initial_input_tokens` comes from the first call. */
export function sumUsage(usages: readonly JsonObject[]): JsonObject {
  const names = new Set(usages.flatMap((usage) => Object.keys(usage)));
  const added = [...names].flatMap((name): (readonly [string, JsonValue])[] => {
    const values = usages.flatMap((usage) => usage[name] ?? []);
    if (values.every((value) => typeof value === 'number')) {
      return [[name, values.reduce((sum, value) => sum + value, 0)]];
    }
    const lists = usages.flatMap((usage) => items(usage[name]).filter(isObject));
    const keys = COUNTED[name];
    return keys ? [[name, sumCounts(lists, keys)]] : [];
  });
  const [first = {}] = usages;
  const initial = first.initial_input_tokens ?? first.total_input_tokens;
  return {
    ...usages.at(-1),
    ...Object.fromEntries(added),
    ...(initial !== undefined && { initial_input_tokens: initial }),
  };
}

function sumCounts(
  entries: readonly JsonObject[],
  [name, count]: readonly [string, string],
): readonly JsonObject[] {
  const found = new Map<JsonValue | undefined, JsonObject>();
  for (const entry of entries) {
    const before = found.get(entry[name]);
    const sum = Number(before?.[count] ?? 0) + Number(entry[count] ?? 0);
    found.set(entry[name], before ? { ...before, [count]: sum } : entry);
  }
  return [...found.values()];
}
