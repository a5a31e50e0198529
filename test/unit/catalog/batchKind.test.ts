import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { resourceVerbs } from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
import type { Text } from '../../../src/catalog/text';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const row = kindRow('batch');

function batch(state: string, metadata: JsonObject = {}, more: JsonObject = {}): JsonObject {
  const isOver = !['PENDING', 'RUNNING'].includes(state);
  return {
    name: 'batches/b1',
    ...(isOver && { done: true }),
    metadata: {
      displayName: 'Tides',
      model: 'models/flash',
      state: `BATCH_STATE_${state}`,
      createTime: '2026-01-31T11:00:00Z',
      ...metadata,
    },
    ...more,
  };
}

const stats = (total: number, completed: number, failed: number): JsonObject => ({
  batchStats: {
    requestCount: String(total),
    // The service leaves out zeros.
    ...(completed > 0 && { successfulRequestCount: String(completed) }),
    ...(failed > 0 && { failedRequestCount: String(failed) }),
  },
});

const shown = (value: Text | undefined) => value && localizedText(value);

describe('a batch in the tree', () => {
  it('says its state, how many requests are completed, and for how long it runs', () => {
    const say = (resource: JsonObject, now = NOW) => shown(row.description(resource, now));
    assert.equal(
      say(batch('RUNNING', stats(500, 100, 20)), NOW - 55 * 60_000),
      'running · 120 of 500 · 20 failed · for 5 min · flash',
    );
    assert.equal(
      say(batch('SUCCEEDED', stats(1200, 1197, 3))),
      'completed · 1k requests · 3 failed · flash',
    );
  });

  it('can be cancelled while it runs, and read and resubmitted when it is over', () => {
    const verbs = (resource: JsonObject) =>
      resourceVerbs('batch', 'v1beta', resource).filter(
        (verb) => !['refresh', 'copyName'].includes(verb),
      );
    assert.deepEqual(verbs(batch('RUNNING', stats(9, 1, 1))), ['cancelBatch', 'open', 'delete']);
    assert.deepEqual(verbs(batch('SUCCEEDED', stats(9, 9, 0))), [
      'openResults',
      'exportResults',
      'open',
      'delete',
    ]);
    assert.deepEqual(verbs(batch('CANCELLED', stats(9, 3, 0))), [
      'openResults',
      'resubmitFailed',
      'exportResults',
      'open',
      'delete',
    ]);
    const error = { code: 4, message: 'Too late.' };
    assert.deepEqual(verbs(batch('EXPIRED', {}, { error })), ['resubmitFailed', 'open', 'delete']);
  });
});
