import assert from 'node:assert/strict';
import { checkedRows, checkSource } from '../../../../src/resources/chunks/checkSource';
import {
  detectFormat,
  type Format,
  readRecords,
  type SourceRecord,
} from '../../../../src/resources/chunks/records';
import { textIn, type TextSource } from '../../../../src/resources/chunks/textSource';
import { guessMapping, type Mapping } from '../../../../src/resources/chunks/mapping';

const csv: Format = { kind: 'csv', separator: ',' };
const jsonl: Format = { kind: 'jsonl' };

/** A text that comes in pieces of so many bytes. */
function sourceOf(text: string | Buffer, size = 7): TextSource {
  const bytes = Buffer.from(text);
  return textOf(async function* () {
    for (let at = 0; at < bytes.length; at += size) {
      yield await Promise.resolve(Uint8Array.from(bytes.subarray(at, at + size)));
    }
  });
}

function textOf(read: () => AsyncIterable<Uint8Array>): TextSource {
  return textIn({ name: 'a', read }, 'utf-8');
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

async function read(text: string | Buffer, format: Format, size?: number): Promise<SourceRecord[]> {
  return await collect(readRecords(sourceOf(text, size), format));
}

async function rowsOf(text: string, format: Format, mapping?: Mapping) {
  const guessed = mapping ?? guessMapping(await read(text, format), format);
  const plan = { source: sourceOf(text), format, mapping: guessed };
  return await collect(checkedRows(plan));
}

describe('reading rows for chunks', () => {
  for (const size of [1, 3, 1000]) {
    it(`takes tables with quotes, line breaks and odd characters, in pieces of ${size} bytes`, async () => {
      const text = '\ufeff"text",year\r\n"A ""gull"",\nand 🐦",2022\r\n\r\nПривет,\r\n';
      assert.deepEqual(await read(text, csv, size), [
        { line: 2, value: { text: 'A "gull",\nand 🐦', year: '2022' } },
        { line: 5, value: { text: 'Привет', year: '' } },
      ]);
    });
  }

  it('says which row has too many cells, and which line is no JSON object', async () => {
    const [wide] = await rowsOf('text,b\nx,y,z\n', csv);
    assert.match(wide?.problem ?? '', /more cells/);
    const rows = await rowsOf('{"text":"a"}\n[1]\nnot\n\n{"text":"b"}', jsonl);
    assert.deepEqual(
      rows.map(({ row, problem }) => [row.line, problem]),
      [
        [1, undefined],
        [2, 'The line isn’t a JSON object.'],
        [3, 'The line isn’t a JSON object.'],
        [5, undefined],
      ],
    );
  });

  it('splits texts at empty lines, or at every line', async () => {
    const text = 'One\r\nstill one\r\n\r\n\r\nTwo\r\n';
    const values = async (kind: 'paragraphs' | 'lines') =>
      (await read(text, { kind })).map(({ line, value }) => [line, value?.text]);
    assert.deepEqual(await values('paragraphs'), [
      [1, 'One\nstill one'],
      [5, 'Two'],
    ]);
    assert.deepEqual(await values('lines'), [
      [1, 'One'],
      [2, 'still one'],
      [5, 'Two'],
    ]);
  });

  it('makes metadata of the other columns, by what they have', async () => {
    const [first, second] = await rowsOf('id,body,year,tags\nA,x,1,a;b\nb-1,y,2,\n', csv, {
      text: 'body',
      id: 'id',
      metadata: [
        { column: 'year', type: 'number' },
        { column: 'tags', type: 'list' },
      ],
    });
    assert.deepEqual(first?.row.chunk, {
      data: { stringValue: 'x' },
      customMetadata: [
        { key: 'year', numericValue: 1 },
        { key: 'tags', stringListValue: { values: ['a', 'b'] } },
      ],
    });
    assert.match(
      first.problem ?? '',
      /IDs can have up to 40 characters: a–z, 0–9, and dashes \(not at the start or end\)\./,
    );
    assert.deepEqual(second?.row, {
      line: 3,
      id: 'b-1',
      chunk: { data: { stringValue: 'y' }, customMetadata: [{ key: 'year', numericValue: 2 }] },
    });
    assert.equal(second.problem, undefined);
  });

  it('guesses which column is what', async () => {
    const text = 'id,title,content,year\na-1,T,Long text,2022\na-2,U,Other,2023\n';
    assert.deepEqual(guessMapping(await read(text, csv), csv), {
      id: 'id',
      text: 'content',
      metadata: [
        { column: 'title', type: 'text' },
        { column: 'year', type: 'number' },
      ],
    });
  });

  it('takes chunks of the service’s form as they are, also those of an export or a report', async () => {
    const chunk = { data: { stringValue: 'x' }, customMetadata: [{ key: 'k', stringValue: 'v' }] };
    const text = [
      JSON.stringify({ name: 'corpora/c/documents/d/chunks/one', ...chunk, state: 'STATE_ACTIVE' }),
      JSON.stringify({ chunk: { name: 'corpora/c/documents/d/chunks/two', ...chunk } }),
      JSON.stringify({ name: 'three', ...chunk, line: 12, error: 'Why' }),
    ].join('\n');
    const rows = await rowsOf(text, jsonl);
    assert.deepEqual(
      rows.map(({ row }) => [row.id, row.chunk]),
      [
        ['one', chunk],
        ['two', chunk],
        ['three', chunk],
      ],
    );
  });

  it('finds what is wrong before anything is sent', async () => {
    const many = JSON.stringify(Array.from({ length: 21 }, () => ({ key: 'k', stringValue: 'v' })));
    const text = [
      '{"data":{"stringValue":"ok"},"name":"a"}',
      '{"data":{"stringValue":"  "}}',
      '{"data":{"stringValue":"twice"},"name":"a"}',
      '{"data":{"stringValue":"x"},"name":"-bad-"}',
      `{"data":{"stringValue":"x"},"customMetadata":${many}}`,
      `{"data":{"stringValue":"${'x'.repeat(8173)}"}}`,
    ].join('\n');
    const plan = { source: sourceOf(text, 1000), format: jsonl };
    const check = await checkSource(plan, new AbortController().signal);
    assert.deepEqual([check.good, check.bad, check.long, check.hasMore], [2, 4, 1, false]);
    assert.deepEqual(
      check.problems.map(({ problem }) => problem),
      [
        'The row has no text.',
        'Line 1 already uses the ID a.',
        '“-bad-” isn’t a valid ID. IDs can have up to 40 characters: a–z, 0–9, and dashes (not at the start or end).',
        'The row has 21 metadata entries. The limit is 20.',
      ],
    );
  });

  it('refuses a quote and a line that do not end, instead of reading all into memory', async () => {
    const endless = textOf(pieces);
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('text\n"');
      for (;;) yield await Promise.resolve(Buffer.alloc(4_000_000, 'x'));
    }
    for (const format of [csv, jsonl]) {
      await assert.rejects(async () => {
        await collect(readRecords(endless, format));
      });
    }
  });

  const formats: readonly (readonly [string, string, Format])[] = [
    ['a.csv', 'a;b\n1;2', { kind: 'csv', separator: ';' }],
    ['a.tsv', 'a', { kind: 'csv', separator: '\t' }],
    ['a.JSONL', 'x', jsonl],
    ['the clipboard', '{"a":1}', jsonl],
    ['the clipboard', 'a\tb\n1\t2', { kind: 'csv', separator: '\t' }],
    ['the clipboard', 'Dear all, hello\n\nI am, as ever, here', { kind: 'paragraphs' }],
    ['notes.txt', 'a,b\n1,2', { kind: 'paragraphs' }],
  ];
  for (const [name, start, format] of formats) {
    it(`takes ${JSON.stringify(start)} of ${name} for ${format.kind}`, () => {
      assert.deepEqual(detectFormat(name, start), format);
    });
  }
});
