import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';

const MODEL = 'gemini-3.8-flash';

describe('@google/genai: v1, where it has it by default', () => {
  const emulator = useEmulator();
  // What is read of the answers has no types here: the package is installed by the run itself.
  /** @returns {any} */
  const client = () => clientOf(emulator(), /** @type {any} */ ({ apiVersion: undefined }));

  it('lists models, and has each by its name', async () => {
    const models = await all(await client().models.list({ config: { pageSize: 20 } }));
    const names = models.map((one) => one.name);
    // More than one page.
    assert.ok(names.length > 20 && names.includes(`models/${MODEL}`));
    const found = await client().models.get({ model: MODEL });
    assert.deepEqual([found.inputTokenLimit, found.outputTokenLimit], [1_048_576, 65_536]);
  });

  it('generates, whole and in pieces, counts and embeds with models of today', async () => {
    const asked = { model: MODEL, contents: 'Say hello.' };
    const answer = await client().models.generateContent(asked);
    assert.equal(answer.modelVersion, MODEL);
    assert.ok(answer.text);
    const pieces = await all(await client().models.generateContentStream(asked));
    assert.equal(pieces.map((one) => one.text ?? '').join(''), answer.text);
    assert.ok((await client().models.countTokens(asked)).totalTokens > 0);
    const model = 'gemini-embedding-001';
    const { embeddings } = await client().models.embedContent({ model, contents: ['a', 'b'] });
    assert.deepEqual(
      embeddings.map((/** @type {any} */ { values }) => values.length),
      [3072, 3072],
    );
  });

  it('creates, follows, lists, cancels and deletes batches', async () => {
    const { batches } = client();
    const src = [{ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }];
    const made = await batches.create({ model: MODEL, src, config: { displayName: 'Mine' } });
    assert.match(made.name, /^batches\//);
    assert.equal((await batches.get({ name: made.name })).displayName, 'Mine');
    const names = (await all(await batches.list())).map((one) => one.name);
    assert.ok(names.includes(made.name));
    await batches.cancel({ name: made.name });
    await batches.delete({ name: made.name });
    await assert.rejects(batches.get({ name: made.name }), { status: 404 });
  });

  it('creates, lists and deletes file search stores', async () => {
    const { fileSearchStores } = client();
    const store = await fileSearchStores.create({ config: { displayName: 'Mine' } });
    assert.match(store.name, /^fileSearchStores\/mine-/);
    assert.equal((await fileSearchStores.get({ name: store.name })).displayName, 'Mine');
    const names = (await all(await fileSearchStores.list())).map((one) => one.name);
    assert.ok(names.includes(store.name));
    assert.deepEqual(await all(await fileSearchStores.documents.list({ parent: store.name })), []);
    await fileSearchStores.delete({ name: store.name });
  });

  it('makes tokens for live sessions, and is told that there are none', async () => {
    const token = await client().authTokens.create({ config: { uses: 1 } });
    assert.match(token.name, /^auth_tokens\//);
    /** @type {any} */
    const closed = await new Promise((resolve, reject) => {
      const callbacks = { onmessage: reject, onclose: resolve, onerror: reject };
      client().live.connect({ model: 'gemini-3.8-live', callbacks }).then(reject, resolve);
    });
    assert.match(String(closed.message ?? closed.reason), /does not serve live sessions/);
  });

  it('throws by itself where this service has no such thing', async () => {
    const asked = { model: 'imagen-4.0-generate-001', prompt: 'A kite' };
    await assert.rejects(client().models.generateImages(asked));
    await assert.rejects(client().models.generateVideos({ ...asked, model: 'veo-3.1' }));
  });

  it('tells errors as the service does', async () => {
    const ask = (/** @type {string} */ model) =>
      client().models.generateContent({ model, contents: 'Hi' });
    await assert.rejects(ask('gemini-2.0-flash'), { status: 404 });
    await emulator().control('faults', { kind: 'credits' });
    await assert.rejects(ask(MODEL), { status: 429 });
  });
});

describe('@google/genai: caches and files of Cloud Storage', () => {
  const emulator = useEmulator();
  /** @returns {any} */
  const client = () => clientOf(emulator());

  it('creates caches, uses them, keeps them longer and deletes them', async () => {
    const { caches, models } = client();
    const model = 'emulator-flash';
    const config = { contents: 'tide '.repeat(1200), ttl: '60s' };
    const made = await caches.create({ model, config });
    assert.match(made.name, /^cachedContents\//);
    const asked = { model, contents: 'When?', config: { cachedContent: made.name } };
    const { usageMetadata } = await models.generateContent(asked);
    const { totalTokenCount } = made.usageMetadata;
    assert.equal(usageMetadata.cachedContentTokenCount, totalTokenCount);
    const longer = await caches.update({ name: made.name, config: { ttl: '3600s' } });
    assert.ok(Date.parse(longer.expireTime) > Date.parse(made.expireTime));
    assert.equal((await caches.get({ name: made.name })).model, `models/${model}`);
    assert.equal((await all(await caches.list())).length, 1);
    await caches.delete({ name: made.name });
    await assert.rejects(caches.get({ name: made.name }), { status: 403 });
  });

  it('registers files for a signed-in user', async () => {
    const headers = new Headers({ authorization: `Bearer ${emulator().accessToken}` });
    const auth = { getRequestHeaders: () => Promise.resolve(headers) };
    const uris = ['gs://harbour/logs/1998.pdf'];
    const { files } = await client().files.registerFiles({ auth, uris });
    assert.deepEqual([files[0].source, files[0].mimeType], ['REGISTERED', 'application/pdf']);
  });
});
