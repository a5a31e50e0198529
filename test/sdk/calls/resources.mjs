import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { all } from '../support/emulator.mjs';

/** @typedef {import('../support/methods.mjs').Given} Given */
/** @typedef {import('../support/methods.mjs').Calls} Calls */

const MODEL = 'gemini-3.8-flash';

/** @param {Given} given */
const cache = ({ ai }) =>
  // Its model caches nothing that is shorter than 4,096 tokens.
  ai.caches.create({ model: MODEL, config: { contents: 'tide '.repeat(5000), ttl: '60s' } });

/** Caches. @type {Calls} */
export const cacheCalls = {
  'caches.create': async (given) => {
    const made = await cache(given);
    assert.match(made.name, /^cachedContents\//);
    const asked = { model: MODEL, contents: 'When?', config: { cachedContent: made.name } };
    const { usageMetadata } = await given.ai.models.generateContent(asked);
    assert.equal(usageMetadata.cachedContentTokenCount, made.usageMetadata.totalTokenCount);
  },
  'caches.get': async (given) => {
    const { name } = await cache(given);
    assert.equal((await given.ai.caches.get({ name })).model, `models/${MODEL}`);
  },
  'caches.list': async (given) => {
    const { name } = await cache(given);
    const found = await all(await given.ai.caches.list({ config: { pageSize: 1 } }));
    assert.ok(found.some((one) => one.name === name));
  },
  'caches.update': async (given) => {
    const { name, expireTime } = await cache(given);
    const longer = await given.ai.caches.update({ name, config: { ttl: '3600s' } });
    assert.ok(Date.parse(longer.expireTime) > Date.parse(expireTime));
  },
  'caches.delete': async (given) => {
    const { name } = await cache(given);
    await given.ai.caches.delete({ name });
    await assert.rejects(given.ai.caches.get({ name }), { status: 403 });
  },
};

const NOTES = 'The geese left in May.\n';

/** @param {Given} given */
async function upload({ ai, folder }) {
  const file = join(folder, 'notes.txt');
  await writeFile(file, NOTES);
  return await ai.files.upload({ file, config: { displayName: 'Notes №1' } });
}

/** Files. @type {Calls} */
export const fileCalls = {
  'files.upload': async (given) => {
    const made = await upload(given);
    assert.match(made.name, /^files\//);
    assert.deepEqual(
      [made.displayName, made.mimeType, made.sizeBytes, made.state],
      ['Notes №1', 'text/plain', String(NOTES.length), 'ACTIVE'],
    );
  },
  'files.get': async (given) => {
    const made = await upload(given);
    assert.deepEqual(await given.ai.files.get({ name: made.name }), made);
  },
  'files.list': async (given) => {
    const { name } = await upload(given);
    const found = await all(await given.ai.files.list({ config: { pageSize: 2 } }));
    assert.ok(found.some((one) => one.name === name));
  },
  'files.delete': async (given) => {
    const { name } = await upload(given);
    await given.ai.files.delete({ name });
    await assert.rejects(given.ai.files.get({ name }), { status: 403 });
  },
  'files.download': async ({ ai, emulator, folder }) => {
    const downloadPath = join(folder, 'answers.jsonl');
    const { dest } = await ended({ ai, emulator }, await batchOfFile({ ai, folder }));
    await ai.files.download({ file: dest.fileName, downloadPath });
    const { key, response } = JSON.parse(await readFile(downloadPath, 'utf8'));
    assert.equal(key, 'first');
    assert.equal(response.candidates[0].finishReason, 'STOP');
  },
  'files.registerFiles': async ({ ai, emulator }) => {
    const headers = new Headers({ authorization: `Bearer ${emulator.accessToken}` });
    const auth = { getRequestHeaders: () => Promise.resolve(headers) };
    const uris = ['gs://harbour/logs/1998.pdf'];
    const { files } = await ai.files.registerFiles({ auth, uris });
    assert.deepEqual([files[0].source, files[0].mimeType], ['REGISTERED', 'application/pdf']);
  },
};

const src = [{ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }];

/** @param {Pick<Given, 'ai' | 'folder'>} given */
async function batchOfFile({ ai, folder }) {
  const file = join(folder, 'requests.jsonl');
  await writeFile(file, `${JSON.stringify({ key: 'first', request: src[0] })}\n`);
  const { name } = await ai.files.upload({ file, config: { mimeType: 'jsonl' } });
  return await ai.batches.create({ model: MODEL, src: name });
}

/**
 * @param {Pick<Given, 'ai' | 'emulator'>} given
 * @param {{ name: string }} batch
 */
async function ended({ ai, emulator }, { name }) {
  await emulator.control('clock', { advanceSeconds: 600 });
  return await ai.batches.get({ name });
}

/** Batches. @type {Calls} */
export const batchCalls = {
  'batches.create': async (given) => {
    const { ai } = given;
    const made = await ai.batches.create({ model: MODEL, src, config: { displayName: 'Mine' } });
    assert.match(made.name, /^batches\//);
    assert.equal(made.state, 'JOB_STATE_PENDING');
    const { state, dest } = await ended(given, made);
    assert.equal(state, 'JOB_STATE_SUCCEEDED');
    assert.ok(dest.inlinedResponses[0].response.candidates[0].content.parts[0].text);
  },
  'batches.createEmbeddings': async (given) => {
    const made = await given.ai.batches.createEmbeddings({
      model: 'gemini-embedding-001',
      src: { inlinedRequests: { contents: ['a', 'b'] } },
    });
    const { dest } = await ended(given, made);
    assert.deepEqual(
      dest.inlinedEmbedContentResponses.map(
        (/** @type {any} */ { response }) => response.embedding.values.length,
      ),
      [3072, 3072],
    );
  },
  'batches.get': async ({ ai }) => {
    // Without a name of its own it has none.
    const { name } = await ai.batches.create({ model: MODEL, src });
    const found = await ai.batches.get({ name });
    assert.deepEqual([found.name, found.displayName], [name, undefined]);
  },
  'batches.list': async ({ ai }) => {
    const { name } = await ai.batches.create({ model: MODEL, src });
    const found = await all(await ai.batches.list({ config: { pageSize: 1 } }));
    assert.ok(found.some((one) => one.name === name));
  },
  'batches.cancel': async ({ ai }) => {
    const { name } = await ai.batches.create({ model: MODEL, src });
    await ai.batches.cancel({ name });
    assert.equal((await ai.batches.get({ name })).state, 'JOB_STATE_CANCELLED');
  },
  'batches.delete': async ({ ai }) => {
    const { name } = await ai.batches.create({ model: MODEL, src });
    await ai.batches.delete({ name });
    await assert.rejects(ai.batches.get({ name }), { status: 404 });
  },
};
