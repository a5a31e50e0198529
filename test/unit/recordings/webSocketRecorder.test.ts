import assert from 'node:assert/strict';
import type { Exchange, RecordedFrame } from '../../../src/recordings/exchange';
import { readExchange, writeExchange } from '../../../src/recordings/fileFormat';

const PATH = '/ws/google.ai.generativelanguage.v1.GenerativeService.BidiGenerateContent';
const SETUP = { setup: { model: 'models/m' } };
const frame = (from: RecordedFrame['from'], ms: number, json: object): RecordedFrame => ({
  from,
  ms,
  data: { json: json as never },
});

const RECORDED: Exchange = {
  operation: 'live.bidiGenerateContent',
  request: { method: 'GET', path: PATH, query: {}, body: { kind: 'json', json: SETUP } },
  answer: { status: 101, headers: {}, body: { kind: 'none' } },
  talk: {
    frames: [
      frame('client', 0, SETUP),
      frame('server', 30, { setupComplete: {} }),
      frame('client', 2000, { realtimeInput: { text: 'Hi' } }),
      frame('server', 2100, { serverContent: { turnComplete: true, interrupted: true } }),
      frame('server', 2400, { goAway: { timeLeft: '{{service}}' } }),
    ],
    closed: { from: 'server', code: 1011, reason: 'Time is over.' },
  },
};

describe('a recorded session', () => {
  it('is read as it was written, with the order of its fields', () => {
    const { text, parts } = writeExchange(RECORDED);
    assert.equal(parts.size, 0);
    assert.match(text, /^\{"closed":\{.*"order":\["turnComplete interrupted"\]/);
    const read = readExchange(text, () => Buffer.alloc(0));
    assert.equal(JSON.stringify(read.talk?.frames), JSON.stringify(RECORDED.talk?.frames));
    assert.deepEqual(read, RECORDED);
    assert.throws(() => readExchange('{"closed":{}}\n', () => Buffer.alloc(0)), /no request/);
  });
});
