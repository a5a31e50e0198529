import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { uploadFiles } from '../../../src/files/uploadFiles';
import { fakeFilesContext } from '../../fakes/filesContext';
import { settled } from '../../fakes/settle';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';
import { fileThere } from './fileThere';

describe('uploading files', () => {
  const added = ({ queue }: ReturnType<typeof fakeFilesContext>): readonly string[] =>
    queue.added.map(({ displayName, mimeType }) => `${displayName} ${mimeType}`);

  it('starts one small file at once, with its type', async () => {
    const test = fakeFilesContext(new FakeUserFiles({ '/w/a.ts': 'let a;' }), []);
    await uploadFiles(test.room, [targetOf('/w/a.ts')]);
    assert.deepEqual(added(test), ['a.ts text/plain']);
    assert.equal(test.queue.added[0]?.connection, test.connection.id);
    assert.deepEqual(test.prompts.asked, []);
    assert.deepEqual(test.told, ['Uploading a.ts']);
  });

  it('asks with the plan for more than one, and sends nothing when it is dismissed', async () => {
    const files = new FakeUserFiles({ '/w/a.ts': 'let a;', '/w/b.md': '# b' });
    const test = fakeFilesContext(files, [], undefined);
    await uploadFiles(test.room, ['/w/a.ts', '/w/b.md', '/w/a.ts'].map(targetOf));
    assert.deepEqual(
      test.prompts.asked.map(({ text }) => text),
      ['Upload 2 files (9 bytes) to Mine?'],
    );
    assert.deepEqual(added(test), []);
  });

  it('takes a folder with the patterns of the settings, named from the folder, without what is not to go', async () => {
    const files = new FakeUserFiles({
      '/w/app/src/a.ts': 'a',
      '/w/app/src/deep/b.ts': 'b',
      '/w/app/.git/config': 'secret',
      '/w/app/node_modules/x/y.js': 'x',
      '/w/app/.env': 'KEY=1',
      '/w/app/empty.txt': '',
      '/w/app/pipe': { kind: 'other', size: 0 },
      '/w/app/locked.txt': 'UNREADABLE',
    });
    files.gitIgnored = new Set(['/w/app/.env']);
    const test = fakeFilesContext(files, [], '**, !**/.git/**, !**/node_modules/**', 'Upload');
    await uploadFiles(test.room, [targetOf('/w/app')]);
    assert.deepEqual(added(test), ['src/a.ts text/plain', 'src/deep/b.ts text/plain']);
    const [patterns, plan] = test.prompts.asked;
    assert.equal(patterns?.value, '**, !**/.git/**, !**/node_modules/**');
    assert.equal(
      plan?.text,
      'Upload 2 files (2 bytes) to Mine? ' +
        'Skipped, excluded by patterns: .git/, node_modules/\n' +
        'Skipped, ignored by Git: .env\n' +
        'Skipped, unreadable: locked.txt\n' +
        'Skipped, not a regular file: pipe\n' +
        'Skipped, empty: empty.txt',
    );
    assert.ok(!files.read.includes('/w/app/.env'));
  });

  it('begins with the patterns that the user set, and takes those that are typed', async () => {
    const files = new FakeUserFiles({ '/w/app/a.ts': 'a', '/w/app/b.md': 'b' });
    const test = fakeFilesContext(files, [], '*.md', 'Upload');
    test.settings['files.include'] = ['*.ts', 7];
    test.settings['files.exclude'] = 'no list';
    await uploadFiles(test.room, [targetOf('/w/app')]);
    assert.equal(test.prompts.asked[0]?.value, '*.ts, !**/.git/**, !**/node_modules/**');
    assert.deepEqual(added(test), ['b.md text/markdown']);
  });

  it('names what is larger than 2 GiB before anything is sent, and takes exactly 2 GiB', async () => {
    const big = { localPath: '/nowhere', size: 2 ** 31 + 1 };
    const test = fakeFilesContext(new FakeUserFiles({ '/w/big.bin': big }), []);
    await assert.rejects(uploadFiles(test.room, [targetOf('/w/big.bin')]), {
      reason: 'nothingToUpload',
      message:
        'Skipped: big.bin has 2,147,483,649 bytes. The limit is 2,147,483,648 bytes (2 GiB).',
    });
    assert.deepEqual(test.clients.calls, []);
    const limit = new FakeUserFiles({ '/w/big.bin': { localPath: '/nowhere', size: 2 ** 31 } });
    // Not left out: it is looked into, and not found.
    await assert.rejects(uploadFiles(fakeFilesContext(limit, []).room, [targetOf('/w/big.bin')]), {
      reason: 'fileGone',
    });
  });

  it('says what is used of 20 GB where the files don’t fit', async () => {
    const full = { sizeBytes: String(20e9 - 3), displayName: 'film', state: 'ACTIVE' };
    const files = new FakeUserFiles({ '/w/a.txt': 'fiver' });
    const test = fakeFilesContext(files, [{ name: 'files/film', ...full }], 'Upload Anyway');
    await uploadFiles(test.room, [targetOf('/w/a.txt')]);
    assert.equal(
      test.prompts.asked[0]?.text,
      'Upload a.txt (5 bytes) to Mine? The file exceeds the project’s storage limit: 20.0 of 20 GB is used, and 2 bytes more is needed.',
    );
    assert.deepEqual(added(test), ['a.txt text/plain']);
  });

  it('asks for links that lead out of the workspace by name, and leaves out what is not meant', async () => {
    const files = new FakeUserFiles({
      '/w/app/a.ts': 'a',
      '/w/app/passwd': { content: 'root', leadsTo: '/etc/passwd' },
      '/w/app/shadow': { content: 'root', leadsTo: '/etc/shadow' },
    });
    const test = fakeFilesContext(files, [], '**', 'Skip', 'Upload', 'Upload');
    await uploadFiles(test.room, [targetOf('/w/app')]);
    const texts = test.prompts.asked.map(({ text }) => text);
    assert.match(texts[1] ?? '', /passwd.* resolves to \/etc\/passwd/s);
    assert.match(texts[2] ?? '', /shadow.* resolves to \/etc\/shadow/s);
    assert.match(texts[3] ?? '', /links to outside the workspace folder: passwd/);
    assert.deepEqual(added(test), ['a.ts text/plain', 'shadow text/plain']);
    assert.ok(!files.read.includes('/w/app/passwd'));
  });

  it('sends nothing when the question for a link is dismissed', async () => {
    const files = new FakeUserFiles({ '/w/l': { content: 'root', leadsTo: '/etc/passwd' } });
    const test = fakeFilesContext(files, [], undefined);
    await uploadFiles(test.room, [targetOf('/w/l')]);
    assert.deepEqual([added(test), files.read], [[], []]);
  });

  it('asks for a type that nothing tells, once for an ending', async () => {
    const files = new FakeUserFiles({ '/w/a.xyz': '\0a', '/w/b.xyz': '\0b', '/w/data': '\0c' });
    const test = fakeFilesContext(files, [], 'Upload', 'Other…', 'model/x-mine', 'text/csv');
    await uploadFiles(test.room, ['/w/a.xyz', '/w/b.xyz', '/w/data'].map(targetOf));
    assert.deepEqual(added(test), ['a.xyz model/x-mine', 'b.xyz model/x-mine', 'data text/csv']);
    assert.deepEqual(test.prompts.problems, []);
  });

  it('asks for files or a folder from the palette', async () => {
    const files = new FakeUserFiles({ '/w/app/a.ts': 'a' });
    files.picked = ['/w/app'];
    const test = fakeFilesContext(files, [], 'Folder…', '**', 'Upload');
    await uploadFiles(test.room, []);
    assert.equal(files.asked[0]?.folders, true);
    assert.deepEqual(added(test), ['a.ts text/plain']);
  });

  it('looks at nothing in a workspace that is not trusted, and shows where that is changed', async () => {
    const files = new FakeUserFiles({ '/w/a.ts': 'a' });
    files.inspect = () => Promise.reject(new Error('It was looked at.'));
    const test = fakeFilesContext(files, []);
    test.trust.isTrusted = false;
    test.prompts.notify = (_level, _message, ...actions) => Promise.resolve(actions[0]);
    await settled(uploadFiles(test.room, [targetOf('/w/a.ts')]));
    assert.deepEqual([added(test), test.shown, test.clients.calls], [[], ['trust'], []]);
  });

  it('sums up in one notification, and does what it offers', async () => {
    const files = new FakeUserFiles({ '/w/a.txt': 'a', '/w/b.txt': 'b', '/w/c.txt': 'c' });
    const test = fakeFilesContext(files, [], 'Upload');
    const notices: string[] = [];
    test.prompts.notify = (level, message, ...actions) => {
      notices.push([level, message, ...actions].join('|'));
      return Promise.resolve(actions[0]);
    };
    await uploadFiles(test.room, ['/w/a.txt', '/w/b.txt', '/w/c.txt'].map(targetOf));
    const [a, b, c] = test.queue.ends;
    a?.resolve(fileThere('a', { uri: 'https://one.example/a' }));
    await settled(b?.reject(new AppError('uploadFailed', 'No.')));
    assert.deepEqual(notices, []);
    await settled(c?.resolve(fileThere('c', { uri: 'https://one.example/c' })));
    assert.deepEqual(notices, [
      'warning|Uploaded 2 files. Couldn’t upload “b.txt”: No.|Copy URIs|Show',
    ]);
    assert.deepEqual(test.system.copied, ['https://one.example/a\nhttps://one.example/c']);
  });
});
