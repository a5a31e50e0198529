import { isObject } from '../../base/json';
import type { Client } from '../call';
import type { JsonObject, JsonValue } from '../schema/row';
import type { InteractionEvent } from './accumulate';
import {
  sumUsage,
  continuationBody,
  type InteractionBody,
  isContinued,
  mergeFields,
  nextToken,
} from './continuation';
import { type InteractionSource, InteractionStream, type InteractionStreamOptions } from './stream';

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
