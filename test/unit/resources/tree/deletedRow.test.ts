import assert from 'node:assert/strict';
import { collectionRef, type ResourceRef } from '../../../../src/catalog/ref';
import { notifyDeleted } from '../../../../src/resources/resourceTexts';
import { FakePrompts } from '../../../fakes/prompts';

const FILE: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'file',
  name: 'files/a',
};

describe('the row of what was deleted elsewhere', () => {
  for (const [answer, wanted] of [
    ['Refresh', [['refreshed', collectionRef(FILE)]]],
    ['Remove from List', [['removed', [FILE]]]],
    [undefined, []],
  ] as const) {
    it(`is told as not found, and answered with ${answer ?? 'nothing'}`, async () => {
      const prompts = new FakePrompts();
      if (answer !== undefined) prompts.pressed.add(answer);
      const done: unknown[] = [];
      await notifyDeleted(
        {
          prompts,
          store: {
            find: () => ({ name: 'files/a', displayName: 'Notes' }),
            remove: (refs) => void done.push(['removed', refs]),
          },
          refresh: (collection) => Promise.resolve(done.push(['refreshed', collection])),
        },
        FILE,
      );
      assert.deepEqual(done, wanted);
      const [{ text, choices } = { text: '', choices: [] }] = prompts.asked;
      assert.match(text, /^“Notes” was not found\./);
      assert.deepEqual(choices, ['Refresh', 'Remove from List']);
    });
  }
});
