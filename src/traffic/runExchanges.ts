import { isLoopback } from '../api/endpoint';
import { redact } from '../api/redact';
import type { Exchange } from '../recordings/exchange';
import { revealingParts } from '../recordings/secrets';
import { EMULATOR_ID } from '../service/connection';
import type { SessionEntry } from '../service/sessionTraffic';
import type { TrafficEntry } from '../service/trafficLog';
import { piecesOf } from './exchangeUses';
import type { RunExchange, RunSource } from './runs/runExchange';

type Redact = (text: string) => string;

/** Requests of the window form runs by connection. */
export function ownRunExchange(
  entry: TrafficEntry,
  app: string,
  clean: Redact,
): RunExchange | undefined {
  const { id, recording, path, status, outcome, startedAt, durationMs, bytesSent } = entry;
  const { connection, host } = entry;
  if (!recording) return undefined;
  // A redirected connection reaches the emulator, which knows the source of each response.
  const isLocal = connection === EMULATOR_ID || isLoopback(host.replace(/:\d+$/, ''));
  return {
    id,
    app,
    startedAt,
    durationMs,
    progress: 'ended',
    target: path,
    status,
    source: status === undefined ? undefined : isLocal ? 'engine' : 'api',
    isLeft: outcome === 'cancelled' && !entry.streamError,
    requestBytes: bytesSent,
    // The recorded text is shortened, but this body is complete.
    request: () => recording.request.body && JSON.stringify(recording.request.body),
    answerHeaders: recording.responseHeaders,
    pieces: () => piecesOf(recording, Buffer.from(recording.responseText)),
    redact: clean,
  };
}

const SOURCES: { readonly [name: string]: RunSource | undefined } = {
  upstream: 'api',
  engine: 'engine',
  mock: 'mock',
  recording: 'recording',
  miss: 'unmatched',
};

/** Requests of an app form runs by folder and by SDK. */
export function appRunExchange(entry: SessionEntry, folder: string, clean: Redact): RunExchange {
  const { id, startedAt, durationMs, progress, target, status, mock, isLeft, wire, headers } =
    entry;
  const secrets = revealingParts(wire?.secrets ?? []);
  const retries = Number(headers['x-stainless-retry-count'] ?? 0);
  return {
    id,
    folder,
    startedAt,
    durationMs,
    progress,
    target,
    status,
    isLeft,
    app: [folder, sdkName(headers)].filter(Boolean).join(' · '),
    source: entry.answeredBy
      ? SOURCES[entry.answeredBy]
      : status === undefined
        ? undefined
        : 'rejected',
    sourceName: mock ?? entry.nearest,
    retryCount: Number.isInteger(retries) ? retries : 0,
    requestBytes: wire?.request.length ?? 0,
    request: () => wire?.request.toString('utf8'),
    answerHeaders: wire?.answerHeaders ?? {},
    pieces: () => wire?.pieces ?? [],
    redact: (text) => clean(redact(text, secrets)),
  };
}

/** Returns the SDK with its version, such as `google-genai-sdk/2.25`. Empty if unknown. */
function sdkName(headers: { readonly [name: string]: string }): string {
  const all = `${headers['x-goog-api-client'] ?? ''} ${headers['user-agent'] ?? ''}`;
  const [known] =
    /\b(?:google-genai-sdk|genai-js|genai-go|langchain[\w-]*|OpenAI)\/[\w.-]+/.exec(all) ?? [];
  const [first = ''] = (headers['user-agent'] ?? '').split(' ');
  return (known ?? first).slice(0, 60);
}

/** Time between recordings, which have no times of their own, in ms: too long for a burst, short enough for a retry. */
const APART = 120_000;

export function recordedRunExchange(
  number: number,
  file: string,
  { request, answer }: Exchange,
  clean: Redact,
): RunExchange {
  const { body, stream, status, headers } = answer;
  const text = request.body.kind === 'json' ? JSON.stringify(request.body.json) : undefined;
  const events = stream?.events ?? [];
  return {
    id: number,
    app: '',
    label: file.slice(0, 4),
    startedAt: number * APART,
    durationMs: events.at(-1)?.ms ?? 0,
    progress: 'ended',
    target: request.path,
    status,
    source: 'recording',
    sourceName: file,
    isLeft: false,
    requestBytes: text?.length ?? 0,
    request: () => text,
    answerHeaders: headers,
    pieces: () =>
      stream
        ? events.flatMap(({ ms, data }) => {
            const json = data && ('json' in data ? JSON.stringify(data.json) : data.text);
            return json === undefined ? [] : [{ ms, bytes: Buffer.from(`data: ${json}\n\n`) }];
          })
        : body.kind === 'json'
          ? [{ ms: 0, bytes: Buffer.from(JSON.stringify(body.json)) }]
          : [],
    redact: clean,
  };
}
