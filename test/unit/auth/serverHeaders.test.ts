import assert from 'node:assert/strict';
import { KnownSecrets } from '../../../src/api/redact';
import { ServerHeaderStore } from '../../../src/auth/serverHeaders';
import { FakeSecretStorage } from '../../fakes/secretStorage';

const ADDRESS = 'https://tools.example/mcp';
const HEADERS = { 'X-Key': 'canary "of" a header' };
const l10n = { t: (message: string) => message };

describe('what servers of tools are sent', () => {
  it('is kept in the secret storage, for one server of one connection, and taken out of every text', async () => {
    const secrets = new FakeSecretStorage();
    const known = new KnownSecrets();
    const store = new ServerHeaderStore({ secrets, l10n, onSecret: known.add });
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
});
