import assert from 'node:assert/strict';
import type { ExchangeFacts } from '../../../src/api/transport';
import { factLines, rowText, requestStatus } from '../../../src/traffic/entryText';
import { context, entry, recordingOf } from './entries';

describe('a row of the traffic', () => {
  it('says of an error of the service that it is one to those who see no icon', () => {
    const { description, spoken } = rowText(entry({ status: 404, bytesReceived: 0 }));
    assert.deepEqual([description, spoken], ['404 · 812 ms', 'models.list, error 404, 812 ms']);
  });

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

  it('says in words how it ended without a whole answer', () => {
    const said = (change: Partial<ExchangeFacts>): string =>
      rowText(entry({ durationMs: 5, bytesReceived: 0, ...change })).description;
    assert.equal(said({ outcome: 'reset' }), 'connection reset · 5 ms');
    assert.equal(said({ outcome: 'cancelled', bytesReceived: 9 }), 'canceled · 5 ms · 9 bytes');
  });

  it('has the icon of how it went', () => {
    const verdicts = [
      entry(),
      entry({ status: 500 }),
      entry({ outcome: 'incomplete' }),
      entry({ outcome: 'cancelled' }),
    ].map(requestStatus);
    assert.deepEqual(verdicts, ['good', 'bad', 'bad', 'cancelled']);
  });

  it('has all facts in its tooltip, and no more', () => {
    assert.deepEqual(factLines(entry({ proxy: 'proxy.example:3128' }), context()), [
      'Connection: Work',
      'Host: one.example',
      'Proxy: proxy.example:3128',
      'API version: v1beta',
      'Started: 2026-01-31 12:00:03.120',
      'Duration: 812 ms',
      'Result: status 200, completed',
      'Body size: 0 bytes sent, 3,174 bytes received',
    ]);
    const { connection: _none, version: _no, status: _not, ...token } = entry({ outcome: 'dns' });
    assert.deepEqual(factLines({ ...token, name: 'oauth.token' }, context()), [
      'Host: one.example',
      'Started: 2026-01-31 12:00:03.120',
      'Duration: 812 ms',
      'Result: host not found',
      'Body size: 0 bytes sent, 3,174 bytes received',
    ]);
    assert.equal(factLines(entry({ connection: 'gone0001' }), context())[0], 'Connection: removed');
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
