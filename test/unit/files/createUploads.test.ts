import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../src/api/schema/row';
import { CancelledError } from '../../../src/base/errors';
import { createUploads } from '../../../src/files/createUploads';
import type { RememberedUpload } from '../../../src/files/rememberedFiles';
import type { UploadState } from '../../../src/platform/localFiles';
import { fakeFilesContext } from '../../fakes/filesContext';
import { MINE } from '../../fakes/room';
import { settle } from '../../fakes/settle';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';
import { fileThere } from './fileThere';

describe('files that a conversation attaches', () => {
  const link = { '/w/notes.txt': { content: 'root', leadsTo: '/home/me/.ssh/id' } };

  it('are not read through a link out of the workspace unless the user agrees', async () => {
    const files = new FakeUserFiles(link);
    const test = fakeFilesContext(files, [], undefined);
    const uploads = createUploads(test.room);
    await assert.rejects(uploads.inspect(targetOf('/w/notes.txt')), CancelledError);
    assert.match(
      test.prompts.asked[0]?.text ?? '',
      /notes\.txt.* resolves to \/home\/me\/\.ssh\/id/s,
    );
    assert.deepEqual(files.read, []);
  });

  it('are saved before, where an editor has more of them and the user wants that', async () => {
    const files = new FakeUserFiles({ '/w/a.ts': { content: 'let a;', isUnsaved: true } });
    const test = fakeFilesContext(files, [], undefined, 'Save');
    const uploads = createUploads(test.room);
    await assert.rejects(uploads.inspect(targetOf('/w/a.ts')), CancelledError);
    const bytes = await (await uploads.inspect(targetOf('/w/a.ts'))).readAll(100);
    assert.equal(Buffer.from(bytes).toString(), 'let a; saved');
  });

  it('are not looked at in a workspace that is not trusted', async () => {
    const files = new FakeUserFiles({ '/w/a.ts': 'a' });
    const test = fakeFilesContext(files, []);
    test.trust.isTrusted = false;
    const uploads = createUploads(test.room);
    await assert.rejects(uploads.inspect(targetOf('/w/a.ts')), { reason: 'notTrusted' });
    await assert.rejects(uploads.pick(), { reason: 'notTrusted' });
    assert.deepEqual([files.read, files.asked], [[], []]);
  });

  /** Uploads of one file, with what the service has already. */
  function uploading(listed: readonly JsonObject[]) {
    const files = new FakeUserFiles({ '/w/a.md': '# a' });
    const test = fakeFilesContext(files, listed);
    const uploads = createUploads(test.room);
    const states: UploadState[] = [];
    const controller = new AbortController();
    const watch = {
      signal: controller.signal,
      onState: (state: UploadState) => void states.push(state),
    };
    const upload = async () =>
      await uploads.upload(test.connection.id, await uploads.inspect(targetOf('/w/a.md')), watch);
    return { ...test, files, uploads, states, controller, watch, upload };
  }

  it('are taken from the service where it has the content as the same type', async () => {
    const there = fileThere('# a', { mimeType: 'text/markdown' });
    const test = uploading([there]);
    assert.equal((await test.upload()).name, there.name);
    assert.deepEqual(test.queue.added, []);
  });

  for (const [what, more] of [
    ['as another type', { mimeType: 'application/octet-stream' }],
    ['and processes it yet', { mimeType: 'text/markdown', state: 'PROCESSING' }],
  ] as const) {
    it(`are sent where the service has the content ${what}`, async () => {
      const test = uploading([fileThere('# a', more)]);
      const sent = test.upload();
      await settle();
      assert.deepEqual(
        test.queue.added.map(({ displayName, mimeType }) => [displayName, mimeType]),
        [['a.md', 'text/markdown']],
      );
      test.queue.ends[0]?.resolve({ name: 'files/new' });
      assert.equal((await sent).name, 'files/new');
    });
  }

  describe('again', () => {
    const known: RememberedUpload = {
      connection: MINE.id,
      name: 'files/old',
      uri: 'https://one.example/files/old',
      displayName: 'a.md',
      mimeType: 'text/special',
      path: '/w/a.md',
      target: targetOf('/w/a.md'),
      size: 3,
      modifiedAt: 1,
      hash: createHash('sha256').update('# a').digest('hex'),
    };
    const again = (test: ReturnType<typeof uploading>) =>
      test.uploads.uploadAgain(MINE.id, 'files/old', test.watch);

    it('are sent as the type of before', async () => {
      const test = uploading([]);
      test.remembered.push(known);
      const sent = again(test);
      await settle();
      assert.equal(test.queue.added[0]?.mimeType, 'text/special');
      test.queue.ends[0]?.resolve({ name: 'files/new' });
      assert.equal((await sent).name, 'files/new');
    });

    it('are refused where the content is another one', async () => {
      const test = uploading([]);
      test.remembered.push(known);
      test.files.files.set('/w/a.md', { content: '# b', modifiedAt: 2 });
      await assert.rejects(again(test), { reason: 'sourceChanged' });
      assert.deepEqual(test.queue.added, []);
    });
  });
});
