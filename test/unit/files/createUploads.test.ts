import assert from 'node:assert/strict';
import { CancelledError } from '../../../src/base/errors';
import { createUploads } from '../../../src/files/createUploads';
import { fakeFilesRoom } from '../../fakes/filesRoom';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';

describe('files that a conversation attaches', () => {
  const link = { '/w/notes.txt': { content: 'root', leadsTo: '/home/me/.ssh/id' } };

  it('are not read through a link out of the workspace unless the user agrees', async () => {
    const files = new FakeUserFiles(link);
    const test = fakeFilesRoom(files, [], undefined);
    const uploads = createUploads(test.room);
    await assert.rejects(uploads.inspect(targetOf('/w/notes.txt')), CancelledError);
    assert.match(test.prompts.asked[0]?.text ?? '', /notes\.txt.* link to \/home\/me\/\.ssh\/id/s);
    assert.deepEqual(files.read, []);
  });

  it('are asked for once where such a link is meant', async () => {
    const test = fakeFilesRoom(new FakeUserFiles(link), [], 'Upload');
    const uploads = createUploads(test.room);
    assert.equal((await uploads.inspect(targetOf('/w/notes.txt'))).mimeType, 'text/plain');
    assert.equal((await uploads.inspect(targetOf('/w/notes.txt'))).size, 4);
    assert.equal(test.prompts.asked.length, 1);
  });

  it('are saved before, where an editor has more of them and the user wants that', async () => {
    const files = new FakeUserFiles({ '/w/a.ts': { content: 'let a;', isUnsaved: true } });
    const test = fakeFilesRoom(files, [], undefined, 'Save');
    const uploads = createUploads(test.room);
    await assert.rejects(uploads.inspect(targetOf('/w/a.ts')), CancelledError);
    const bytes = await (await uploads.inspect(targetOf('/w/a.ts'))).readAll(100);
    assert.equal(Buffer.from(bytes).toString(), 'let a; saved');
  });

  it('are not looked at in a workspace that is not trusted', async () => {
    const files = new FakeUserFiles({ '/w/a.ts': 'a' });
    const test = fakeFilesRoom(files, []);
    test.trust.isTrusted = false;
    const uploads = createUploads(test.room);
    await assert.rejects(uploads.inspect(targetOf('/w/a.ts')), { reason: 'notTrusted' });
    await assert.rejects(uploads.pick(), { reason: 'notTrusted' });
    assert.deepEqual([files.read, files.asked], [[], []]);
  });
});
