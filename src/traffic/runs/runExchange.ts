/** The source of a response: the API, or the part of the emulator that responded. */
export type RunSource = 'api' | 'engine' | 'mock' | 'recording' | 'unmatched' | 'rejected';

/** A request and its response, from the window, an app, or a recording. */
export interface RunExchange {
  readonly id: number;
  /** Requests of different apps never form one run. */
  readonly app: string;
  /** Name of the folder of the app. Undefined for other requests. */
  readonly folder?: string | undefined;
  /** Shown instead of the time, for recordings. */
  readonly label?: string | undefined;
  /** In ms since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly progress: 'running' | 'ended' | 'lost';
  /** Path and query. */
  readonly target: string;
  readonly status: number | undefined;
  readonly source: RunSource | undefined;
  /** Name of the mock or recording that responded. */
  readonly sourceName?: string | undefined;
  /** Whether the app disconnected before the end. */
  readonly isLeft: boolean;
  /** Number of earlier attempts, if the client states it. */
  readonly retryCount?: number | undefined;
  readonly requestBytes: number;
  /** Returns the body. Undefined if it isn't retained completely. */
  readonly request: () => string | undefined;
  readonly answerHeaders: { readonly [name: string]: string };
  /** Response bytes with the time since the request in ms. */
  readonly pieces: () => readonly TimedBytes[];
  /** Redacts secrets in texts that are shown. */
  readonly redact: (text: string) => string;
}

interface TimedBytes {
  readonly ms: number;
  readonly bytes: Uint8Array;
}

export type WireForm = 'generate' | 'interaction' | 'chat';

const GENERATE = /:(?:stream)?generateContent$/i;
const INTERACTIONS = '/interactions';
const CHAT = '/openai/chat/completions';

/** Returns the form of a request to a model. Undefined for all other API methods. */
export function wireForm(target: string): WireForm | undefined {
  const path = target.split('?', 1)[0] ?? '';
  if (GENERATE.test(path)) return 'generate';
  if (path.endsWith(CHAT)) return 'chat';
  return path.endsWith(INTERACTIONS) ? 'interaction' : undefined;
}
