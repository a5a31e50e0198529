import assert from 'node:assert/strict';
import { RequestLog } from '../../../src/emulator/requestLog';

const head = { method: 'POST', target: '/v1beta/corpora', headers: {}, startedAt: 0 };

describe('emulator: the log of requests', () => {
  it('keeps the latest, and not those that it is told to leave out', () => {
    const log = new RequestLog(3);
    for (let count = 0; count < 5; count += 1) log.start(head, true);
    log.start(head, false);
    const ids = log.entries(0).map(({ id }) => id);
    assert.deepEqual(ids, [3, 4, 5]);
    assert.deepEqual(
      log.entries(4).map(({ id }) => id),
      [5],
    );
  });

  it('drops the bodies of the oldest where they get too many', () => {
    const log = new RequestLog(1000);
    const body = 'x'.repeat(64 * 1024);
    for (let count = 0; count < 400; count += 1) {
      const entry = log.start(head, true);
      entry.body = body;
      entry.bodyBytes = body.length;
    }
    const entries = log.entries(0);
    assert.equal(entries.length, 400);
    const kept = entries.filter((entry) => entry.body !== undefined);
    assert.ok(kept.length >= 128 && kept.length <= 144, `${kept.length} bodies`);
    assert.equal(kept[0]?.id, 400 - kept.length + 1);
    assert.ok(entries.every(({ bodyBytes }) => bodyBytes === body.length));
  });
});
