import type { SessionExchange } from '../../../src/service/sessionExchange';
import type { SessionEntry, ShownSession } from '../../../src/service/sessionTraffic';
import { NOON } from './entries';

/** A request of a program. */
export function program(
  change: Partial<SessionExchange> & { readonly id?: number } = {},
): SessionEntry {
  return {
    id: 1,
    logId: 1,
    progress: 'ended',
    method: 'POST',
    target: '/v1beta/models/gemini-2.5-flash:generateContent',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': 'REDACTED' },
    startedAt: NOON,
    durationMs: 35,
    operation: 'models.generateContent',
    model: 'gemini-2.5-flash',
    status: 200,
    answeredBy: 'engine',
    isLeft: false,
    isCut: false,
    wire: {
      base: 'http://127.0.0.1:4000/s/abc',
      secrets: ['a-made-up-key-1'],
      request: Buffer.from('{"contents":[{"parts":[{"text":"What is a kite?"}]}]}'),
      answerHeaders: { 'content-type': 'application/json' },
      pieces: [{ ms: 30, bytes: Buffer.from('{"candidates":[]}') }],
    },
    size: 500,
    ...change,
  };
}

export function session(change: Partial<ShownSession> = {}): ShownSession {
  return {
    uri: 'file:///projects/app',
    label: 'app',
    session: 'abc',
    isFollowed: true,
    recordings: undefined,
    entries: [],
    clear: () => undefined,
    ...change,
  };
}
