import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly unknownModels: (
    models: readonly { readonly id: string }[],
    files: readonly { readonly path: string; readonly text: string }[],
  ) => readonly string[];
}

describe('the review of the model pack', () => {
  it('has models of recordings and lists that the pack does not know', async () => {
    const { href } = pathToFileURL(resolve('test/harness/models.mjs'));
    const { unknownModels } = (await import(href)) as Scripts;
    const recording = JSON.stringify({
      path: '/v1beta/models/gemini-a:generateContent',
      body: JSON.stringify({ model: 'gemini-b', modelVersion: 'gemini-known' }),
      other: ['tunedModels/mine', { model: 'models/gemini-known' }],
    });
    const list = JSON.stringify({
      models: [{ name: 'models/gemini-a' }, { name: 'models/c-1.5' }],
    });
    const files = [
      { path: 'one.json', text: recording },
      { path: 'list.json', text: list },
    ];
    assert.deepEqual(unknownModels([{ id: 'gemini-known' }], files), [
      'c-1.5: in list.json, and not known',
      'gemini-a: in one.json, and not known',
      'gemini-b: in one.json, and not known',
    ]);
  });
});
