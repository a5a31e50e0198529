import { digest, readRequest } from '../../../../src/traffic/runs/digest';
import { findingsOf } from '../../../../src/traffic/runs/findings';
import type { Run } from '../../../../src/traffic/runs/run';
import { RunBook } from '../../../../src/traffic/runs/runBook';
import type { RunExchange } from '../../../../src/traffic/runs/runExchange';

export const MODEL = 'gemini-3.8-flash';
export const T0 = Date.UTC(2026, 10, 29, 12);

interface Sent extends Partial<Omit<RunExchange, 'request' | 'pieces'>> {
  readonly body?: object;
  /** One JSON, or the data of SSE events that come 100 ms apart. */
  readonly answer?: object | readonly object[];
}

let last = 0;

/** A request that starts a second after the one before it, and takes half of one. */
export function exchange({ body = {}, answer = {}, ...more }: Sent = {}): RunExchange {
  const id = more.id ?? (last += 1);
  const text = JSON.stringify(body);
  const pieces = Array.isArray(answer)
    ? answer.map((one, at) => ({
        ms: 100 * (at + 1),
        bytes: Buffer.from(`data: ${JSON.stringify(one)}\n\n`),
      }))
    : [{ ms: 400, bytes: Buffer.from(JSON.stringify(answer)) }];
  return {
    id,
    app: 'app',
    startedAt: T0 + id * 1000,
    durationMs: 500,
    progress: 'ended',
    target: `/v1beta/models/${MODEL}:generateContent`,
    status: 200,
    source: 'api',
    isLeft: false,
    requestBytes: text.length,
    answerHeaders: {},
    redact: (shown: string) => shown,
    request: () => text,
    pieces: () => pieces,
    ...more,
  };
}

export const user = (text: string) => ({ role: 'user', parts: [{ text }] });
export const model = (...parts: readonly object[]) => ({ role: 'model', parts });
export const call = (name: string, args: object, thoughtSignature?: string, id?: string) => ({
  functionCall: { ...(id !== undefined && { id }), name, args },
  ...(thoughtSignature !== undefined && { thoughtSignature }),
});
export const result = (name: string, response: object, id?: string) => ({
  role: 'user',
  parts: [{ functionResponse: { ...(id !== undefined && { id }), name, response } }],
});

/** A response of `generateContent`. */
export const said = (
  parts: readonly object[],
  { finishReason = 'STOP', ...more }: { finishReason?: string; [name: string]: unknown } = {},
) => ({ candidates: [{ content: model(...parts), finishReason }], modelVersion: MODEL, ...more });

export const tokens = (promptTokenCount: number, candidatesTokenCount = 10, more = {}) => ({
  usageMetadata: { promptTokenCount, candidatesTokenCount, ...more },
});

export const failure = (code: number, message: string, details: readonly object[] = []) => ({
  error: {
    code,
    message,
    status: code === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT',
    details,
  },
});

/** Groups requests in the order in which they end. */
export function book(exchanges: readonly RunExchange[]): RunBook {
  const runs = new RunBook((id) => {
    const found = exchanges.find((one) => one.id === id);
    return found && readRequest(found);
  });
  for (const one of exchanges) {
    const read = digest(one);
    if (read) runs.add(read);
  }
  return runs;
}

export function kindsOf(exchanges: readonly RunExchange[]): readonly string[] {
  return book(exchanges).runs.flatMap((run: Run) => findingsOf(run).map(({ kind }) => kind));
}
