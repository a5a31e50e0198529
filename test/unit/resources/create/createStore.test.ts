import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { createResource } from '../../../../src/resources/create/createResource';
import { fakeRoom, MINE } from '../../../fakes/room';

const stores: ResourceRef = {
  ...{ connection: MINE.id, version: 'v1beta', kind: 'fileSearchStore', name: '' },
  collection: true,
};
const MODELS = [
  { name: 'models/flash', displayName: 'Flash', supportedGenerationMethods: ['generateContent'] },
  { name: 'models/two', displayName: 'Two', supportedGenerationMethods: ['embedContent'] },
];

const inRoom = (...answers: readonly (string | undefined)[]) =>
  fakeRoom(
    ({ id, input }) =>
      id === 'models.list'
        ? { models: MODELS }
        : { name: 'fileSearchStores/made-3k8w1z6q0xnd', ...(input.body as object) },
    'Fill in a form',
    ...answers,
  );

describe('creating a file search store', () => {
  it('asks how it is called and for a model that embeds, and for no id', async () => {
    const { room, clients, prompts, revealed } = inRoom('Harbour', 'Two');
    await createResource(room, [stores]);
    assert.deepEqual(prompts.asked.at(-1)?.choices, ['Default model', 'Two']);
    const call = clients.calls.find(({ id }) => id === 'fileSearchStores.create');
    assert.deepEqual(call?.input, {
      body: { displayName: 'Harbour', embeddingModel: 'models/two' },
    });
    assert.equal(revealed[0]?.name, 'fileSearchStores/made-3k8w1z6q0xnd');
    assert.equal(prompts.unused, 0);
  });
});
