import assert from 'node:assert/strict';
import {
  type Encoding,
  UNREADABLE,
  detectEncoding,
  textIn,
} from '../../../../src/resources/chunks/textSource';
import type { ImportSource } from '../../../../src/resources/chunks/textSource';

/** What of Windows-1252 stands elsewhere in Unicode. */
const WESTERN: { readonly [letter: string]: number } = {
  '€': 0x80,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
};

const western = (text: string): Buffer =>
  Buffer.from(Array.from(text, (letter) => WESTERN[letter] ?? letter.charCodeAt(0)));

/** А to я stand in a row there. */
const cyrillic = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) =>
      /[А-я]/.test(letter) ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0),
    ),
  );

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

function sourceOf(bytes: Buffer, size = 1000): ImportSource {
  return {
    name: 'a.csv',
    size: bytes.length,
    async *read() {
      for (let at = 0; at < bytes.length; at += size) {
        yield await Promise.resolve(bytes.subarray(at, at + size));
      }
    },
  };
}

async function textOf(source: ImportSource, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const piece of textIn(source, encoding).read()) text += piece;
  return text;
}

const MARK = '\ufeff';
const GERMAN = 'text;jahr\nDer Kiebitz brütet früh, die Möwe später.;2022\n';
const RUSSIAN = 'текст\nПривет мир, это обычный русский текст о чайках и маяке\n';
const long = `text\n${'Plain English, far more of it than one looks at once.\n'.repeat(4000)}`;

const cases: readonly (readonly [string, Buffer, Encoding, string])[] = [
  ['UTF-8', Buffer.from(`${GERMAN}🐦`), 'utf-8', `${GERMAN}🐦`],
  ['UTF-8 with a mark', Buffer.from(MARK + GERMAN), 'utf-8', GERMAN],
  [
    'UTF-8 with a broken byte',
    Buffer.concat([Buffer.from(RUSSIAN), western('é\n')]),
    'utf-8',
    `${RUSSIAN}${UNREADABLE}\n`,
  ],
  ['nothing', Buffer.alloc(0), 'utf-8', ''],
  ['UTF-16 LE with a mark', Buffer.from(MARK + GERMAN, 'utf16le'), 'utf-16le', GERMAN],
  ['UTF-16 LE without', Buffer.from(GERMAN, 'utf16le'), 'utf-16le', GERMAN],
  ['UTF-16 BE with a mark', utf16be(MARK + GERMAN), 'utf-16be', GERMAN],
  ['UTF-16 BE without', utf16be(GERMAN), 'utf-16be', GERMAN],
  ['Windows-1252', western(GERMAN), 'windows-1252', GERMAN],
  ['one word of Windows-1252', western('text\ncafé'), 'windows-1252', 'text\ncafé'],
  ['Windows-1252 that shows late', western(`${long}Grüße\n`), 'windows-1252', `${long}Grüße\n`],
  ['Windows-1251', cyrillic(RUSSIAN), 'windows-1251', RUSSIAN],
];

describe('the encoding of a file with rows', () => {
  for (const [name, bytes, encoding, text] of cases) {
    it(`is found for ${name}, and nothing of the text is lost`, async () => {
      for (const size of [1000, 65_536]) {
        const source = sourceOf(bytes, size);
        assert.equal(await detectEncoding(source), encoding);
        assert.equal(await textOf(source, encoding), text);
      }
      if (bytes.length < 1000) assert.equal(await detectEncoding(sourceOf(bytes, 1)), encoding);
    });
  }

  const half = Buffer.from([0x3d, 0xd8]);
  const utf16 = Buffer.concat([
    Buffer.from('a🐦\ufffdb', 'utf16le'),
    half,
    Buffer.from('c', 'utf16le'),
  ]);
  const broken: readonly (readonly [Encoding, Buffer, string])[] = [
    [
      'utf-8',
      Buffer.from([0x61, 0xc3, 0xef, 0xbf, 0xbd, 0xa9, 0x62]),
      `a${UNREADABLE}\ufffd${UNREADABLE}b`,
    ],
    ['utf-16le', utf16, `a🐦\ufffdb${UNREADABLE}c`],
    ['utf-16le', Buffer.concat([utf16, Buffer.from('x')]), `a🐦\ufffdb${UNREADABLE}c${UNREADABLE}`],
    ['shift_jis', Buffer.from([0x83, 0x65, 0x20, 0xff]), `テ ${UNREADABLE}`],
  ];
  for (const [encoding, bytes, text] of broken) {
    it(`marks what is no ${encoding}, and keeps a U+FFFD: ${JSON.stringify(text)}`, async () => {
      for (const size of [1, 2, 3, 100])
        assert.equal(await textOf(sourceOf(bytes, size), encoding), text);
    });
  }
});
