import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../api/schema/row';
import { type Clock, sleep } from '../../base/clock';
import { textAt } from '../../base/json';
import type { ResponseFault, MediaReply, Reply, Speed } from '../call';
import type { StatusError } from '../status';
import { ResponseWriter } from './outlet';

export interface SendOptions {
  /**
   * `array` and `sse` are the Gemini stream formats, `events` SSE with event types, `chat` the
   * OpenAI format.
   */
  readonly form: 'single' | 'array' | 'sse' | 'events' | 'chat';
  /** Whether to indent by two spaces. Never applies to SSE. */
  readonly pretty: boolean;
  readonly speed: Speed;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Error format if not `google.rpc.Status`: snake case with a string code, or as the only item of
   * a list.
   */
  readonly errors?: 'snake' | 'list';
  readonly toWire: (message: JsonObject) => JsonObject;
  readonly onCut?: () => void;
}

// Incomplete JSON, so that clients notice the truncation.
const BROKEN = '{"candidates":[{"content":{"parts":[{"te';
const DONE = 'event: done\ndata: [DONE]\n\n';

const CHAT_DONE = 'data: [DONE]\n\n';

const contentTypes = {
  single: 'application/json; charset=UTF-8',
  array: 'application/json; charset=UTF-8',
  sse: 'text/event-stream',
  events: 'text/event-stream',
  chat: 'text/event-stream',
} as const;

const frames = {
  single: { first: '', next: '', after: '', last: '\n' },
  array: { first: '[', next: '\n,\r\n', after: '', last: '\n]' },
  sse: { first: 'data: ', next: 'data: ', after: '\r\n\r\n', last: '' },
  events: { first: '', next: '', after: '\n\n', last: DONE },
  chat: { first: 'data: ', next: 'data: ', after: '\n\n', last: CHAT_DONE },
} as const;

/** Writes a response at the emulator speed. Rejects with the signal's reason if the client disconnects. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  given: SendOptions,
): Promise<void> {
  const options = reply.form ? { ...given, form: reply.form } : given;
  const { clock, signal, onCut } = options;
  const outlet = new ResponseWriter(response, { delivery: reply.delivery, clock, signal, onCut });
  const writer = new Writer(response, outlet, options);
  const speed = reply.speed ?? options.speed;
  const start = options.clock.monotonic();
  let tokens = 0;
  let waits = 0;
  for (const step of reply.steps) {
    waits += step.after ?? 0;
    tokens += (step.unseen ?? 0) + step.tokens;
    // Send a chunk when the tokens before it have been generated, and a full response when all have.
    const made = options.form === 'single' ? tokens : tokens - step.tokens;
    await pause(start, waits + (tokens === 0 ? 0 : due(made, speed)), options, outlet);
    const { message } = step;
    const isWire = options.form === 'events' || reply.isVerbatim === true;
    await writer.element(isWire ? message : options.toWire(message));
    if (outlet.isOver) return;
  }
  for await (const step of reply.more?.(signal) ?? []) {
    await writer.element(step.message);
    await outlet.flush();
    if (outlet.isOver) return;
  }
  if (reply.media && !reply.accident) {
    await writer.media(reply.media);
    return;
  }
  if (reply.accident) await writer.fail(reply.accident);
  else await writer.end();
}

/** Returns the time of a token count in ms after the start. */
export function due(tokens: number, speed: Speed): number {
  return speed.latency + (speed.rate > 0 ? (tokens / speed.rate) * 1000 : 0);
}

async function pause(
  start: number,
  after: number,
  { clock, signal }: SendOptions,
  outlet: ResponseWriter,
): Promise<void> {
  if (after <= 0) return;
  const left = start + after - clock.monotonic();
  if (left <= 0) return;
  await outlet.flush();
  await sleep(clock, left, signal);
}

class Writer {
  readonly #response: ServerResponse;
  readonly #outlet: ResponseWriter;
  readonly #options: SendOptions;
  #elements = 0;

  constructor(response: ServerResponse, outlet: ResponseWriter, options: SendOptions) {
    this.#response = response;
    this.#outlet = outlet;
    this.#options = options;
  }

  async element(json: JsonObject): Promise<void> {
    const { form, pretty } = this.#options;
    if (form === 'events') {
      await this.#write(eventOf(textAt(json, 'event_type'), JSON.stringify(json)));
      return;
    }
    await this.#write(
      JSON.stringify(json, undefined, pretty && (form === 'single' || form === 'array') ? 2 : 0),
    );
  }

  async end(): Promise<void> {
    const { form } = this.#options;
    if (this.#elements === 0) await this.#head(200, contentTypes[form]);
    if (this.#elements > 0) await this.#outlet.end(frames[form].last);
    else
      await this.#outlet.end(
        { array: '[]', events: DONE, sse: '', single: '', chat: CHAT_DONE }[form],
      );
  }

  async media({ contentType, bytes, blocks }: MediaReply): Promise<void> {
    await this.#head(200, contentType, { 'content-length': String(bytes) });
    for (const block of blocks) {
      await this.#outlet.bytes(block);
      if (this.#outlet.isOver) return;
    }
    await this.#outlet.end('');
  }

  async fail(accident: ResponseFault): Promise<void> {
    await this.#outlet.flush();
    switch (accident.kind) {
      case 'error':
        await this.#error(accident.error);
        return;
      case 'page':
        await this.#head(accident.status, accident.contentType, accident.headers);
        this.#response.end(accident.body);
        return;
      case 'empty':
        await this.#head(200, contentTypes[this.#options.form]);
        this.#response.end();
        return;
      case 'malformed':
        await this.#write(this.#options.form === 'events' ? eventOf('step.delta', BROKEN) : BROKEN);
        await this.end();
        return;
      case 'reset':
        this.#outlet.cut();
        return;
      case 'stall':
        await this.#outlet.stall();
        return;
    }
  }

  async #error(error: StatusError): Promise<void> {
    // An error before the first element isn't an event; it is part of the array format.
    if (this.#elements === 0) {
      await this.#head(error.code, contentTypes.single, error.headers);
      const json = this.#told(error);
      const text = JSON.stringify(json, undefined, this.#options.pretty ? 2 : 0);
      await this.#outlet.end(
        this.#options.form === 'array' || this.#options.errors === 'list'
          ? `[${text}\n]`
          : `${text}\n`,
      );
      return;
    }
    const told = this.#told(error);
    await this.element(this.#options.form === 'events' ? { event_type: 'error', ...told } : told);
    await this.end();
  }

  #told(error: StatusError): JsonObject {
    const { errors } = this.#options;
    return error.toJson(errors === 'snake' ? errors : undefined);
  }

  async #write(text: string): Promise<void> {
    const { form } = this.#options;
    if (this.#elements === 0) await this.#head(200, contentTypes[form]);
    const { first, next, after } = frames[form];
    const before = this.#elements === 0 ? first : next;
    this.#elements += 1;
    await this.#outlet.write(`${before}${text}${after}`);
  }

  async #head(
    status: number,
    contentType: string,
    headers: { readonly [name: string]: string } = {},
  ): Promise<void> {
    await this.#outlet.open(status, { 'content-type': contentType, ...headers });
  }
}

function eventOf(type: string, data: string): string {
  return `event: ${type}\ndata: ${data}`;
}
