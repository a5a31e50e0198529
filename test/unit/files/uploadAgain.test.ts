import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ResourceRef } from '../../../src/catalog/ref';
import type { RememberedUpload } from '../../../src/files/rememberedFiles';
import { uploadAgain } from '../../../src/files/uploadAgain';
import { fakeFilesContext } from '../../fakes/filesContext';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';

describe('uploading a file again', () => {
  const HOUR = 3_600_000;
  const ref = (name: string): ResourceRef => ({
    connection: 'aaaa1111',
    version: 'v1beta',
    kind: 'file',
    name,
  });

  function sent(
    path: string,
    content: string,
    more: Partial<RememberedUpload> = {},
  ): RememberedUpload {
    return {
      connection: 'aaaa1111',
      name: 'files/old',
      uri: 'https://one.example/files/old',
      displayName: 'shown.txt',
      mimeType: 'text/special',
      path,
      target: targetOf(path),
      size: content.length,
      modifiedAt: 1,
      hash: createHash('sha256').update(content).digest('hex'),
      ...more,
    };
  }

  function testWith(
    files: ConstructorParameters<typeof FakeUserFiles>[0],
    remembered: readonly RememberedUpload[],
    ...answers: readonly (string | undefined)[]
  ) {
    const userFiles = new FakeUserFiles(files);
    const test = fakeFilesContext(userFiles, [], ...answers);
    test.remembered.push(...remembered);
    const added = () =>
      test.queue.added.map(
        ({ file, displayName, mimeType }) => `${file.path} ${displayName} ${mimeType}`,
      );
    return { ...test, userFiles, added };
  }

  it('sends the source as it was sent before, without a question or a look into it', async () => {
    const test = testWith({ '/w/a.txt': 'same' }, [sent('/w/a.txt', 'same')]);
    await uploadAgain(test.room, [ref('files/old')]);
    assert.deepEqual(test.added(), ['/w/a.txt shown.txt text/special']);
    assert.deepEqual([test.prompts.asked, test.userFiles.read], [[], []]);
  });

  it('asks whether changes in an editor are saved before', async () => {
    const unsaved = { '/w/a.txt': { content: 'same', isUnsaved: true } };
    for (const [answer, sizes] of [
      ['Save', ['same saved'.length]],
      [undefined, []],
    ] as const) {
      const test = testWith(unsaved, [sent('/w/a.txt', 'same')], answer);
      await uploadAgain(test.room, [ref('files/old')]);
      assert.deepEqual(
        test.queue.added.map(({ file }) => file.size),
        sizes,
      );
    }
  });

  for (const [title, content, more] of [
    ['of the same size', 'emas', {}],
    ['whose content nobody noted', 'same', { hash: undefined }],
  ] as const) {
    it(`asks about a source that has changed: one ${title}`, async () => {
      const { hash, ...rest } = { ...sent('/w/a.txt', 'same'), ...more };
      const test = testWith(
        { '/w/a.txt': { content, modifiedAt: 2 } },
        [hash === undefined ? rest : { ...rest, hash }],
        'Upload Current Version',
        undefined,
      );
      await uploadAgain(test.room, [ref('files/old')]);
      assert.equal(test.prompts.asked[0]?.text, '/w/a.txt has changed since it was uploaded.');
      assert.deepEqual(test.added(), ['/w/a.txt shown.txt text/special']);
      await uploadAgain(test.room, [ref('files/old')]);
      assert.equal(test.added().length, 1, 'It was sent though the question was dismissed.');
    });
  }

  it('takes another file where the source is gone, with the name and type of that', async () => {
    const test = testWith({ '/w/b.md': '# b' }, [sent('/w/a.txt', 'same')], 'Select File…');
    test.userFiles.picked = ['/w/b.md'];
    await uploadAgain(test.room, [ref('files/old')]);
    assert.equal(test.prompts.asked[0]?.text, '/w/a.txt no longer exists.');
    assert.deepEqual(test.added(), ['/w/b.md b.md text/markdown']);
  });

  it('refuses what is too large by now, and asks for links that lead out', async () => {
    const big = { localPath: '/nowhere', size: 2 ** 31 + 1, modifiedAt: 1 };
    const first = testWith(
      { '/w/a.txt': big },
      [sent('/w/a.txt', 'same')],
      'Upload Current Version',
    );
    await assert.rejects(uploadAgain(first.room, [ref('files/old')]), { reason: 'tooLarge' });
    const link = { content: 'same', leadsTo: '/etc/passwd' };
    const second = testWith({ '/w/a.txt': link }, [sent('/w/a.txt', 'same')], undefined);
    await uploadAgain(second.room, [ref('files/old')]);
    assert.match(second.prompts.asked[0]?.text ?? '', /resolves to \/etc\/passwd/);
    assert.deepEqual(second.added(), []);
  });

  it('lists what was sent from the palette, what is gone first', async () => {
    const remembered = [
      sent('/w/new.txt', 'new', { displayName: 'new.txt', expiresAt: 5 * HOUR }),
      sent('/w/old.txt', 'old', { displayName: 'old.txt', expiresAt: -3 * HOUR }),
      sent('/w/older.txt', 'older', { displayName: 'older.txt', expiresAt: -72 * HOUR }),
    ];
    const test = testWith({ '/w/old.txt': 'old' }, remembered, 'old.txt');
    test.room.clock.now = () => 0;
    await uploadAgain(test.room, []);
    assert.deepEqual(
      test.prompts.asked[0]?.items?.map(({ label, description }) => [label, description]),
      [
        ['old.txt', 'expired 3 h ago'],
        ['older.txt', 'expired 3 days ago'],
        ['new.txt', '5 h left'],
      ],
    );
    assert.deepEqual(test.added(), ['/w/old.txt old.txt text/special']);
  });

  it('says so where nothing was sent yet, and does nothing without trust', async () => {
    const test = testWith({}, []);
    await assert.rejects(uploadAgain(test.room, []), { reason: 'nothingRemembered' });
    test.trust.isTrusted = false;
    await uploadAgain(test.room, [ref('files/old')]);
    assert.deepEqual(test.added(), []);
  });
});
