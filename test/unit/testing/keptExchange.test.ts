import assert from 'node:assert/strict';
import { findSavedExchange } from '../../../src/testing/host/savedExchange';
import type { TrafficEntry } from '../../../src/service/trafficLog';

const REQUEST = { contents: [{ parts: [{ text: 'Hello' }] }] };
const ATTEMPT = {
  operation: 'models.streamGenerateContent',
  startedAt: 1000,
  request: REQUEST,
  answer: { responseId: 'b' },
};

function entry(id: number, startedAt: number, responseText: string, more = {}): TrafficEntry {
  return {
    id,
    startedAt,
    name: 'models.streamGenerateContent',
    method: 'POST',
    host: 'h',
    path: '/',
    durationMs: 1,
    bytesSent: 1,
    bytesReceived: 1,
    outcome: 'answered',
    recording: { request: { operation: ATTEMPT.operation, body: REQUEST }, responseText },
    ...more,
  } as unknown as TrafficEntry;
}

describe('the exchange of an answer', () => {
  const find = (entries: readonly TrafficEntry[], attempt: object = ATTEMPT) =>
    findSavedExchange({ entries }, attempt as typeof ATTEMPT);

  it('is the one whose body names the id of the answer', () => {
    const entries = [entry(1, 1001, '{"responseId":"a"}'), entry(2, 1002, '{"responseId":"b"}')];
    assert.equal(find(entries), 2);
    assert.equal(find(entries.slice(0, 1)), undefined);
  });

  it('is none of an answer that nothing was sent for, and none that was not recorded', () => {
    assert.equal(find([entry(1, 1001, '')], { startedAt: 1000 }), undefined);
    assert.equal(find([entry(1, 1001, '', { recording: undefined })]), undefined);
  });
});
