import assert from 'node:assert/strict';
import type { PlainRequest } from '../../../src/api/request';
import { TrafficLog } from '../../../src/service/trafficLog';
import { ledgerText } from '../../../src/traffic/ledgerText';
import { entry, NOON, recordingOf } from './entries';

const HOUR = 3_600_000;

function filled(): TrafficLog {
  const traffic = new TrafficLog(() => true, NOON);
  const add = (change: Parameters<typeof entry>[0]): void => {
    const { id: _own, ...facts } = entry(change);
    traffic.addOther({ ...facts, name: 'a' });
  };
  add({ bytesSent: 7, bytesReceived: 1_234_567, startedAt: NOON + HOUR });
  add({ host: 'a|b.example', proxy: 'proxy.example:3128', startedAt: NOON + 24 * HOUR });
  add({ host: 'a|b.example', proxy: 'proxy.example:3128', startedAt: NOON + 24 * HOUR });
  add({ bytesSent: 5, bytesReceived: 1, outcome: 'reset', startedAt: NOON });
  add({ outcome: 'failed', unsent: true });
  add({ host: 'never.example', outcome: 'cancelled', unsent: true });
  return traffic;
}

describe('the network ledger', () => {
  it('has every host with exact numbers, and what was never sent is not in it', () => {
    const lines = ledgerText(filled()).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.startsWith('|')),
      [
        '| Host         | Requests | Failed | Sent |  Received | First               | Last                |',
        '| ------------ | -------: | -----: | ---: | --------: | ------------------- | ------------------- |',
        '| one.example  |        2 |      1 |   12 | 1,234,568 | 12:00:03            | 13:00:03            |',
        '| a\\|b.example |        2 |      0 |    0 |     6,348 | 2026-02-01 12:00:03 | 2026-02-01 12:00:03 |',
      ],
    );
    assert.ok(lines[2]?.includes('since 2026-01-31 12:00:03'), lines[2]);
  });

  it('has the events of streams, added up for each host', () => {
    const traffic = new TrafficLog(() => true, NOON);
    const request: PlainRequest = {
      operation: 'interactions.get',
      version: 'v1beta',
      method: 'GET',
      path: '/v1beta/interactions/v1_x',
      query: { stream: 'true' },
    };
    for (const received of [
      ['event: step.start\n\n', 'event: step.delta\n\n'],
      ['event: step.delta\n\n'],
    ]) {
      const { id: _own, ...facts } = entry({ recording: recordingOf({ request, received }) });
      traffic.addOther({ ...facts, name: 'interactions.get' });
    }
    const text = ledgerText(traffic);
    assert.match(text, /\n\n- one\.example: 1 step\.start, 2 step\.delta\n\n/);
  });
});
