import { isObject, items, textAt } from '../../base/json';
import type { CallOptions, Client } from '../call';
import type { BodyInput } from '../schema/infer';
import type { JsonObject, JsonValue } from '../schema/row';
import type { Interaction, InteractionEvent } from './accumulate';
import { type InteractionSource, InteractionStream, type InteractionStreamOptions } from './stream';

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

type Next = IteratorResult<InteractionEvent, undefined>;

/**
 * Streams an interaction like `InteractionStream`, but continues truncated responses as one interaction, with
 * continuous step indexes and summed usage. Background and agent interactions pass through.
 */
export class ContinuedStream implements AsyncIterableIterator<InteractionEvent, undefined> {
  readonly #client: Pick<Client, 'stream'>;
  readonly #options: InteractionStreamOptions;
  readonly #body: InteractionBody | undefined;
  #stream: InteractionStream;
  readonly #before: JsonObject[] = [];
  readonly #usages: JsonObject[] = [];
  #offset = 0;
  #steps = 0;
  #sentToken: JsonValue | undefined;
  #next: InteractionBody | undefined;

  constructor(
    client: Pick<Client, 'stream'>,
    source: InteractionSource,
    options: InteractionStreamOptions = {},
  ) {
    this.#client = client;
    this.#options = options;
    this.#body = 'body' in source && isContinued(source.body) ? source.body : undefined;
    this.#sentToken = (this.#body as JsonObject | undefined)?.continuation_token;
    this.#stream = new InteractionStream(client, source, options);
  }

  get id(): string | undefined {
    return this.#stream.id;
  }

  get lastEventId(): string | undefined {
    return this.#stream.lastEventId;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Next> {
    const event = this.#stream.ready();
    if (event) return Promise.resolve({ value: this.#passed(event), done: false });
    return this.#wait();
  }

  return(): Promise<Next> {
    this.#next = undefined;
    return this.#stream.return();
  }

  async #wait(): Promise<Next> {
    for (;;) {
      const given = await this.#stream.next();
      if (given.done !== true) return { value: this.#passed(given.value), done: false };
      const body = this.#next;
      if (!body) return given;
      this.#next = undefined;
      this.#offset += this.#steps;
      this.#steps = 0;
      this.#stream = new InteractionStream(this.#client, { body }, this.#options);
    }
  }

  #passed(given: InteractionEvent): InteractionEvent {
    if (!this.#body) return given;
    const event = given as JsonObject;
    if (event.event_type === 'interaction.completed') return this.#ended(given, this.#body);
    if (event.event_type === 'step.start' && typeof event.index === 'number') {
      this.#steps = Math.max(this.#steps, event.index + 1);
    }
    return this.#before.length === 0 ? given : this.#asLater(event);
  }

  #ended(given: InteractionEvent, body: InteractionBody): InteractionEvent {
    const event = given as JsonObject;
    const { interaction } = event;
    if (!isObject(interaction)) return given;
    const { id } = interaction;
    const token = nextToken(interaction, this.#sentToken);
    if (token === undefined) {
      if (this.#before.length === 0) return given;
      const joined = mergeFields([...this.#before, interaction]);
      return { ...event, interaction: joined };
    }
    this.#sentToken = token;
    this.#next = continuationBody(body, token, typeof id === 'string' ? id : '');
    this.#before.push(interaction);
    if (isObject(interaction.usage)) this.#usages.push(interaction.usage);
    return continues(event, interaction, this.#usages);
  }

  #asLater(event: JsonObject): JsonObject {
    const { index, interaction, usage, metadata } = event;
    if (event.event_type === 'interaction.created' && isObject(interaction)) {
      return continues(event, interaction, []);
    }
    const total = isObject(metadata) ? metadata.total_usage : undefined;
    return {
      ...event,
      ...(typeof index === 'number' && { index: index + this.#offset }),
      ...(isObject(usage) && { usage: sumUsage([...this.#usages, usage]) }),
      ...(isObject(metadata) &&
        isObject(total) && {
          metadata: { ...metadata, total_usage: sumUsage([...this.#usages, total]) },
        }),
    };
  }
}

function continues(
  { event_id: eventId }: JsonObject,
  { id }: JsonObject,
  usages: readonly JsonObject[],
): JsonObject {
  return {
    event_type: 'interaction.status_update',
    interaction_id: id,
    status: 'in_progress',
    ...(eventId !== undefined && { event_id: eventId }),
    ...(usages.length > 0 && { usage: sumUsage(usages) }),
  };
}
