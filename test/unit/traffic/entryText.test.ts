import assert from 'node:assert/strict';
import { factLines, rowText, requestStatus } from '../../../src/traffic/entryText';
import { context, entry, recordingOf } from './entries';

describe('a row of the traffic', () => {
  it('is bad where a stream has ended in an error, also where it was let go of then', () => {
    const streamError = { httpStatus: 429, status: 'RESOURCE_EXHAUSTED' };
    for (const outcome of ['answered', 'cancelled'] as const) {
      const failed = entry({ outcome, streamError });
      assert.equal(requestStatus(failed), 'bad');
      const { description, spoken } = rowText(failed);
      assert.equal(description, '200, error 429 · 812 ms · 3.2 KB');
      assert.equal(spoken, 'models.list, 200, error 429, 812 ms, 3.2 KB');
      const facts = factLines(failed, context());
      assert.ok(facts.includes('Stream failed: 429 RESOURCE_EXHAUSTED'), facts.join('\n'));
    }
  });

  it('counts how often the same request went out', () => {
    const recording = recordingOf({});
    const again = recordingOf({ request: recording.request });
    const entries = [
      entry({ id: 1, recording }),
      entry({ id: 2, recording: recordingOf({ request: { ...recording.request } }) }),
      entry({ id: 3, recording: again }),
    ];
    const attempts = entries.map((one) =>
      factLines(one, context(entries)).filter((line) => line.startsWith('Attempt')),
    );
    assert.deepEqual(attempts, [[], [], ['Attempt: 2']]);
  });

  it('shows names that would break its lines on one', () => {
    const lines = factLines(entry(), { ...context(), nameOf: () => 'A\nB\u202eC' });
    assert.equal(lines[0], 'Connection: A B\\u202eC');
  });
});
