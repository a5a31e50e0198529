import { discoveryRequest, type PlainRequest } from '../../../src/api/request';
import { Recording } from '../../../src/api/recording';
import type { Redactor } from '../../../src/api/redact';
import type { TrafficEntry } from '../../../src/service/trafficLog';
import type { EntryContext } from '../../../src/traffic/entryText';

/** Noon of a day, in the time of the machine that the test runs on. */
export const NOON = new Date(2026, 0, 31, 12, 0, 3, 120).getTime();

export function entry(change: Partial<TrafficEntry> = {}): TrafficEntry {
  return {
    id: 1,
    name: 'models.list',
    version: 'v1beta',
    connection: 'aaaa1111',
    method: 'GET',
    host: 'one.example',
    path: '/v1beta/models',
    status: 200,
    startedAt: NOON,
    durationMs: 812.4,
    bytesSent: 0,
    bytesReceived: 3174,
    outcome: 'answered',
    ...change,
  };
}

export function context(entries: readonly TrafficEntry[] = []): EntryContext {
  return { nameOf: (id) => (id === 'aaaa1111' ? 'Work' : undefined), entries };
}

export const generate: PlainRequest = {
  operation: 'models.streamGenerateContent',
  version: 'v1beta',
  method: 'POST',
  path: '/v1beta/models/a:streamGenerateContent',
  query: { alt: 'sse' },
};

interface Wire {
  readonly request?: PlainRequest;
  readonly sent?: string | Uint8Array;
  readonly requestHeaders?: { readonly [name: string]: string };
  readonly responseHeaders?: { readonly [name: string]: string };
  /** Pieces of the answer, a tenth of a second apart. */
  readonly received?: readonly (string | Uint8Array)[];
  readonly redact?: Redactor;
}

/** What a transport would have recorded. */
export function recordingOf({
  request = discoveryRequest('v1beta'),
  sent,
  requestHeaders = {},
  responseHeaders = {},
  received = [],
  redact = (text) => text,
}: Wire): Recording {
  let now = 0;
  const recording = new Recording(
    request,
    sent === undefined ? sent : Buffer.from(sent),
    () => now,
  );
  recording.begin(requestHeaders, redact);
  recording.answer(responseHeaders);
  for (const piece of received) {
    now += 100;
    recording.add(Buffer.from(piece));
  }
  return recording;
}
