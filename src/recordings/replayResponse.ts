import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { type Clock, sleep } from '../base/clock';
import type { JsonValue } from '../base/json';
import { type RecordedResponse, type RecordedEvent, mapResponseTexts } from './exchange';
import { expandPlaceholders } from './pathPlaceholders';

/** Speed of replayed streams: 0 immediate, 1 as recorded, 2 twice as fast. */
export type ReplaySpeed = number;

export interface PreparedResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Ordered chunks with their time since the request in ms. */
  readonly pieces: readonly { readonly ms: number; readonly content: string | Buffer }[];
  /** The complete text. Undefined if binary. */
  readonly whole: string | undefined;
  readonly hasService: boolean;
}

/** Emulator URL, or user-written text that looks the same. */
const SERVICE = /\{\{=*service/;

/**
 * Renders the chunks of a recorded response, byte for byte except for sorting.
 * @param place expands placeholders other than the emulator URL
 */
export function prepareResponse(
  answer: RecordedResponse,
  place: (text: string) => string = (text) => text,
): PreparedResponse {
  const pieces = piecesOf(mapResponseTexts(answer, place));
  const isText = pieces.every(({ content }) => typeof content === 'string');
  const whole = isText ? pieces.map(({ content }) => String(content)).join('') : undefined;
  return {
    status: answer.status,
    headers: answer.headers,
    pieces,
    whole,
    hasService: SERVICE.test(whole ?? ''),
  };
}

function piecesOf(answer: RecordedResponse): PreparedResponse['pieces'] {
  const { body, stream } = answer;
  if (stream?.kind === 'array') {
    const { events } = stream;
    if (events.length === 0) return [{ ms: 0, content: '[]' }];
    const texts = events.map(({ ms, data }, index) => {
      const text = data && 'json' in data ? jsonText(data.json, answer) : (data?.text ?? '');
      return { ms, content: `${index === 0 ? '[' : '\n,\r\n'}${text}` };
    });
    return [...texts, { ms: events.at(-1)?.ms ?? 0, content: '\n]' }];
  }
  if (stream) {
    return stream.events.map((event) => ({
      ms: event.ms,
      content: eventText(event, stream.newline),
    }));
  }
  switch (body.kind) {
    case 'none':
      return [];
    case 'json':
      return [{ ms: 0, content: jsonText(body.json, answer) + (answer.hasLineEnd ? '\n' : '') }];
    case 'text':
      return [{ ms: 0, content: body.text }];
    case 'bytes':
      return [{ ms: 0, content: body.bytes }];
  }
}

function jsonText(json: JsonValue, { layout }: RecordedResponse): string {
  return JSON.stringify(json, undefined, layout === 'pretty' ? 2 : 0);
}

function eventText(
  { event, id, retry, comment, data, isBare }: RecordedEvent,
  newline: string,
): string {
  const text = data && ('json' in data ? JSON.stringify(data.json) : data.text);
  const before = isBare ? '' : 'data: ';
  const lines = [
    ...(comment === undefined ? [] : comment.split('\n').map((line) => `:${line}`)),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...(text === undefined ? [] : text.split('\n').map((line) => `${before}${line}`)),
  ];
  return `${lines.join(newline)}${newline}${newline}`;
}

interface Replay {
  readonly base: string;
  readonly speed: ReplaySpeed;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Sends a recorded response. Rejects with the signal's reason if the client disconnects. */
export async function replayResponse(
  response: ServerResponse,
  prepared: PreparedResponse,
  { base, speed, clock, signal }: Replay,
): Promise<void> {
  const { status, headers, pieces, whole, hasService } = prepared;
  const at = (text: string): string =>
    hasService ? expandPlaceholders(text, { service: base }) : text;
  if (whole !== undefined && (speed === 0 || pieces.length < 2)) {
    const text = at(whole);
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
    // Node.js sends a string in one packet with the headers.
    response.end(text);
    return;
  }
  const start = clock.monotonic();
  response.writeHead(status, { ...headers });
  for (const { ms, content } of pieces) {
    const wait = speed === 0 ? 0 : start + ms / speed - clock.monotonic();
    if (wait > 0) await sleep(clock, wait, signal);
    signal.throwIfAborted();
    const piece = typeof content === 'string' ? at(content) : content;
    if (!response.write(piece)) await once(response, 'drain', { signal });
  }
  response.end();
}
