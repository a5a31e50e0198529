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
});
