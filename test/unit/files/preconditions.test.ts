import assert from 'node:assert/strict';
import { uploadFiles } from '../../../src/files/uploadFiles';
import { fakeFilesContext } from '../../fakes/filesContext';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';

describe('uploading files that editors have changed', () => {
  it('saves what editors have of the files where that is wanted, and sends it', async () => {
    const files = new FakeUserFiles({
      '/w/a.txt': { content: 'old', isUnsaved: true },
      '/w/b.txt': 'b',
    });
    const test = fakeFilesContext(files, [], 'Save', 'Upload');
    await uploadFiles(test.room, ['/w/a.txt', '/w/b.txt'].map(targetOf));
    assert.match(test.prompts.asked[0]?.text ?? '', /^a\.txt has unsaved changes\./);
    assert.deepEqual(
      test.queue.added.map(({ file }) => file.size),
      ['old saved'.length, 1],
    );
  });

  it('sends what is on disk only where the user says so, and nothing when that is dismissed', async () => {
    const unsaved = { '/w/a.txt': { content: 'old', isUnsaved: true } };
    for (const [answer, sent] of [
      ['Use Saved Version', [3]],
      [undefined, []],
    ] as const) {
      const test = fakeFilesContext(new FakeUserFiles(unsaved), [], answer);
      await uploadFiles(test.room, [targetOf('/w/a.txt')]);
      assert.deepEqual(
        test.queue.added.map(({ file }) => file.size),
        sent,
      );
    }
  });
});
