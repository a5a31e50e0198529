import assert from 'node:assert/strict';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Whether the socket broke before the end. */
  readonly broken: boolean;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Uint8Array;
  readonly headers?: { readonly [name: string]: string };
  /** Without the emulator's key. */
  readonly anonymous?: boolean;
  /** Keeps connections for the next request; by default those of all tests. */
  readonly agent?: Agent;
}

/** They end with their emulators. */
const KEPT = new Agent({ keepAlive: true });

/** One request over node:http, below the base URL; JSON and the API key unless told otherwise. */
export function ask(emulator: Emulator, path: string, sent: Sent = {}): Promise<Answer> {
  const raw = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const { hostname, port, pathname } = new URL(emulator.baseUrl);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        path: `${pathname.replace(/\/$/, '')}${path}`,
        method: sent.method ?? (raw === undefined ? 'GET' : 'POST'),
        agent: sent.agent ?? KEPT,
        headers: {
          ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
          ...(sent.anonymous ? {} : { 'x-goog-api-key': emulator.apiKey }),
          ...sent.headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        const end = (broken: boolean): void => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, broken });
        };
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => end(false));
        response.once('error', () => end(true));
      },
    );
    request.once('error', reject);
    request.end(raw);
  });
}

export async function json(emulator: Emulator, path: string, body?: unknown): Promise<JsonObject> {
  const answer = await ask(emulator, path, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text) as JsonObject;
}

/** Calls the control API. */
export async function control(
  emulator: Emulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<JsonObject> {
  const headers = { 'x-emulator-control': emulator.controlToken };
  const sent = body === undefined ? { method, headers } : { method, headers, body };
  const answer = await ask(emulator, `/$emulator/${path}`, { ...sent, anonymous: true });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text) as JsonObject;
}

/** Bytes on a socket of its own, and all that came back until it closed or was reset. */
export function rawExchange(emulator: Emulator, bytes: string): Promise<string> {
  const { hostname, port } = new URL(emulator.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.once('close', () => resolve(text));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
}

/** The error message of an answer, without the array that streams put around it. */
export function errorOf(answer: Answer): {
  readonly code: number;
  readonly message: string;
  readonly status: string;
  readonly details?: readonly JsonObject[];
} {
  const parsed = JSON.parse(answer.text) as unknown;
  const first = (Array.isArray(parsed) ? parsed[0] : parsed) as {
    error: ReturnType<typeof errorOf>;
  };
  return first.error;
}

/** The payloads of an event stream, which must be well formed to the last byte. */
export function events(text: string): readonly JsonObject[] {
  const parts = text.split('\r\n\r\n');
  assert.equal(parts.pop(), '', 'the last event ends with a blank line');
  return parts.map((part) => {
    assert.match(part, /^data: [^\r\n]*$/);
    return JSON.parse(part.slice('data: '.length)) as JsonObject;
  });
}

/** An emulator for the tests of one `describe`, started before them and closed after. */
export function useEmulator(options: EmulatorOptions = {}): () => Emulator {
  let emulator: Emulator | undefined;
  before(async () => {
    emulator = await startEmulator({ speed: { latency: 0, rate: 0 }, ...options });
  });
  after(() => emulator?.close());
  return () => {
    assert.ok(emulator);
    return emulator;
  };
}

interface Candidate {
  readonly index?: number;
  readonly content?: { readonly role?: string; readonly parts?: readonly JsonObject[] };
  readonly finishReason?: string;
  readonly safetyRatings?: readonly JsonObject[];
}

export interface Generated {
  readonly candidates?: readonly Candidate[];
  readonly promptFeedback?: JsonObject;
  readonly usageMetadata?: { readonly [name: string]: number };
  readonly modelVersion?: string;
  readonly responseId?: string;
  readonly modelStatus?: { readonly modelStage?: string; readonly retirementTime?: string };
}

/** Generates once with a prompt, or with a whole request. */
export async function generate(
  emulator: Emulator,
  request: string | JsonObject,
  model = 'emulator-flash',
  version = 'v1beta',
): Promise<Generated> {
  const body =
    typeof request === 'string'
      ? { contents: [{ role: 'user', parts: [{ text: request }] }] }
      : request;
  return await json(emulator, `/${version}/models/${model}:generateContent`, body);
}

/** The visible text of the first candidate. */
export function textOf(answer: Generated): string {
  return (answer.candidates?.[0]?.content?.parts ?? [])
    .filter((part) => part.thought !== true)
    .map((part) => (typeof part.text === 'string' ? part.text : ''))
    .join('');
}
