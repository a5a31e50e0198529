import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { createResource } from '../../../../src/resources/create/createResource';
import { renameResource } from '../../../../src/resources/create/changeResource';
import { refusal } from '../memoryService';
import { fakeRoom } from '../../../fakes/room';

const where = { connection: 'aaaa1111', version: 'v1beta' } as const;
const corpora: ResourceRef = { ...where, kind: 'corpus', name: '', collection: true };
const documents: ResourceRef = { ...where, kind: 'document', name: 'corpora/a', collection: true };
const chunks: ResourceRef = {
  ...where,
  kind: 'chunk',
  name: 'corpora/a/documents/b',
  collection: true,
};

function inRoom(...answers: readonly (string | undefined)[]) {
  return fakeRoom(
    ({ input }) => ({ name: 'corpora/a/documents/made', ...(input.body as object) }),
    ...answers,
  );
}

describe('creating a resource', () => {
  it('opens a document where that is chosen', async () => {
    const { room, opened, clients } = inRoom('Edit as JSON');
    await createResource(room, [documents]);
    assert.deepEqual([opened, clients.calls], [[documents], []]);
  });

  it('asks for each field and the id, and makes it', async () => {
    const { room, clients, prompts, revealed } = inRoom('Fill in a form', 'Songs', 'songs');
    await createResource(room, [corpora]);
    const [call] = clients.calls;
    assert.equal(call?.id, 'corpora.create');
    assert.deepEqual(call.input.body, { displayName: 'Songs', name: 'corpora/songs' });
    assert.deepEqual(prompts.problems, []);
    assert.equal(revealed.length, 1);
  });

  it('lets the service choose the id, and leaves out what was left empty', async () => {
    const { room, clients } = inRoom('Fill in a form', '', 'Continue', '');
    await createResource(room, [documents]);
    assert.deepEqual(clients.calls[0]?.input, { parent: 'corpora/a', body: {} });
  });

  it('does not take what the service would refuse', async () => {
    const wrong = ['x'.repeat(513), 'Add Number', 'year', 'many', 'Continue', '-Id-'];
    const { room, prompts } = inRoom('Fill in a form', ...wrong);
    await createResource(room, [documents]);
    assert.deepEqual(prompts.problems, [
      'Enter up to 512 characters.',
      'Enter a number.',
      'IDs can have up to 40 characters: a–z, 0–9, and dashes (not at the start or end).',
    ]);
  });

  it('asks for the text of a chunk, which it needs', async () => {
    const { room, clients, prompts } = inRoom('Fill in a form', 'Hello', 'Continue', 'one');
    await createResource(room, [chunks]);
    const name = 'corpora/a/documents/b/chunks/one';
    assert.deepEqual(clients.calls[0]?.input.body, { data: { stringValue: 'Hello' }, name });
    assert.deepEqual(prompts.problems, []);
    const empty = inRoom('Fill in a form', '', undefined);
    await createResource(empty.room, [chunks]);
    assert.deepEqual(empty.prompts.problems, ['A value is required.']);
  });

  it('keeps what was filled in where the id is taken, says so, and asks for another', async () => {
    let tries = 0;
    const { room, prompts, revealed, activity } = fakeRoom(
      ({ input }) => {
        if (++tries === 1) throw refusal(409, 'ALREADY_EXISTS', 'Requested entity already exists.');
        return { ...(input.body as object) };
      },
      'Fill in a form',
      'Songs',
      'songs',
      'Choose another ID',
      'songs-2',
    );
    await createResource(room, [corpora]);
    assert.equal(prompts.asked[3]?.text, 'Not created: The ID “songs” is already in use.');
    assert.equal(prompts.asked[4]?.value, 'songs');
    assert.deepEqual(
      revealed.map(({ name }) => name),
      ['corpora/songs-2'],
    );
    assert.equal(activity.last?.ended, 'done');
  });

  for (const answers of [
    [undefined],
    ['Fill in a form', undefined],
    ['Fill in a form', 'x', undefined],
    ['Fill in a form', 'x', 'Continue', undefined],
  ]) {
    it(`makes nothing where question ${answers.length} is dismissed`, async () => {
      const { room, clients } = inRoom(...answers);
      await createResource(room, [documents]);
      assert.deepEqual(clients.calls, []);
    });
  }
});

describe('renaming a resource', () => {
  it('begins with the present name, and changes nothing else', async () => {
    const ref: ResourceRef = { ...where, kind: 'corpus', name: 'corpora/a' };
    const found = { name: ref.name, displayName: 'Before' };
    const { room, clients, prompts } = fakeRoom(() => found, 'After');
    await renameResource(room, [ref]);
    assert.equal(prompts.asked[0]?.value, 'Before');
    const change = clients.calls.find(({ id }) => id === 'corpora.patch');
    const sent = { updateMask: 'displayName', body: { displayName: 'After' } };
    assert.deepEqual(change?.input, { 'corpus.name': ref.name, ...sent });
  });
});
