import assert from 'node:assert/strict';
import { RequestStats } from '../../../src/emulator/requestStats';

describe('RequestStats', () => {
  it('counts requests by operation, and those that were refused by status', () => {
    const tally = new RequestStats();
    tally.add({ operation: 'models.list', status: 200 });
    tally.add({ operation: 'models.generateContent', status: 200 });
    tally.add({ operation: 'models.generateContent', status: 429 });
    tally.add({});
    assert.deepEqual(tally.served(), [
      { operation: 'models.generateContent', requests: 2, refused: { 429: 1 } },
      { operation: 'models.list', requests: 1, refused: {} },
      { operation: 'others', requests: 1, refused: { 0: 1 } },
    ]);
  });

  it('counts what gave the answers', () => {
    const tally = new RequestStats();
    tally.add({ status: 200, answeredBy: 'engine' });
    tally.add({ status: 200, answeredBy: 'mock' });
    tally.add({ status: 404, answeredBy: 'miss' });
    tally.add({ status: 404, answeredBy: 'miss' });
    tally.add({ status: 403 });
    assert.deepEqual(tally.answers(), { engine: 1, mock: 1, miss: 2 });
  });
});
