import assert from 'node:assert/strict';
import { objectAt, textAt } from '../../../../src/base/json';
import type { ImportPlan } from '../../../../src/resources/chunks/checkSource';
import { editSelected } from '../../../../src/resources/chunks/editSelected';
import {
  type ImportWork,
  importChunks,
  sendImport,
} from '../../../../src/resources/chunks/importChunks';
import { textIn } from '../../../../src/resources/chunks/textSource';
import { refusal } from '../memoryService';
import { DOCUMENT, refTo, teaRoom, teaService } from '../remove/removing';

describe('importing chunks from a file', () => {
  /** Texts of the document, of which the file has made some. */
  const textsOf = ({ service }: ReturnType<typeof teaRoom>) =>
    service
      .names(`${DOCUMENT}/chunks/`)
      .map((name) => textAt(objectAt(service.resources.get(name) ?? {}, 'data'), 'stringValue'));

  it('shows how the characters are read, and reads them otherwise where that is wanted', async () => {
    const bytes = Buffer.concat([Buffer.from('text\ncaf'), Buffer.from([0xe9]), Buffer.from('\n')]);
    const tea = teaRoom(
      teaService(0),
      'From a file…',
      'Encoding',
      'UTF-8',
      'Encoding',
      'Cyrillic (Windows 1251)',
      'Create 1 chunk',
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
        ['UTF-8', '1 row has characters that can’t be read in this encoding'],
        ['Cyrillic (Windows 1251)', undefined],
      ],
    );
    assert.deepEqual(textsOf(tea), ['cafй']);
  });

  for (const [answers, format, metadata] of [
    [[], 'CSV with semicolons and decimal commas', { key: 'price', numericValue: 0.5 }],
    [
      ['Format', 'CSV with semicolons'],
      'CSV with semicolons',
      { key: 'price', stringValue: '0,50' },
    ],
  ] as const) {
    it(`takes a price for what the format says: ${format}`, async () => {
      const tea = teaRoom(teaService(0), 'From a file…', ...answers, 'Create 2 chunks');
      tea.localFiles.sources.push({ name: 'a.csv', text: 'text;price\nA tea;0,50\nB tea;12\n' });
      await importChunks(tea.room, [refTo(DOCUMENT)]);
      const shown = tea.prompts.asked.at(-1)?.items?.find(({ label }) => label === 'Format');
      assert.equal(shown?.description, format);
      const chunks = tea.service.names(`${DOCUMENT}/chunks/`).map((name) => {
        return tea.service.resources.get(name);
      });
      assert.deepEqual(chunks[0]?.customMetadata, [metadata]);
    });
  }

  for (const [choice, most] of [
    ['Create 1,050 chunks', 1],
    ['Faster, in Any Order', 4],
  ] as const) {
    it(`asks about the order of many chunks, with how long each takes: ${choice}`, async () => {
      const tea = teaRoom(teaService(0), 'From a file…', choice);
      const text = Array.from({ length: 1050 }, (_, index) => `Row ${index}`).join('\n\n');
      tea.localFiles.sources.push({ name: 'a.txt', text });
      const calls = { running: 0, most: 0 };
      tea.service.before = async ({ id }) => {
        if (!id.endsWith('.batchCreate')) return;
        calls.running += 1;
        calls.most = Math.max(calls.most, calls.running);
        await new Promise(setImmediate);
        calls.running -= 1;
      };
      await importChunks(tea.room, [refTo(DOCUMENT)]);
      assert.deepEqual(
        tea.prompts.asked[1]?.items
          ?.slice(0, 2)
          .map(({ label, description }) => [label, description]),
        [
          ['Create 1,050 chunks', 'in order, about 22 s'],
          ['Faster, in Any Order', 'about 6 s'],
        ],
      );
      assert.equal(textsOf(tea).length, 1050);
      assert.equal(calls.most, most);
    });
  }
});

const lines = Array.from({ length: 950 }, (_, index) => JSON.stringify({ text: `Row ${index}` }));
const bytes = Buffer.from(lines.join('\n'), 'utf8');
const plan: ImportPlan = {
  source: textIn(
    {
      name: 'rows.jsonl',
      async *read() {
        yield await Promise.resolve(bytes);
      },
    },
    'utf-8',
  ),
  format: { kind: 'jsonl' },
  mapping: { text: 'text', metadata: [] },
};

describe('importing the rest', () => {
  it('makes each row once, also where a try ends before it comes to new rows', async () => {
    const { room, service } = teaRoom(teaService(0));
    const attempt = async (work: ImportWork) =>
      await sendImport(room, refTo(DOCUMENT), 'Green tea', work);
    let batches = 0;
    const endAfter = (count: number) => {
      batches = 0;
      service.before = ({ id }) => {
        if (id.endsWith('.batchCreate') && ++batches > count) throw refusal(401, 'UNAUTHENTICATED');
      };
    };
    endAfter(1);
    let { left } = await attempt({ plan, rest: [], skip: 0 });
    // Again and again: nothing, a part of the rest, nothing.
    for (const count of [0, 1, 0]) {
      endAfter(count);
      assert.ok(left);
      ({ left } = await attempt(left));
    }
    service.before = () => undefined;
    assert.ok(left);
    ({ left } = await attempt(left));
    assert.equal(left, undefined);
    const texts = service
      .names(`${DOCUMENT}/chunks/`)
      .map((name) => textAt(objectAt(service.resources.get(name) ?? {}, 'data'), 'stringValue'));
    assert.equal(texts.length, 950);
    assert.equal(new Set(texts).size, 950);
  });
});

const refs = [0, 1, 2].map((index) => refTo(`${DOCUMENT}/chunks/c${index}`));
const name = refs[1]?.name ?? '';

describe('changing the selected chunks', () => {
  it('keeps what somebody else changed since they were loaded', async () => {
    const answers = ['Set Metadata…', 'page', 'number', '7', 'Change'];
    const { room, service, store } = teaRoom(teaService(3), ...answers);
    await store.loadAll({ ...refTo(DOCUMENT), kind: 'chunk', collection: true });
    const author = { key: 'author', stringValue: 'Ada' };
    service.put(name, { data: { stringValue: 'Text 1' }, customMetadata: [author] });
    await editSelected(room, refs);
    const page = { key: 'page', numericValue: 7 };
    assert.deepEqual(service.resources.get(name)?.customMetadata, [author, page]);
    assert.deepEqual(service.resources.get(refs[0]?.name ?? '')?.customMetadata, [page]);
  });
});
