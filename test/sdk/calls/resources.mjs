import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listAndDeleteByName } from '../support/methods.mjs';

/** @typedef {import('../support/methods.mjs').Given} Given */
/** @typedef {import('../support/methods.mjs').Calls} Calls */

const MODEL = 'gemini-3.8-flash';

/** @param {Given} given */
const cache = ({ ai }) =>
  // Its model caches nothing that is shorter than 4,096 tokens.
  ai.caches.create({ model: MODEL, config: { contents: 'tide '.repeat(5000), ttl: '60s' } });

/** Caches. @type {Calls} */
export const cacheCalls = {
  ...listAndDeleteByName('caches', cache, 403),
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
  'caches.update': async (given) => {
    const { name, expireTime } = await cache(given);
    const longer = await given.ai.caches.update({ name, config: { ttl: '3600s' } });
    assert.ok(Date.parse(longer.expireTime) > Date.parse(expireTime));
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
  ...listAndDeleteByName('files', upload, 403),
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

/** @param {Given} given Without a name of its own it has none. */
const batch = ({ ai }) => ai.batches.create({ model: MODEL, src });

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
  'batches.get': async (given) => {
    const { name } = await batch(given);
    const found = await given.ai.batches.get({ name });
    assert.deepEqual([found.name, found.displayName], [name, undefined]);
  },
  'batches.cancel': async (given) => {
    const { name } = await batch(given);
    await given.ai.batches.cancel({ name });
    assert.equal((await given.ai.batches.get({ name })).state, 'JOB_STATE_CANCELLED');
  },
  // Last: by then the batch of the demo has ended, so that the list is the same whenever it is recorded.
  ...listAndDeleteByName('batches', batch, 404),
};
