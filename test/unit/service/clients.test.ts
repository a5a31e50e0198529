import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { credentialNeed } from '../../../src/api/credentialNeed';
import { operationIds } from '../../../src/api/operations';
import { Emitter } from '../../../src/base/event';
import { ClientRegistry } from '../../../src/service/clients';
import type { Connection } from '../../../src/service/connection';
import { type ClientTarget, inSession } from '../../../src/service/clientTargets';

const anyKey = credentialNeed({ operation: 'models.list' });

const mine: Connection = {
  id: 'aaaa1111',
  name: 'Mine',
  endpoint: 'https://one.example',
  auth: 'apiKey',
};

function setUp() {
  const [changed, network] = [new Emitter<void>(), new Emitter<void>()];
  const credential = new Emitter<string>();
  const connections: Connection[] = [
    mine,
    { id: 'emulator', name: 'Emulator', endpoint: 'http://127.0.0.1', auth: 'apiKey' },
  ];
  const opened: ClientTarget[] = [];
  const closed: string[] = [];
  const asked: string[] = [];
  const uploadPlaces: (string | undefined)[] = [];
  const dropped: string[] = [];
  const errors: unknown[] = [];
  const emulator = {
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'dummy',
    accessToken: 'token',
    controlToken: 'control',
  };
  const registry = new ClientRegistry({
    connections: {
      list: () => connections,
      find: (id) => connections.find((connection) => connection.id === id),
      active: undefined,
      activate: () => Promise.resolve(),
      onDidChange: changed.event,
    },
    credentials: {
      get: async ({ endpoint, uploadEndpoint }) => {
        asked.push(endpoint);
        uploadPlaces.push(uploadEndpoint);
        return { kind: 'apiKey', key: 'real' };
      },
      onDidChange: credential.event,
    },
    emulator: {
      state: { status: 'stopped' },
      start: async () => ({ ...emulator }),
      stop: () => Promise.resolve(),
      onDidChangeState: () => ({ dispose: () => undefined }),
    },
    open: async (target) => {
      opened.push(target);
      if (target.endpoint.includes('broken')) throw new Error('broken');
      return {
        preferredVersion: target.version,
        close: async () => {
          closed.push(target.endpoint);
        },
      } as Client;
    },
    readNetwork: () => ({ proxy: 'http://proxy.example' }),
    onDidChangeNetwork: network.event,
    onCloseError: (error) => errors.push(error),
  });
  registry.onDidDrop((id) => dropped.push(id));
  const events = { changed, network, credential };
  return {
    registry,
    connections,
    ...events,
    opened,
    asked,
    uploadPlaces,
    closed,
    dropped,
    errors,
    emulator,
  };
}

const settle = () => new Promise(setImmediate);

