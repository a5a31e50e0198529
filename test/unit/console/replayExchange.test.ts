import assert from 'node:assert/strict';
import type { PlainRequest } from '../../../src/api/request';
import { replayExchange } from '../../../src/console/replayExchange';
import type { Connection } from '../../../src/service/connection';
import { TrafficLog } from '../../../src/service/trafficLog';
import { useEmulator } from '../emulator/wire';
import { clientOf, openConsole, WORK } from './sending';

const FACTS = {
  method: 'POST',
  host: 'one.example',
  path: '/token',
  startedAt: 0,
  durationMs: 1,
  bytesSent: 0,
  bytesReceived: 0,
  outcome: 'answered',
} as const;

describe('replaying an exchange', () => {
  const emulator = useEmulator();

  it('sends the same request to the same connection, and shows the answer', async () => {
    const traffic = new TrafficLog(() => true);
    const client = await clientOf(emulator(), traffic);
    const other: Connection = { ...WORK, id: 'bbbb2222', name: 'Other' };
    const { parts, documents } = openConsole(client, [other, WORK]);
    const asked: string[] = [];
    const clients = {
      get: (id: string) => {
        asked.push(id);
        return Promise.resolve(client);
      },
    };
    await client.call('models.list', { pageSize: 2 });
    const [first] = traffic.entries;
    await replayExchange({ ...parts, traffic, clients }, { exchange: first?.id ?? 0 });
    await client.close();
    assert.deepEqual(asked, [WORK.id]);
    const requests = traffic.entries.map(
      ({ recording }): PlainRequest | undefined => recording?.request,
    );
    assert.equal(requests.length, 2);
    assert.deepEqual(requests[1], requests[0]);
    assert.match(documents.texts[0] ?? '', /^\/\/ 200 OK[^]*on “Work”[^]*"models": \[/);
  });

  it('says why it cannot be', async () => {
    const { parts, traffic, documents } = openConsole({ exchange: () => assert.fail() }, []);
    const client = await clientOf(emulator(), traffic);
    await client.call('models.list', {});
    await client.close();
    traffic.addOther({ ...FACTS, name: 'oauth.token' });
    traffic.add(WORK.id, { ...FACTS, operation: 'models.list', version: 'v1' });
    const reasons = ['unknownConnection', 'notRepeatable', 'notRecorded'];
    for (const [index, reason] of reasons.entries()) {
      const exchange = traffic.entries[index]?.id ?? 0;
      await assert.rejects(replayExchange(parts, { exchange }), { reason });
    }
    await assert.rejects(replayExchange(parts, { exchange: 99 }), { reason: 'unknownExchange' });
    assert.equal(documents.shown.length, 0);
  });

  it('asks for a request where none is chosen', async () => {
    const { parts, prompts } = openConsole({ exchange: () => assert.fail() });
    await replayExchange(parts);
    assert.match(prompts.asked[0]?.text ?? '', /Traffic/);
  });
});
