import assert from 'node:assert/strict';
import { CancelledError } from '../../../../../src/base/errors';
import type { Progress } from '../../../../../src/platform/progress';
import {
  changedFiles,
  findFiles,
} from '../../../../../src/playground/host/prompts/promptAgreement';
import { sha256 } from '../../../../../src/playground/host/prompts/promptFiles';
import type { PromptFile } from '../../../../../src/conversation/model/promptFile';
import { FakePromptFiles } from './fakePromptFiles';

const URI = 'file:///folder/kite.prompt.json';
const MIB = 1024 * 1024;
const PROMPT: PromptFile = {
  format: 1,
  model: 'models/x',
  settings: {},
  messages: [
    { role: 'user', attachments: [{ path: './a.png', sha256: sha256('a').toUpperCase() }] },
    { role: 'model', text: 'Hm' },
    { role: 'user', attachments: [{ path: './b.png', sha256: sha256('old') }, { path: './c' }] },
  ],
};

describe('the files of a prompt', () => {
  let files: FakePromptFiles;
  let cancel: AbortController;
  let shown: string[];

  beforeEach(() => {
    files = new FakePromptFiles();
    for (const name of ['a.png', 'b.png', 'c'])
      files.contents.set(`/folder/${name}`, name[0] ?? '');
    cancel = new AbortController();
    shown = [];
  });

  async function changed(signal?: AbortSignal): Promise<readonly string[]> {
    const progress: Progress = (title, work) => {
      shown.push(title);
      return work(cancel.signal);
    };
    const parts = { files, progress };
    return await changedFiles(await findFiles(PROMPT, URI, parts), URI, parts, signal);
  }

  it('are found, and those that are others by now are told', async () => {
    const found = await findFiles(PROMPT, URI, { files });
    assert.deepEqual(
      found.map(({ message, source, size }) => [message, source.path, size]),
      [
        [0, '/folder/a.png', 1],
        [2, '/folder/b.png', 1],
        [2, '/folder/c', 1],
      ],
    );
    assert.deepEqual(files.hashed, []);
    assert.deepEqual(await changed(), ['./b.png']);
    assert.deepEqual(shown, []);
  });

  it('can be cancelled where together they are large', async () => {
    for (const name of ['a.png', 'b.png']) files.sizes.set(`/folder/${name}`, 6 * MIB);
    assert.deepEqual(await changed(), ['./b.png']);
    assert.deepEqual(shown, ['Reading the files of kite.prompt.json']);
    assert.ok(files.hashed.every(([, canCancel]) => canCancel));
    cancel.abort(new CancelledError());
    await assert.rejects(changed(), CancelledError);
  });

  it('are refused where one can’t be read, or is outside', async () => {
    files.contents.delete('/folder/c');
    await assert.rejects(changed(), {
      reason: 'unreadable',
      message: /^Couldn’t read “\.\/c”: /,
    });
    files.resolve = async () => undefined;
    await assert.rejects(changed(), { reason: 'outside' });
    assert.deepEqual(files.hashed, []);
  });
});