describe('clients', () => {
  it('are made anew, and what was fetched is dropped, when the connection changes', async () => {
    const { registry, opened, closed, changed, connections, dropped } = setUp();
    const first = await registry.get('aaaa1111');
    connections[0] = { ...mine, endpoint: 'https://two.example', apiVersion: 'v1' };
    changed.fire();
    const second = await registry.get('aaaa1111');
    assert.notEqual(second, first);
    assert.equal(second.preferredVersion, 'v1');
    assert.deepEqual(closed, ['https://one.example']);
    assert.deepEqual(dropped, ['aaaa1111']);
    assert.equal(opened[1]?.endpoint, 'https://two.example');
  });

  it('are made anew for another version, credential, project or place of uploads, and kept for another name', async () => {
    const { registry, opened, changed, connections } = setUp();
    await registry.get('aaaa1111');
    for (const [change, count] of [
      [{ apiVersion: 'v1' }, 2],
      [{ apiVersion: 'v1', auth: 'none' }, 3],
      [{ apiVersion: 'v1', auth: 'none', name: 'Renamed' }, 3],
      // What was fetched is another project's.
      [{ apiVersion: 'v1', auth: 'none', project: 'mine' }, 4],
      [{ apiVersion: 'v1', auth: 'none', project: 'other' }, 5],
      [{ apiVersion: 'v1', auth: 'none', uploadEndpoint: 'https://up.example' }, 6],
      [{ apiVersion: 'v1', auth: 'none', uploadEndpoint: 'https://up.example' }, 6],
    ] as const) {
      connections[0] = { ...mine, ...change };
      changed.fire();
      await registry.get('aaaa1111');
      assert.equal(opened.length, count, JSON.stringify(change));
    }
  });

  it('stay, and what was fetched is dropped, when another key is stored', async () => {
    const { registry, credential, closed, dropped } = setUp();
    const first = await registry.get('aaaa1111');
    credential.fire('aaaa1111');
    assert.deepEqual(dropped, ['aaaa1111']);
    assert.equal(await registry.get('aaaa1111'), first);
    assert.deepEqual(closed, []);
  });

  it('close when their connection is removed, and are refused then', async () => {
    const { registry, closed, changed, connections } = setUp();
    await registry.get('aaaa1111');
    connections.shift();
    changed.fire();
    await settle();
    assert.deepEqual(closed, ['https://one.example']);
    await assert.rejects(registry.get('aaaa1111'), { reason: 'unknownConnection' });
  });

  it('are made anew when the way to the network changes', async () => {
    const { registry, opened, network } = setUp();
    await registry.get('aaaa1111');
    network.fire();
    await registry.get('aaaa1111');
    assert.equal(opened.length, 2);
    assert.deepEqual(opened[0]?.network(), { proxy: 'http://proxy.example' });
  });

  it("sign requests to the emulator with the emulator's own key, past any proxy", async () => {
    const { registry, opened, emulator } = setUp();
    await registry.get('emulator');
    const target = opened[0]!;
    assert.equal(target.endpoint, 'http://127.0.0.1:1');
    assert.deepEqual(await target.credential(anyKey), { kind: 'apiKey', key: 'dummy' });
    assert.deepEqual(await target.credential(credentialNeed({ operation: 'corpora.list' })), {
      kind: 'bearer',
      token: 'token',
    });
    assert.deepEqual(target.network(), {});
    // Every operation that takes keys gets the key; its token opens the others.
    for (const operation of operationIds()) {
      const need = credentialNeed({ operation });
      const { kind } = await target.credential(need);
      assert.equal(kind, need.accepts === 'apiKey' ? 'apiKey' : 'bearer', operation);
    }
    emulator.baseUrl = 'http://127.0.0.1:2';
    emulator.apiKey = 'other';
    await registry.get('emulator');
    assert.deepEqual(await opened[1]!.credential(anyKey), { kind: 'apiKey', key: 'other' });
  });

  it('ask a session with the credential of their connection, past any proxy, and keep it out of a replay', async () => {
    const { registry, connections, opened, asked } = setUp();
    const uploadEndpoint = 'https://uploads.example';
    connections[0] = { ...mine, apiVersion: 'v1', uploadEndpoint };
    const first = await inSession(registry, 'aaaa1111', 'one');
    assert.equal(await inSession(registry, 'aaaa1111', 'one'), first);
    const [target] = opened;
    const endpoint = 'http://127.0.0.1:1/s/one';
    assert.deepEqual([target?.endpoint, target?.upload?.endpoint], [endpoint, endpoint]);
    assert.deepEqual([target?.connection, target?.version], ['aaaa1111', 'v1']);
    assert.deepEqual(target?.network(), {});
    assert.deepEqual(await target?.credential(anyKey), { kind: 'apiKey', key: 'real' });
    await target?.upload?.credential(anyKey);
    // A yes to one place is none to the other.
    assert.deepEqual(asked, [mine.endpoint, uploadEndpoint]);

    await inSession(registry, 'aaaa1111', 'one', true);
    const [, replayed] = opened;
    assert.deepEqual([replayed?.endpoint, replayed?.version], [endpoint, 'v1']);
    const dummy = { kind: 'apiKey', key: 'dummy' };
    assert.deepEqual(await replayed?.credential(anyKey), dummy);
    assert.deepEqual(await replayed?.upload?.credential(anyKey), dummy);
    assert.equal(asked.length, 2);
  });

  it('are led elsewhere, one connection of them, until that is over', async () => {
    const { registry, closed, dropped } = setUp();
    const first = await registry.get('aaaa1111');
    const other = { preferredVersion: 'v1' } as Client;
    registry.lead('aaaa1111', async () => other);
    await settle();
    assert.deepEqual([closed, dropped], [['https://one.example'], ['aaaa1111']]);
    assert.equal(await registry.get('aaaa1111'), other);
    assert.notEqual(await registry.get('emulator'), other);
    // What asks the service for a recording's sake is not led.
    const own = await registry.own('aaaa1111');
    assert.notEqual(own, other);
    assert.equal(await registry.own('aaaa1111'), own);
    assert.equal(await registry.get('aaaa1111'), other);
    registry.lead('aaaa1111');
    assert.deepEqual(dropped, ['aaaa1111', 'aaaa1111']);
    assert.notEqual(await registry.get('aaaa1111'), first);
  });

  it('close with the window', async () => {
    const { registry, closed, errors } = setUp();
    await registry.get('aaaa1111');
    await registry.get('emulator');
    registry.dispose();
    await settle();
    assert.equal(closed.length, 2);
    assert.deepEqual(errors, []);
  });
});
