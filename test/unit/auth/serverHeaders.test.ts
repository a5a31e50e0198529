import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { KnownSecrets } from '../../../src/api/redact';
import { ServerHeaderStore } from '../../../src/auth/serverHeaders';
import { AppError } from '../../../src/base/errors';
import { type Connection, type Connections } from '../../../src/service/connection';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { gateway, mine } from './setup';

const ADDRESS = 'https://tools.example/mcp';
const HEADERS = { 'X-Key': 'canary "of" a header' };

function open(connections: Pick<Connections, 'find'>, ...answers: readonly (string | undefined)[]) {
  const secrets = new FakeSecretStorage();
  const known = new KnownSecrets();
  const prompts = new FakePrompts(...answers);
  const store = new ServerHeaderStore({
    secrets,
    connections,
    prompts,
    onSecret: known.add,
  });
  return { secrets, known, prompts, store };
}

/** One whose endpoint can be changed. */
function movable() {
  const moving = { connection: mine as Connection };
  return { moving, find: (id: string) => (id === mine.id ? moving.connection : undefined) };
}

describe('what servers of tools are sent', () => {
  it('is kept in the secret storage, for one server of one connection, and taken out of every text', async () => {
    const { secrets, known, store } = open({ find: () => undefined });
    await store.save('a', ADDRESS, HEADERS);
    assert.deepEqual([...secrets.stored.keys()], [`serverHeaders.a ${ADDRESS}`]);
    assert.deepEqual(await store.read('a', ADDRESS), HEADERS);
    assert.deepEqual(await store.read('b', ADDRESS), {});
    for (const text of [HEADERS['X-Key'], JSON.stringify(HEADERS)]) {
      assert.ok(!known.redact(text).includes('canary'), text);
    }
    await store.save('a', ADDRESS, {});
    assert.equal(secrets.stored.size, 0);
    store.dispose();
  });

  it('goes to another service only after a question that names both, asked once', async () => {
    const { moving, find } = movable();
    const { prompts, store } = open({ find }, 'Send to gateway.example:8443');
    await store.save(mine.id, ADDRESS, HEADERS);
    moving.connection = { ...mine, endpoint: gateway.endpoint };
    const both = await Promise.all([store.read(mine.id, ADDRESS), store.read(mine.id, ADDRESS)]);
    assert.deepEqual(both, [HEADERS, HEADERS]);
    assert.deepEqual(await store.read(mine.id, ADDRESS), HEADERS);
    assert.equal(prompts.asked.length, 1);
    assert.match(prompts.asked[0]?.text ?? '', /tools\.example.*gateway\.example:8443/s);
  });

  it('goes along with all that is sent to the same server, once that is agreed to', async () => {
    const { moving, find } = movable();
    const { prompts, store } = open({ find }, 'Send to gateway.example:8443');
    const addresses = [ADDRESS, `${ADDRESS}/2`];
    for (const address of addresses) await store.save(mine.id, address, HEADERS);
    moving.connection = { ...mine, endpoint: gateway.endpoint };
    for (let round = 0; round < 2; round++) {
      const read = await Promise.all(addresses.map((address) => store.read(mine.id, address)));
      assert.deepEqual(read, [HEADERS, HEADERS]);
    }
    assert.equal(prompts.asked.length, 1);
  });

  it('stays here after a no, which is told with what helps, and without a value', async () => {
    const { moving, find } = movable();
    const { prompts, store } = open({ find }, undefined);
    await store.save(mine.id, ADDRESS, HEADERS);
    moving.connection = { ...mine, endpoint: gateway.endpoint };
    for (let asked = 0; asked < 2; asked++) {
      await assert.rejects(store.read(mine.id, ADDRESS), (error) => {
        assert.ok(error instanceof AppError);
        assert.equal(error.reason, 'headersForOtherOrigin');
        assert.doesNotMatch(inspect(error), /canary/);
        return true;
      });
    }
    assert.equal(prompts.asked.length, 1);
    moving.connection = mine;
    assert.deepEqual(await store.read(mine.id, ADDRESS), HEADERS);
  });

  it('is forgotten with its connection, and that of others stays', async () => {
    const { secrets, store } = open(movable());
    for (const [connection, address] of [
      ['a', ADDRESS],
      ['a', `${ADDRESS}/2`],
      ['ab', ADDRESS],
    ] as const) {
      await store.save(connection, address, HEADERS);
    }
    await store.forget('a');
    assert.deepEqual([...secrets.stored.keys()], [`serverHeaders.ab ${ADDRESS}`]);
  });
});
