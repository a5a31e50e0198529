import assert from 'node:assert/strict';
import { discoveryRequest } from '../../../src/api/request';
import { Recording } from '../../../src/api/recording';
import type { Exchange } from '../../../src/api/transport';
import { openRecorded } from '../../../src/service/openClient';
import type { ClientTarget } from '../../../src/service/clientTargets';
import { TrafficLog } from '../../../src/service/trafficLog';
import { FakeClients } from '../../fakes/client';

function exchange(change: Partial<Exchange> = {}): Exchange {
  return {
    operation: 'models.list',
    version: 'v1beta',
    method: 'GET',
    host: 'one.example',
    path: '/v1beta/models',
    status: 200,
    startedAt: 1000,
    durationMs: 5,
    bytesSent: 0,
    bytesReceived: 10,
    outcome: 'answered',
    ...change,
  };
}

describe('the traffic log', () => {
  it('has the last requests in their order, and counts on', () => {
    const log = new TrafficLog(() => true);
    for (let index = 0; index < 510; index++) log.add('aaaa1111', exchange({ startedAt: index }));
    assert.equal(log.entries.length, 500);
    assert.deepEqual(
      [log.entries[0]?.id, log.entries[0]?.startedAt, log.entries.at(-1)?.id],
      [11, 10, 510],
    );
    assert.equal(log.find(10), undefined);
    assert.equal(log.find(11)?.connection, 'aaaa1111');
  });

  it('counts the requests that are kept to be sent again, with all of their bodies', () => {
    const log = new TrafficLog(() => true);
    const upload = (mebibytes: number): Recording =>
      new Recording(discoveryRequest('v1'), Buffer.alloc(mebibytes * 1024 * 1024), () => 0);
    for (let index = 0; index < 20; index++) log.add('a', exchange({ recording: upload(4) }));
    assert.equal(log.entries.length, 3);
    log.add('a', exchange({ recording: upload(20) }));
    assert.deepEqual(
      log.entries.map(({ id }) => id),
      [21],
      'The last one is kept, whatever its size is.',
    );
    log.add('a', exchange());
    assert.deepEqual(
      log.entries.map(({ id }) => id),
      [22],
    );
  });

  it('keeps nothing while it is off, and counts every host all the same', () => {
    let isOn = false;
    const log = new TrafficLog(() => isOn);
    let changes = 0;
    log.onDidChange(() => changes++);
    log.add('a', exchange({ bytesSent: 3 }));
    log.addOther({ ...exchange({ host: 'two.example', outcome: 'reset' }), name: 'oauth.token' });
    isOn = true;
    log.add('a', exchange({ startedAt: 2000 }));
    assert.deepEqual(
      log.entries.map(({ name, host }) => [name, host]),
      [['models.list', 'one.example']],
    );
    const [one, two] = log.ledger;
    const sums = { count: 2, failed: 0, bytesSent: 3, bytesReceived: 20 };
    assert.deepEqual(one, { host: 'one.example', ...sums, firstAt: 1000, lastAt: 2000 });
    assert.deepEqual([two?.host, two?.count, two?.failed], ['two.example', 1, 1]);
    assert.equal(changes, 3);
  });

  it('forgets the requests when it is cleared, and not the hosts', () => {
    const log = new TrafficLog(() => true);
    log.add('a', exchange());
    log.clear();
    assert.deepEqual(log.entries, []);
    assert.equal(log.ledger.length, 1);
  });

  it('is told by the clients of every connection', async () => {
    let isOn = true;
    const log = new TrafficLog(() => isOn);
    const targets: ClientTarget[] = [];
    const open = openRecorded(async (target) => {
      targets.push(target);
      return await new FakeClients(() => ({})).get('');
    }, log);
    await open({
      connection: 'bbbb2222',
      endpoint: 'https://one.example',
      version: 'v1',
      credential: async () => ({ kind: 'none' }),
      network: () => ({}),
    });
    const [target] = targets;
    target?.onExchange?.(exchange());
    assert.equal(log.entries[0]?.connection, 'bbbb2222');
    assert.equal(target?.isRecording?.(), true);
    isOn = false;
    assert.equal(target.isRecording(), false);
  });
});
