import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../../api/schema/row';
import { type Clock, sleep } from '../../base/clock';
import type { Accident, Delivery, MediaReply, Reply, Speed } from '../call';
import type { StatusError } from '../status';

/** How an answer is written. */
export interface SendOptions {
  /** `array` and `sse` are the two shapes of a stream. */
  readonly form: 'single' | 'array' | 'sse';
  /** Two spaces of indentation; streams of events never have it. */
  readonly pretty: boolean;
  readonly speed: Speed;
  readonly clock: Clock;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** How errors are written, where not as a status. */
  readonly errors?: 'snake';
  /** A message in the version's JSON. */
  readonly toWire: (message: JsonObject) => JsonObject;
  /** Runs before the connection is broken on purpose. */
  readonly onCut?: () => void;
}

// Ends no element, so that readers see where it breaks off.
const BROKEN = '{"candidates":[{"content":{"parts":[{"te';

const contentTypes = {
  single: 'application/json; charset=UTF-8',
  array: 'application/json; charset=UTF-8',
  sse: 'text/event-stream',
} as const;

// What stands before the first element, before the others, after each, and after the last.
const frames = {
  single: { first: '', next: '', after: '', last: '\n' },
  array: { first: '[', next: '\n,\r\n', after: '', last: '\n]' },
  sse: { first: 'data: ', next: 'data: ', after: '\r\n\r\n', last: '' },
} as const;

/** Writes a reply at the emulator's pace. Rejects with the signal's reason when the client leaves. */
export async function send(
  response: ServerResponse,
  reply: Reply,
  options: SendOptions,
): Promise<void> {
  const { clock, signal, onCut } = options;
  const outlet = new Outlet(response, { delivery: reply.delivery, clock, signal, onCut });
  const writer = new Writer(response, outlet, options);
  const speed = reply.speed ?? options.speed;
  const start = options.clock.monotonic();
  let tokens = 0;
  for (const step of reply.steps) {
    tokens += (step.unseen ?? 0) + step.tokens;
    // A piece comes when those before it were made, a whole answer when it was made itself, and what
    // costs no tokens at all at once.
    const made = options.form === 'single' ? tokens : tokens - step.tokens;
    await pause(start, tokens === 0 ? 0 : due(made, speed), options, outlet);
    await writer.element(options.toWire(step.message));
    if (outlet.isOver) return;
  }
  if (reply.media && !reply.accident) {
    await writer.media(reply.media);
    return;
  }
  if (reply.accident) await writer.fail(reply.accident);
  else await writer.end();
}

/** When so many tokens are made, in milliseconds after the start. */
function due(tokens: number, speed: Speed): number {
  return speed.latency + (speed.rate > 0 ? (tokens / speed.rate) * 1000 : 0);
}

async function pause(
  start: number,
  after: number,
  { clock, signal }: SendOptions,
  outlet: Outlet,
): Promise<void> {
  if (after <= 0) return;
  const left = start + after - clock.monotonic();
  if (left <= 0) return;
  await outlet.flush();
  await sleep(clock, left, signal);
}

class Writer {
  readonly #response: ServerResponse;
  readonly #outlet: Outlet;
  readonly #options: SendOptions;
  #elements = 0;

  constructor(response: ServerResponse, outlet: Outlet, options: SendOptions) {
    this.#response = response;
    this.#outlet = outlet;
    this.#options = options;
  }

  async element(json: JsonObject): Promise<void> {
    const { form, pretty } = this.#options;
    await this.#write(JSON.stringify(json, undefined, pretty && form !== 'sse' ? 2 : 0));
  }

