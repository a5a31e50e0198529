import assert from 'node:assert/strict';
import { uploadToStore } from '../../../../src/files/stores/storeSettings';
import { fakeFilesContext } from '../../../fakes/filesContext';
import { FakeUserFiles, targetOf } from '../../../fakes/userFiles';
import { STORE, StoreService } from './storeWorld';

const PLAIN = 'Automatic';

function open(files: FakeUserFiles, ...answers: readonly (string | undefined)[]) {
  const service = new StoreService();
  const world = fakeFilesContext(files, [], ...answers);
  world.clients.answer = service.answer;
  const asked = () => world.prompts.asked.map(({ text }) => text);
  const added = () => world.queue.added.map((one) => [one.displayName, one.mimeType, one.into]);
  return { ...world, service, asked, added };
}

describe('uploading to a file search store', () => {
  it('asks for the store and how files become documents, and adds them to the queue', async () => {
    const files = new FakeUserFiles({ '/w/a.md': '# a', '/w/b.ts': 'let b;' });
    const { room, asked, added, clients } = open(files, 'Harbour', 'Upload', PLAIN);
    await uploadToStore(room, ['/w/a.md', '/w/b.ts'].map(targetOf));
    assert.deepEqual(asked(), [
      'Upload to File Search Store',
      'Upload 2 files (9 bytes) to Harbour of Mine?',
      'Upload 2 files to Harbour',
    ]);
    assert.deepEqual(added(), [
      ['a.md', 'text/markdown', { store: STORE, settings: {} }],
      ['b.ts', 'text/plain', { store: STORE, settings: {} }],
    ]);
    // Files of the service are another thing: nobody looks whether they are there.
    assert.ok(!clients.calls.some(({ id }) => id === 'files.list'));
  });

  it('leaves out what is too large for a store, in the words of its limit', async () => {
    const files = new FakeUserFiles({ '/w/a.md': '# a' });
    const { inspect } = files;
    files.inspect = async (target) => {
      if (target.path === '/w/a.md') return await inspect.call(files, target);
      return {
        target,
        name: 'film.mp4',
        path: '/w/film.mp4',
        kind: 'file',
        modifiedAt: 1,
        size: 104_857_601,
        localPath: '/nowhere/film.mp4',
      };
    };
    const both = ['/w/a.md', '/w/film.mp4'].map(targetOf);
    const { room, asked, added } = open(files, 'Harbour', 'Upload', PLAIN);
    await uploadToStore(room, both);
    assert.match(
      asked()[1] ?? '',
      /The limit of a file search store is 104,857,600 bytes \(100 MiB\)\./,
    );
    assert.equal(added().length, 1);
  });
});
