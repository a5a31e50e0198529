import assert from 'node:assert/strict';
import { checkedRows, checkSource } from '../../../../src/resources/chunks/checkSource';
import {
  detectFormat,
  type Format,
  readRecords,
  type SourceRecord,
  withDecimalSign,
} from '../../../../src/resources/chunks/records';
import { textIn, type TextSource } from '../../../../src/resources/chunks/textSource';
import { guessMapping, toChunkRow, type Mapping } from '../../../../src/resources/chunks/mapping';

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

function separatorOf(format: Format): string {
  return format.kind === 'csv' ? format.separator : '';
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

  it('gives columns without a name, or with the same, one of their own', async () => {
    const [row] = await read('a,,a,__proto__\n1,2,3,4\n', csv);
    assert.deepEqual(Object.entries(row?.value ?? {}), [
      ['a', '1'],
      ['Column 2', '2'],
      ['a (2)', '3'],
      ['__proto__', '4'],
    ]);
  });

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

  for (const size of [1, 1000]) {
    it(`names the row of a quote that is not closed, and no other, in pieces of ${size} bytes`, async () => {
      const problem = 'A closing quote is missing.';
      const open = (line: number): SourceRecord => ({ line, value: undefined, problem });
      const good = { line: 2, value: { text: 'one "1" x', b: '' } };
      const first = 'text,b\n"one ""1"" x",\n';
      const cases: readonly (readonly [string, readonly SourceRecord[]])[] = [
        [first, [good]],
        [`${first}x,"two\nx,three\n`, [good, open(3)]],
        [
          `${first}x,"two\nx,"three"\nx,four`,
          [good, open(3), { line: 5, value: { text: 'x', b: 'four' } }],
        ],
        [`${first}"""two\n""",x`, [good, { line: 3, value: { text: '"two\n"', b: 'x' } }]],
        [`${first}\n"`, [good, open(4)]],
        ['text,"b\none,two\n', [open(1)]],
      ];
      for (const [text, rows] of cases) assert.deepEqual(await read(text, csv, size), rows);
      const [, row] = await rowsOf(`${first}x,"two\nx,three\n`, csv);
      assert.equal(row?.problem, problem);
    });
  }

  for (const size of [1, 3, 1000]) {
    it(`opens a cell with a quote only at its beginning, in pieces of ${size} bytes`, async () => {
      const text =
        'id,text,size\na,Screen of 24" width,1\nb,Other text,2\nc,27" or "24"" wide,3\nd,last,4\n';
      const rows = await read(text, csv, size);
      assert.deepEqual(
        rows.map(({ line, value }) => [line, value?.id, value?.text, value?.size]),
        [
          [2, 'a', 'Screen of 24" width', '1'],
          [3, 'b', 'Other text', '2'],
          [4, 'c', '27" or "24"" wide', '3'],
          [5, 'd', 'last', '4'],
        ],
      );
      const tsv: Format = { kind: 'csv', separator: '\t' };
      assert.deepEqual(await read(text.replaceAll(',', '\t'), tsv, size), rows);
    });

    it(`takes any line ends, also in cells, in pieces of ${size} bytes`, async () => {
      for (const end of ['\n', '\r\n', '\r']) {
        const text = ['a,b', '"1', '2",x', '', 'y,z'].join(end);
        assert.deepEqual(await read(text, csv, size), [
          { line: 2, value: { a: `1${end}2`, b: 'x' } },
          { line: 5, value: { a: 'y', b: 'z' } },
        ]);
        const lines = ['{"text":"1"}', '', '{"text":"2"}', ''].join(end);
        assert.deepEqual(
          (await read(lines, jsonl, size)).map(({ line }) => line),
          [1, 3],
        );
        const texts = await read(
          ['One', 'still one', '', 'Two'].join(end),
          { kind: 'paragraphs' },
          size,
        );
        assert.deepEqual(
          texts.map(({ line }) => line),
          [1, 4],
        );
      }
    });

    it(`tells what is no UTF-8 at its line, and keeps a U+FFFD of the file, in pieces of ${size} bytes`, async () => {
      const bytes = Buffer.concat([
        ...[
          Buffer.from('text,b\n1,\ufffd\n"2\n'),
          Buffer.from([0xc3]),
          Buffer.from('",x\n3,\ufffd'),
        ],
        ...[Buffer.from([0xef, 0xbf]), Buffer.from('\n4,y')],
      ]);
      const problem = 'The text has characters that can’t be read as UTF-8.';
      const broken = { value: undefined, problem, isUnreadable: true };
      assert.deepEqual(await read(bytes, csv, size), [
        { line: 2, value: { text: '1', b: '\ufffd' } },
        { line: 3, ...broken },
        { line: 5, ...broken },
        { line: 6, value: { text: '4', b: 'y' } },
      ]);
      for (const format of [{ kind: 'lines' }, { kind: 'paragraphs' }, jsonl] as const) {
        const quoted = Buffer.concat([
          Buffer.from('"a'),
          Buffer.from([0xe9]),
          Buffer.from('"\n\n"b"'),
        ]);
        const [first, second] = await read(quoted, format, size);
        assert.deepEqual(first, { line: 1, ...broken });
        assert.equal(second?.line, 3);
      }
      const header = Buffer.concat([Buffer.from('K'), Buffer.from([0xf6]), Buffer.from('ln\nx\n')]);
      assert.deepEqual(await read(header, csv, size), [
        { line: 1, ...broken },
        { line: 2, value: { 'K\ufffdln': 'x' } },
      ]);
    });
  }

  it('takes for the header the first row that has names, after a line for Excel', async () => {
    for (const start of ['sep=;\n', '"sep=;"\r\n', '\n', '\r\n\r\n', ';;\n', 'SEP=;\n\n']) {
      const text = `${start}text;b\nx;1\n`;
      const format = detectFormat('a.csv', text);
      assert.deepEqual(format, { kind: 'csv', separator: ';' });
      const line = start.split('\n').length + 1;
      assert.deepEqual(await read(text, format), [{ line, value: { text: 'x', b: '1' } }]);
    }
    const piped = detectFormat('a.csv', 'sep=|\ntext|b\n');
    assert.deepEqual(await read('sep=|\ntext|b\nx|1\n', piped), [
      { line: 3, value: { text: 'x', b: '1' } },
    ]);
  });

  it('takes a column for numbers only where each is printed as it was written', async () => {
    const typeOf = async (cells: readonly string[], format = csv) => {
      const rows = cells.map((cell) => `A text that is long.${separatorOf(format)}${cell}\n`);
      const text = `text${separatorOf(format)}n\n${rows.join('')}`;
      return guessMapping(await read(text, format), format)?.metadata[0]?.type;
    };
    for (const cells of [['0', '-5', '1.5'], ['1e+21'], ['2022', '']]) {
      assert.equal(await typeOf(cells), 'number', cells.join());
    }
    for (const cell of [
      ...['01234', '12345678901234567890', '1E5', '0x1F', '+4915112345678', '1.50', '-0', '.5'],
      ...['Infinity', '1_000', '0,50'].map((one) => `"${one}"`),
    ]) {
      assert.equal(await typeOf(['1', cell]), 'text', cell);
    }
    const commas = { ...csv, separator: ';', hasDecimalCommas: true } as const;
    assert.equal(await typeOf(['0,50', '12', '-3,2'], commas), 'number');
    for (const cell of ['01,5', '1.5', '+1,5', '1,2,3']) {
      assert.equal(await typeOf(['0,5', cell], commas), 'text', cell);
    }
    const json = await read('{"text":"Long text","n":"01234","m":"7","k":7}', jsonl);
    assert.deepEqual(
      guessMapping(json, jsonl)?.metadata.map(({ type }) => type),
      ['text', 'text', 'number'],
    );
  });

  it('keeps the digits of numbers in JSON, or says that it can’t', async () => {
    const text =
      '{"id":12345678901234567890,"text":"a"}\n{"n":1e20,"t":"1234567890123456","m":1234567890123456}\n{"n":[9007199254740993]}';
    assert.deepEqual(
      (await read(text, jsonl)).map(({ problem }) => problem),
      [
        'A number has too many digits to be stored exactly. Put the number in quotes.',
        undefined,
        'A number has too many digits to be stored exactly. Put the number in quotes.',
      ],
    );
  });

  it('finds decimal commas in a column that has only such numbers', async () => {
    const signOf = async (rows: readonly string[], separator = ';') => {
      const format: Format = { kind: 'csv', separator };
      const found = withDecimalSign(format, await read(`a;b\n${rows.join('\n')}`, format));
      return found.kind === 'csv' && found.hasDecimalCommas === true;
    };
    assert.ok(await signOf(['x;0,50', 'y;12', 'z;1,234']));
    assert.ok(!(await signOf(['x;1,234', 'y;12'])));
    assert.ok(!(await signOf(['x;0,50', 'y;none'])));
    assert.ok(!(await signOf(['x;1', 'y;2'])));
    assert.ok(!(await signOf(['x;0,50', 'y;0,60'], ',')));
  });

  it('makes numbers of decimal commas, and says what is none', async () => {
    const format: Format = { kind: 'csv', separator: ';', hasDecimalCommas: true };
    const rows = await rowsOf('text;price\nA;0,50\nB;1.234,5\nC;7\n', format, {
      text: 'text',
      metadata: [{ column: 'price', type: 'number' }],
    });
    assert.deepEqual(
      rows.map(({ row, problem }) => problem ?? row.chunk.customMetadata),
      [
        [{ key: 'price', numericValue: 0.5 }],
        'price is not a number: “1.234,5”.',
        [{ key: 'price', numericValue: 7 }],
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
      ...{ text: 'body', id: 'id' },
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
      ...{ line: 3, id: 'b-1' },
      chunk: { data: { stringValue: 'y' }, customMetadata: [{ key: 'year', numericValue: 2 }] },
    });
    assert.equal(second.problem, undefined);
  });

  it('guesses which column is what', async () => {
    const text = 'id,title,content,year\na-1,T,Long text,2022\na-2,U,Other,2023\n';
    assert.deepEqual(guessMapping(await read(text, csv), csv), {
      ...{ id: 'id', text: 'content' },
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

  it('takes lines of several forms in one file', async () => {
    const text = [
      '{"text":"flat","year":2020}',
      '{"data":{"stringValue":"own"},"customMetadata":[{"key":"year","stringValue":"no number"}]}',
      '"alone"',
      '{"content":"other name","year":2021}',
      '{"chunk":{"data":{"stringValue":"exported"}}}',
      '{"remark":"without a text"}',
    ].join('\n');
    const rows = await rowsOf(text, jsonl);
    assert.deepEqual(
      rows.map(({ row, problem }) => problem ?? row.chunk),
      [
        {
          data: { stringValue: 'flat' },
          customMetadata: [{ key: 'year', numericValue: 2020 }],
        },
        {
          data: { stringValue: 'own' },
          customMetadata: [{ key: 'year', stringValue: 'no number' }],
        },
        { data: { stringValue: 'alone' } },
        {
          data: { stringValue: 'other name' },
          customMetadata: [{ key: 'year', numericValue: 2021 }],
        },
        { data: { stringValue: 'exported' } },
        'The row has no text.',
      ],
    );
  });

  it('takes another form also where it comes after the lines that the guess was made from', async () => {
    const own = '{"data":{"stringValue":"own"}}';
    const records = await read(`${own}\n${own}\n{"text":"flat"}`, jsonl);
    const mapping = guessMapping(records.slice(0, 2), jsonl);
    assert.equal(mapping, undefined);
    assert.deepEqual(toChunkRow(records[2] ?? assert.fail(), jsonl, mapping).chunk, {
      data: { stringValue: 'flat' },
    });
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
      for (;;) yield await Promise.resolve(Buffer.alloc(100_000, 'x'));
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
