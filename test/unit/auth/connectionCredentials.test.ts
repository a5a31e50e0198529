import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { credentialNeed } from '../../../src/api/credentialNeed';
import { ConnectionCredentials } from '../../../src/auth/connectionCredentials';
import type { Connection } from '../../../src/service/connection';
import { adcOriginsOf } from '../../fakes/adcOrigins';
import { FakePrompts } from '../../fakes/prompts';
import { ENDPOINT, gateway, mine, setUp } from './setup';

const KEY = 'AIza-canary-0123456789';
const moved: Connection = { ...mine, endpoint: 'https://evil.example' };

async function setUpKey(...answers: readonly (string | undefined)[]) {
  const deps = setUp({ connections: [mine] });
  const prompts = new FakePrompts(...answers);
  const all = new ConnectionCredentials({
    ...deps,
    adcOrigins: adcOriginsOf(prompts),
    prompts,
    signIns: () => Promise.reject(new Error('No account was to be asked for.')),
    onDidChange: deps.vault.onDidChange,
  });
  const anyKey = credentialNeed({ operation: 'models.list' });
  const credentials = { get: (connection: Connection) => all.get(connection, anyKey) };
  await deps.vault.write(mine.id, { origin: ENDPOINT, key: KEY });
  return { ...deps, prompts, all, credentials };
}

describe('stored keys', () => {
  it('lie in the secret storage with the origin they are for, and nowhere else', async () => {
    const { secrets, settings, windowState, seen } = await setUpKey();
    const [[name, text] = []] = [...secrets.stored];
    assert.equal(name, 'apiKey.aaaa1111');
    assert.deepEqual(JSON.parse(text ?? ''), { origin: ENDPOINT, key: KEY });
    assert.doesNotMatch(inspect([settings, windowState], { depth: 9 }), /canary/);
    assert.deepEqual(seen, [KEY]);
  });

  it('sign the requests to their origin, without a question', async () => {
    const { credentials, prompts } = await setUpKey();
    assert.deepEqual(await credentials.get(mine), { kind: 'apiKey', key: KEY });
    assert.deepEqual(prompts.asked, []);
  });

  it('go to another origin only after a question that names its host', async () => {
    const { credentials, prompts, vault } = await setUpKey('Send to evil.example');
    assert.deepEqual(await credentials.get(moved), { kind: 'apiKey', key: KEY });
    assert.match(prompts.asked[0]!.text, /evil\.example.*generativelanguage\.googleapis\.com/s);
    assert.equal((await vault.read(mine.id))?.origin, 'https://evil.example');
    await credentials.get(moved);
    assert.equal(prompts.asked.length, 1);
  });

  it('are known to need that question, so that nothing asks it in the background', async () => {
    const { all, prompts } = await setUpKey();
    const asks = [mine, moved, { ...moved, auth: 'none' } as const].map((one) =>
      all.asksFirst(one),
    );
    assert.deepEqual(await Promise.all(asks), [false, true, false]);
    assert.deepEqual(prompts.asked, []);
  });

  it('go to another place for uploads after one question, and to the service as before', async () => {
    const { credentials, prompts, vault } = await setUpKey('Send to uploads.example');
    const uploadEndpoint = 'https://uploads.example';
    const own = { ...mine, uploadEndpoint };
    const uploads = { ...own, endpoint: uploadEndpoint };
    for (const connection of [uploads, own, uploads, own]) {
      assert.deepEqual(await credentials.get(connection), { kind: 'apiKey', key: KEY });
    }
    assert.equal(prompts.asked.length, 1);
    assert.match(prompts.asked[0]!.text, /uploads files to uploads\.example/);
    assert.deepEqual(await vault.read(mine.id), {
      origin: ENDPOINT,
      uploadOrigin: uploadEndpoint,
      key: KEY,
    });
  });

  it('stay here when the question is dismissed, which is asked once for many requests', async () => {
    const { credentials, prompts } = await setUpKey(undefined);
    const results = await Promise.allSettled([1, 2, 3].map(() => credentials.get(moved)));
    for (const result of results) {
      assert.equal(result.status, 'rejected');
      const reason = result.reason as Error;
      assert.equal((reason as Error & { reason: string }).reason, 'keyForOtherOrigin');
      assert.doesNotMatch(inspect(reason), /canary/);
    }
    await assert.rejects(credentials.get(moved), { reason: 'keyForOtherOrigin' });
    assert.equal(prompts.asked.length, 1);
  });

  it('are never used for the emulator, nor where none is wanted', async () => {
    const { credentials, vault } = await setUpKey();
    await vault.write('emulator', { origin: 'http://127.0.0.1', key: KEY });
    await assert.rejects(
      credentials.get({ ...mine, id: 'emulator', endpoint: 'http://127.0.0.1' }),
      { reason: 'noKey' },
    );
    assert.deepEqual(await credentials.get(gateway), { kind: 'none' });
  });

  it('are not sent where the operation takes none', async () => {
    const { all } = await setUpKey();
    const [corpora, tuned] = [
      credentialNeed({ operation: 'corpora.list' }),
      credentialNeed({ operation: 'tunedModels.list' }),
    ];
    await assert.rejects(all.get(mine, corpora), { reason: 'needsSignIn' });
    // The live service takes it there, whatever its documents say.
    assert.deepEqual(await all.get(mine, tuned), { kind: 'apiKey', key: KEY });
  });

  it('follow what another window stored', async () => {
    const { credentials, secrets, connections } = await setUpKey();
    let changes = 0;
    connections.onDidChange(() => changes++);
    secrets.changeElsewhere('apiKey.aaaa1111', JSON.stringify({ origin: ENDPOINT, key: 'new' }));
    assert.deepEqual(await credentials.get(mine), { kind: 'apiKey', key: 'new' });
    assert.equal(changes, 1);
  });

  it('stay in memory where there is no keyring, which is told', async () => {
    const { vault, credentials, secrets, storageFailures } = await setUpKey();
    secrets.failure = new Error('no keyring');
    await vault.write(mine.id, { origin: ENDPOINT, key: 'second' });
    assert.equal(storageFailures.length, 1);
    assert.deepEqual(await credentials.get(mine), { kind: 'apiKey', key: 'second' });
    await assert.rejects(credentials.get({ ...mine, id: 'cccc3333' }), { reason: 'secretStorage' });
  });
});
