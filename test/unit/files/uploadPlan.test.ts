import assert from 'node:assert/strict';
import { uploadFiles } from '../../../src/files/uploadFiles';
import { fakeFilesContext } from '../../fakes/filesContext';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';

describe('the plan of an upload', () => {
  const added = ({ queue }: ReturnType<typeof fakeFilesContext>): readonly string[] =>
    queue.added.map(({ displayName, mimeType }) => `${displayName} ${mimeType}`);

  it('names folders in place of all that is in them where nothing of them goes', async () => {
    const files = new FakeUserFiles({
      '/w/app/a.ts': 'a',
      '/w/app/venv/lib/x.py': 'x',
      '/w/app/venv/lib/y.py': 'y',
      '/w/app/src/b.ts': 'b',
      '/w/app/src/b.log': 'log',
    });
    files.gitIgnored = new Set([
      '/w/app/venv/lib/x.py',
      '/w/app/venv/lib/y.py',
      '/w/app/src/b.log',
    ]);
    const test = fakeFilesContext(files, [], '**', 'Upload');
    await uploadFiles(test.room, [targetOf('/w/app')]);
    assert.match(test.prompts.asked[1]?.text ?? '', /Skipped, ignored by Git: b\.log, venv\/$/);
  });

  it('lists all files of the plan where that is wanted, and sends them only after that', async () => {
    const files = new FakeUserFiles({ '/w/app/a.ts': 'a', '/w/app/b.md': 'b', '/w/app/.env': 'K' });
    files.gitIgnored = new Set(['/w/app/.env']);
    for (const answer of ['Upload', undefined]) {
      const test = fakeFilesContext(files, [], '**', 'List Files');
      test.prompts.notify = (_level, message, ...actions) => {
        if (message.includes('to Mine?'))
          assert.deepEqual([added(test), actions], [[], ['Upload']]);
        return Promise.resolve(actions.find((action) => action === answer));
      };
      await uploadFiles(test.room, [targetOf('/w/app')]);
      assert.equal(
        test.documents.texts[0],
        'To upload\n  a.ts  (1 byte)\n  b.md  (1 byte)\n\nSkipped\n  .env  (ignored by Git)\n',
      );
      assert.equal(added(test).length, answer ? 2 : 0);
    }
  });

  it('sends what has the same content and type once', async () => {
    const files = new FakeUserFiles({
      '/w/a.txt': 'same',
      '/w/b.txt': 'same',
      '/w/c.txt': 'else',
      '/w/d.csv': 'same',
    });
    const test = fakeFilesContext(files, [], 'Upload');
    await uploadFiles(test.room, ['/w/a.txt', '/w/b.txt', '/w/c.txt', '/w/d.csv'].map(targetOf));
    assert.deepEqual(added(test), ['a.txt text/plain', 'c.txt text/plain', 'd.csv text/csv']);
    assert.match(
      test.prompts.asked[0]?.text ?? '',
      /^Upload 3 files \(12 bytes\) to Mine\? Skipped, .*: b\.txt$/,
    );
  });
});
