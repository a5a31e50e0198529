import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { all } from '../support/emulator.mjs';
import { loadGenai } from '../support/genai.mjs';

/** @typedef {import('../support/methods.mjs').Given} Given */
/** @typedef {import('../support/methods.mjs').Calls} Calls */

/** @param {Given} given */
const store = ({ ai }) => ai.fileSearchStores.create({ config: { displayName: 'Mine' } });

/**
 * Uploads a text into a new store.
 * @param {Given} given
 */
async function uploaded(given) {
  const { ai, folder } = given;
  const { name: fileSearchStoreName } = await store(given);
  const file = join(folder, 'log.md');
  await writeFile(file, 'The geese left in May, and the terns in August.\n');
  const operation = await ai.fileSearchStores.uploadToFileSearchStore({
    fileSearchStoreName,
    file,
    config: {
      displayName: 'Log',
      mimeType: 'text/markdown',
      customMetadata: [{ key: 'year', numericValue: 1998 }],
      chunkingConfig: { whiteSpaceConfig: { maxTokensPerChunk: 6, maxOverlapTokens: 1 } },
    },
  });
  return { fileSearchStoreName, operation: await done(given, operation) };
}

/**
 * @param {Given} given
 * @param {object} operation
 */
async function done({ ai, emulator }, operation) {
  await emulator.control('clock', { advanceSeconds: 60 });
  return await ai.operations.get({ operation });
}

/** File search stores, and what goes on after a call. @type {Calls} */
export const storeCalls = {
  'fileSearchStores.create': async (given) => {
    assert.match((await store(given)).name, /^fileSearchStores\/mine-/);
  },
  'fileSearchStores.get': async (given) => {
    const { name } = await store(given);
    assert.equal((await given.ai.fileSearchStores.get({ name })).displayName, 'Mine');
  },
  'fileSearchStores.list': async (given) => {
    const { name } = await store(given);
    const found = await all(await given.ai.fileSearchStores.list({ config: { pageSize: 1 } }));
    assert.ok(found.some((one) => one.name === name));
  },
  'fileSearchStores.delete': async (given) => {
    const { fileSearchStoreName: name } = await uploaded(given);
    const { fileSearchStores } = given.ai;
    // There is something in it.
    await assert.rejects(fileSearchStores.delete({ name }), { status: 400 });
    await fileSearchStores.delete({ name, config: { force: true } });
    await assert.rejects(fileSearchStores.get({ name }), { status: 403 });
  },
  'fileSearchStores.importFile': async (given) => {
    const { ai } = given;
    const { name: fileSearchStoreName } = await store(given);
    const file = new Blob(['The terns left in August.'], { type: 'text/plain' });
    const { name: fileName } = await ai.files.upload({ file });
    const begun = await ai.fileSearchStores.importFile({ fileSearchStoreName, fileName });
    assert.match(begun.name, /^fileSearchStores\/mine-\w+\/operations\//);
    const { response } = await done(given, begun);
    assert.equal(response.parent, fileSearchStoreName);
    const { name: document } = await ai.fileSearchStores.documents.get({
      name: response.documentName,
    });
    assert.equal(document, response.documentName);
  },
  'fileSearchStores.uploadToFileSearchStore': async (given) => {
    const { fileSearchStoreName, operation } = await uploaded(given);
    assert.match(operation.name, /^fileSearchStores\/mine-\w+\/upload\/operations\//);
    const { candidates } = await given.ai.models.generateContent({
      model: 'gemini-3.8-flash',
      contents: 'When did the geese leave?',
      config: {
        tools: [
          {
            fileSearch: {
              fileSearchStoreNames: [fileSearchStoreName],
              metadataFilter: 'year = 1998',
            },
          },
        ],
      },
    });
    const [{ retrievedContext }] = candidates[0].groundingMetadata.groundingChunks;
    assert.equal(retrievedContext.title, 'Log');
    assert.match(retrievedContext.text, /geese/);
  },
  'fileSearchStores.downloadMedia': async (given) => {
    const { ai } = given;
    const picture = Buffer.from('iVBORw0KGgo=', 'base64');
    const config = {
      displayName: 'Stores of pictures',
      embeddingModel: 'models/gemini-embedding-2',
    };
    const { name: fileSearchStoreName } = await ai.fileSearchStores.create({ config });
    const operation = await ai.fileSearchStores.uploadToFileSearchStore({
      fileSearchStoreName,
      file: new Blob([picture], { type: 'image/png' }),
      config: { displayName: 'Red kite' },
    });
    await done(given, operation);
    const { candidates } = await ai.models.generateContent({
      model: 'gemini-3.8-flash',
      contents: 'Is there a red kite?',
      config: { tools: [{ fileSearch: { fileSearchStoreNames: [fileSearchStoreName] } }] },
    });
    const [{ retrievedContext }] = candidates[0].groundingMetadata.groundingChunks;
    const bytes = await ai.fileSearchStores.downloadMedia(retrievedContext.mediaId);
    assert.deepEqual(Buffer.from(bytes), picture);
  },
  'fileSearchStores.documents.list': async (given) => {
    const { fileSearchStoreName: parent } = await uploaded(given);
    const found = await all(await given.ai.fileSearchStores.documents.list({ parent }));
    assert.deepEqual(
      found.map(({ displayName, state }) => [displayName, state]),
      [['Log', 'STATE_ACTIVE']],
    );
  },
  'fileSearchStores.documents.get': async (given) => {
    const { operation } = await uploaded(given);
    const name = operation.response.documentName;
    const { displayName, customMetadata } = await given.ai.fileSearchStores.documents.get({ name });
    assert.equal(displayName, 'Log');
    assert.deepEqual(customMetadata, [{ key: 'year', numericValue: 1998 }]);
  },
  'fileSearchStores.documents.delete': async (given) => {
    const { operation } = await uploaded(given);
    const name = operation.response.documentName;
    const { documents } = given.ai.fileSearchStores;
    await documents.delete({ name, config: { force: true } });
    await assert.rejects(documents.get({ name }), { status: 404 });
  },
  'operations.get': async (given) => {
    const { operation } = await uploaded(given);
    assert.equal(operation.done, true);
    const again = await given.ai.operations.get({ operation });
    assert.equal(again.response.documentName, operation.response.documentName);
  },
  // The SDK begins no video here, and so an operation that somebody else began is asked about.
  'operations.getVideosOperation': async ({ ai, emulator }) => {
    const { GenerateVideosOperation } = loadGenai();
    const operation = new GenerateVideosOperation();
    operation.name = await begunVideo(emulator);
    await emulator.control('clock', { advanceSeconds: 60 });
    const { done: isDone, response } = await ai.operations.getVideosOperation({ operation });
    assert.equal(isDone, true);
    assert.match(response.generatedVideos[0].video.uri, /\/files\//);
  },
};

/** @param {Given['emulator']} emulator */
async function begunVideo({ baseUrl, apiKey }) {
  const response = await fetch(`${baseUrl}/v1beta/models/emulator-media:predictLongRunning`, {
    method: 'POST',
    headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ instances: [{ prompt: 'A kite' }] }),
  });
  const { name } = await response.json();
  return name;
}
