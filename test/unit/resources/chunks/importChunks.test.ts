import assert from 'node:assert/strict';
import { objectAt, textAt } from '../../../../src/base/json';
import { importChunks, importDropped } from '../../../../src/resources/chunks/importChunks';
import { DOCUMENT, refTo, teaRoom, teaService } from '../removing';

describe('importing chunks from a file', () => {
  /** Texts of the document, of which the file has made some. */
  const textsOf = ({ service }: ReturnType<typeof teaRoom>) =>
    service
      .names(`${DOCUMENT}/chunks/`)
      .map((name) => textAt(objectAt(service.resources.get(name) ?? {}, 'data'), 'stringValue'));

  it('begins with a file that was dropped on the document, or on one of its chunks', async () => {
    for (const target of [DOCUMENT, `${DOCUMENT}/chunks/c0`]) {
      const tea = teaRoom(teaService(1), 'Create 2 Chunks');
      tea.localFiles.sources.push({ name: 'a.txt', text: 'One.\n\nTwo.\n' });
      const file = { scheme: 'file', authority: '', path: '/home/a.txt' };
      await importDropped(tea.room, refTo(target), file);
      assert.deepEqual(tea.localFiles.opened, [file]);
      assert.deepEqual(textsOf(tea).sort(), ['One.', 'Text 0', 'Two.']);
      // No other question than the preview.
      assert.deepEqual(
        tea.prompts.asked.map(({ text }) => text),
        ['Create Chunks in Green tea'],
      );
    }
  });

  it('shows how the characters are read, and reads them otherwise where that is wanted', async () => {
    const bytes = Buffer.concat([Buffer.from('text\ncaf'), Buffer.from([0xe9]), Buffer.from('\n')]);
    const tea = teaRoom(
      teaService(0),
      ...['From a File…', 'Encoding', 'UTF-8', 'Encoding', 'Cyrillic (Windows 1251)'],
      'Create 1 Chunk',
    );
    tea.localFiles.sources.push({ name: 'a.csv', text: bytes });
    await importChunks(tea.room, [refTo(DOCUMENT)]);
    const shown = tea.prompts.asked.flatMap(({ items = [] }) =>
      items.filter(({ label }) => label === 'Encoding'),
    );
    assert.deepEqual(
      shown.map(({ description, detail }) => [description, detail]),
      [
        ['Western (Windows 1252)', undefined],
        ['UTF-8', '1 row has characters that can’t be read this way'],
        ['Cyrillic (Windows 1251)', undefined],
      ],
    );
    assert.deepEqual(textsOf(tea), ['cafй']);
  });

  for (const [name, text, why] of [
    ['a.csv', 'id,text\n', 'The table has a header at most, and nothing below it.'],
    ['a.jsonl', '\n\n', 'There is nothing but empty lines.'],
  ] as const) {
    it(`says that ${name} has no rows`, async () => {
      const tea = teaRoom(teaService(0), 'From a File…', undefined);
      tea.localFiles.sources.push({ name, text });
      await importChunks(tea.room, [refTo(DOCUMENT)]);
      const items = tea.prompts.asked[1]?.items ?? [];
      assert.equal(items.find(({ label }) => label === 'No Rows')?.detail, why);
      assert.ok(!items.some(({ label }) => label.startsWith('Create')));
    });
  }
});