  async end(): Promise<void> {
    const { form } = this.#options;
    // A stream without elements is an empty list, or an empty body.
    if (this.#elements === 0) await this.#head(200, contentTypes[form]);
    if (this.#elements > 0) await this.#outlet.end(frames[form].last);
    else await this.#outlet.end(form === 'array' ? '[]' : '');
  }

  /** Answers with bytes. */
  async media({ contentType, bytes, blocks }: MediaReply): Promise<void> {
    await this.#head(200, contentType, { 'content-length': String(bytes) });
    for (const block of blocks) {
      await this.#outlet.bytes(block);
      if (this.#outlet.isOver) return;
    }
    await this.#outlet.end('');
  }

  async fail(accident: Accident): Promise<void> {
    // An accident follows what was said before it.
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
        await this.#write(BROKEN);
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
    // The body of an error has the stream's array around it, and no event.
    if (this.#elements === 0) {
      await this.#head(error.code, contentTypes.single, error.headers);
      const json = error.toJson(this.#options.errors);
      const text = JSON.stringify(json, undefined, this.#options.pretty ? 2 : 0);
      await this.#outlet.end(this.#options.form === 'array' ? `[${text}\n]` : `${text}\n`);
      return;
    }
    await this.element(error.toJson(this.#options.errors));
    await this.end();
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

interface OutletOptions {
  readonly delivery: Delivery | undefined;
  readonly clock: Clock;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /** Runs before the connection is broken. */
  readonly onCut: (() => void) | undefined;
}

/** Characters that are gathered before they are sent: a piece for each event costs more than the event. */
const GATHERED = 16 * 1024;

/** Writes the bytes of an answer: gathered into larger writes, or in the way that a fault asks for. */
class Outlet {
  readonly #response: ServerResponse;
  readonly #options: OutletOptions;
  #gathered = '';
  #sent = 0;
  #isOver = false;

  constructor(response: ServerResponse, options: OutletOptions) {
    this.#response = response;
    this.#options = options;
  }

  /** Whether the answer broke off: nothing more is sent. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Sends the head, after the delay that a fault asks for. */
  async open(status: number, headers: { readonly [name: string]: string }): Promise<void> {
    const { delivery, clock, signal } = this.#options;
    if (this.#response.headersSent) return;
    if (delivery?.delay) await sleep(clock, delivery.delay, signal);
    this.#response.writeHead(status, headers);
  }

  /**
   * Takes text, which is sent with what follows at once, and at the latest before the next wait. Rejects with the
   * signal's reason when the client leaves.
   */
  async write(text: string): Promise<void> {
    const { delivery, signal } = this.#options;
    signal.throwIfAborted();
    if (delivery !== undefined) {
      await this.#deliver(Buffer.from(text), delivery);
      return;
    }
    this.#gathered += text;
    if (this.#gathered.length >= GATHERED) await this.flush();
  }

  /** Sends bytes, at once. Rejects as `write` does. */
  async bytes(block: Buffer): Promise<void> {
    const { delivery } = this.#options;
    await (delivery === undefined ? this.#push(block) : this.#deliver(block, delivery));
  }

  /** Sends what was gathered. */
  async flush(): Promise<void> {
    const text = this.#gathered;
    this.#gathered = '';
    if (text !== '') await this.#push(text);
  }

  async end(text: string): Promise<void> {
    if (this.#options.delivery === undefined) {
      this.#response.end(this.#gathered + text);
      return;
    }
    await this.write(text);
    if (!this.#isOver) this.#response.end();
  }

  /** Breaks the connection. */
  cut(): void {
    this.#options.onCut?.();
    this.#isOver = true;
    // A reset makes the client's machine drop what it has not read yet. So that what was sent before
    // it arrives each time, a running answer is cut off by closing.
    if (this.#response.headersSent) this.#response.socket?.destroySoon();
    else this.#response.socket?.resetAndDestroy();
  }

  /** Sends nothing more, until the client leaves. */
  async stall(): Promise<void> {
    this.#isOver = true;
    const { signal } = this.#options;
    if (!signal.aborted) await once(signal, 'abort');
  }

  async #deliver(bytes: Buffer, { cutAt, stallAt, writeSize }: Delivery): Promise<void> {
    if (this.#isOver) return;
    const end = Math.min(cutAt ?? Infinity, stallAt ?? Infinity);
    const sent = bytes.subarray(0, Math.max(0, end - this.#sent));
    const size = writeSize ?? sent.length;
    for (let at = 0; at < sent.length; at += size) {
      await this.#push(sent.subarray(at, at + size));
      // A turn of the event loop, so that each write is sent by itself.
      if (writeSize !== undefined) await setImmediate();
    }
    this.#sent += sent.length;
    if (sent.length === bytes.length) return;
    if (stallAt === end) await this.stall();
    else this.cut();
  }

  async #push(piece: string | Buffer): Promise<void> {
    const { signal } = this.#options;
    signal.throwIfAborted();
    if (!this.#response.write(piece)) await once(this.#response, 'drain', { signal });
  }
}
