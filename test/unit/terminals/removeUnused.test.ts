import assert from 'node:assert/strict';
import { type RecordingFiles, removeUnused } from '../../../src/terminals/recordingNotes';
import { FakePrompts } from '../../fakes/prompts';

const UNUSED = [
  '0001-models.get-1f2e3d4c.json',
  '0002-models.list-1f2e3d4c.json',
  '0003-gone.json',
];

/** A folder that has all of them but the last. */
function folderOf() {
  const there = new Map(UNUSED.slice(0, 2).map((file) => [file, Buffer.from(file)]));
  const files: RecordingFiles = {
    read: (file) => Promise.resolve(there.get(file)),
    remove: (file) => Promise.resolve(void there.delete(file)),
    write: (file, content) => Promise.resolve(void there.set(file, Buffer.from(content))),
  };
  return { there, files };
}

describe('removing unused recordings', () => {
  it('lists them, and removes none unless the user says so', async () => {
    const { there, files } = folderOf();
    const prompts = new FakePrompts(undefined);
    await removeUnused(prompts, UNUSED, files);
    assert.deepEqual(prompts.asked[0]?.choices, UNUSED);
    assert.deepEqual([there.size, prompts.asked.length], [2, 1]);
  });

  it('removes those that are checked', async () => {
    const { there, files } = folderOf();
    const prompts = new FakePrompts(UNUSED[1]);
    await removeUnused(prompts, UNUSED, files);
    assert.deepEqual([...there.keys()], [UNUSED[0]]);
    assert.deepEqual(prompts.asked[1]?.text, 'Recordings removed: 1.');
  });

  it('puts them back', async () => {
    const { there, files } = folderOf();
    const prompts = new FakePrompts('OK');
    prompts.pressed.add('Restore');
    await removeUnused(prompts, UNUSED, files);
    assert.deepEqual(
      [...there].map(([file, content]) => [file, content.toString()]),
      UNUSED.slice(0, 2).map((file) => [file, file]),
    );
  });
});
