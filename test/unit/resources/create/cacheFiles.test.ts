import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { cacheFiles } from '../../../../src/resources/create/cacheFiles';
import { fakeRoom } from '../../../fakes/room';

const list: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'file',
  name: '',
  collection: true,
};
const file = (name: string): ResourceRef => ({
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'file',
  name,
});
const FILES = ['files/a', 'files/b'].map((name) => ({
  name,
  uri: `https://x/${name}`,
  mimeType: 'application/pdf',
  state: 'ACTIVE',
}));
const MODELS = [
  { name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['createCachedContent'] },
  { name: 'models/gemini-2.0-flash', supportedGenerationMethods: ['createCachedContent'] },
  { name: 'models/plain', supportedGenerationMethods: ['generateContent'] },
];

/** A room whose files have so many tokens. */
async function inRoom(totalTokens: number, ...answers: readonly string[]) {
  const made = { name: 'cachedContents/tides', model: 'models/gemini-3.8-flash' };
  const found = fakeRoom(
    ({ id }) => {
      if (id === 'files.list') return { files: FILES };
      if (id === 'models.list') return { models: MODELS };
      return id === 'models.countTokens' ? { totalTokens } : made;
    },
    ...answers,
  );
  await found.store.list(list);
  return found;
}

describe('new cached content from files', () => {
  it('has them in their order, for a model that caches and is served, with a name and a time', async () => {
    const { room, clients, revealed } = await inRoom(
      5000,
      'models/gemini-3.8-flash',
      'Tides',
      '1 day',
    );
    await cacheFiles(room, [file('files/a'), file('files/b')]);
    const { id, input } = clients.calls.at(-1) ?? {};
    assert.equal(id, 'cachedContents.create');
    assert.deepEqual(input?.body, {
      model: 'models/gemini-3.8-flash',
      contents: [
        {
          role: 'user',
          parts: FILES.map(({ uri, mimeType }) => ({ fileData: { fileUri: uri, mimeType } })),
        },
      ],
      displayName: 'Tides',
      ttl: '86400s',
    });
    assert.equal(revealed[0]?.name, 'cachedContents/tides');
  });

  it('is refused before anything is made where they are too short', async () => {
    const { room, clients } = await inRoom(300, 'models/gemini-3.8-flash');
    await assert.rejects(cacheFiles(room, [file('files/a')]), /These files have 300 tokens\./);
    assert.ok(clients.calls.every(({ id }) => id !== 'cachedContents.create'));
  });
});
