import assert from 'node:assert/strict';
import { goToResource, readAddress } from '../../../../src/resources/tree/goToResource';
import { fakeRoom, MINE } from '../../../fakes/room';
import { refusal } from '../memoryService';

const DOCUMENT = 'corpora/zoo/documents/birds';

describe('going to a resource', () => {
  const found: readonly (readonly [text: string, version: string, kind: string, name: string])[] = [
    [DOCUMENT, 'v1beta', 'document', DOCUMENT],
    ['/v1/models/m-1', 'v1', 'model', 'models/m-1'],
    ['v1/corpora/zoo', 'v1beta', 'corpus', 'corpora/zoo'],
    ['https://one.example/v1beta/corpora/zoo?alt=json&key=k', 'v1beta', 'corpus', 'corpora/zoo'],
    ['models/m:generateContent', 'v1beta', 'model', 'models/m'],
    [
      'POST https://one.example/v1beta/models/m:streamGenerateContent?alt=sse',
      'v1beta',
      'model',
      'models/m',
    ],
    ['tunedModels/t/operations/o', 'v1beta', 'tunedModelOperation', 'tunedModels/t/operations/o'],
    [`genlang:/bbbb2222/v1beta/${DOCUMENT}.json`, 'v1beta', 'document', DOCUMENT],
  ];
  for (const [text, version, kind, name] of found) {
    it(`reads ${text.trim()}`, () => {
      const ref = readAddress(text, MINE);
      assert.deepEqual([ref?.version, ref?.kind, ref?.name], [version, kind, name]);
      assert.equal(ref?.connection, text.startsWith('genlang') ? 'bbbb2222' : MINE.id);
    });
  }

  for (const text of ['', 'corpora', 'corpora/..', 'https://', 'nothing/x', '%', 'files/a/b']) {
    it(`finds nothing in “${text}”`, () => {
      assert.equal(readAddress(text, MINE), undefined);
    });
  }

  /** A room in which two corpora of the same name are listed. */
  async function listed(...answers: readonly (string | undefined)[]) {
    const corpora = ['a', 'b'].map((id) => ({ name: `corpora/${id}`, displayName: 'Zoo' }));
    const world = fakeRoom(
      ({ id }) => {
        if (id !== 'corpora.list')
          throw refusal(
            403,
            'PERMISSION_DENIED',
            'No permission to access it, or it may not exist.',
          );
        return { corpora: [...corpora, { name: 'corpora/c', displayName: 'Garden' }] };
      },
      ...answers,
    );
    const root = { connection: MINE.id, version: 'v1beta', kind: 'corpus', name: '' } as const;
    await world.room.services.store.list({ ...root, collection: true });
    return world;
  }

  it('finds what is loaded by how it is called, and asks which of several', async () => {
    const one = await listed('gard');
    await goToResource(one.room, []);
    assert.deepEqual(
      one.opened.map(({ name }) => name),
      ['corpora/c'],
    );
    const { room, prompts, opened } = await listed(' zoo ', 'Zoo');
    await goToResource(room, []);
    assert.deepEqual(
      prompts.asked[1]?.items?.map(({ description }) => description),
      ['corpora/a', 'corpora/b'],
    );
    assert.deepEqual(
      opened.map(({ name }) => name),
      ['corpora/a'],
    );
  });

  it('says in its own words that there is nothing of a name, and opens nothing', async () => {
    const { room, opened, revealed } = await listed('corpora/nowhere');
    await assert.rejects(
      goToResource(room, []),
      /The corpus “corpora\/nowhere” doesn’t exist, or you don’t have access to it\./,
    );
    assert.deepEqual([opened, revealed], [[], []]);
  });

  it('opens the document, and shows its row', async () => {
    const { room, opened, revealed, focused } = fakeRoom(() => ({}), DOCUMENT);
    await goToResource(room, []);
    assert.deepEqual(
      [opened, revealed, focused].map((refs) => refs.map(({ name }) => name)),
      [[DOCUMENT], [DOCUMENT], []],
    );
  });
});
