import assert from 'node:assert/strict';
import { uploadFiles } from '../../../src/files/uploadFiles';
import { fakeFilesContext } from '../../fakes/filesContext';
import { settled } from '../../fakes/settle';
import { FakeUserFiles, targetOf } from '../../fakes/userFiles';
import { fileThere } from './fileThere';

describe('uploading files that the service has already', () => {
  const added = ({ queue }: ReturnType<typeof fakeFilesContext>): readonly string[] =>
    queue.added.map(({ displayName, mimeType }) => `${displayName} ${mimeType}`);

  for (const [answer, sent, used] of [
    ['Use Existing File', [], 1],
    ['Upload Again', ['a.txt text/plain'], 0],
    ['Skip', [], 0],
  ] as const) {
    it(`does what is said of one that is there already: ${answer}`, async () => {
      const files = new FakeUserFiles({ '/w/a.txt': 'same' });
      const test = fakeFilesContext(files, [fileThere('same')], answer);
      await settled(uploadFiles(test.room, [targetOf('/w/a.txt')]));
      assert.equal(test.prompts.asked[0]?.text, '“a.txt” Already Uploaded');
      assert.deepEqual(added(test), sent);
      const notices = test.prompts.asked.filter(({ kind }) => kind === 'notify');
      assert.deepEqual(
        notices.map(({ text, choices }) => [text, choices]),
        used === 1 ? [['“there.txt” already exists.', ['Copy URI', 'Ask About File']]] : [],
      );
    });
  }

  it('asks about each that is there, until the answer is for all', async () => {
    const contents = ['one', 'two', 'three', 'four!'];
    const files = new FakeUserFiles(
      Object.fromEntries(contents.map((content, index) => [`/w/${index}.txt`, content])),
    );
    const answers = ['Upload', 'Upload Again', 'Use for All 3'];
    const test = fakeFilesContext(
      files,
      contents.map((one) => fileThere(one)),
      ...answers,
    );
    await uploadFiles(
      test.room,
      contents.map((_, index) => targetOf(`/w/${index}.txt`)),
    );
    assert.deepEqual(added(test), ['0.txt text/plain']);
    assert.match(
      test.prompts.asked[0]?.text ?? '',
      /4 files with the same content already exist\./,
    );
    await settled(test.queue.ends[0]?.resolve(fileThere('one', { displayName: '0.txt' })));
    const notice = test.prompts.asked.at(-1);
    assert.equal(notice?.text, 'Uploaded “0.txt”. 3 files already exist.');
    assert.deepEqual(notice.choices, ['Copy URIs']);
  });
});
