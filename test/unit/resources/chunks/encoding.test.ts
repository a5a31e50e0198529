import assert from 'node:assert/strict';
import { decoded, detectEncoding, type Encoding } from '../../../../src/resources/chunks/encoding';
import type { ImportSource } from '../../../../src/resources/chunks/importSource';

/** What of Windows-1252 stands elsewhere in Unicode. */
const WESTERN: { readonly [letter: string]: number } = {
  '€': 0x80,
  '…': 0x85,
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
    ...{ name: 'a.csv', size: bytes.length },
    async *read() {
      for (let at = 0; at < bytes.length; at += size) {
        yield await Promise.resolve(bytes.subarray(at, at + size));
      }
    },
  };
}

async function textOf(source: ImportSource): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.read()) pieces.push(piece);
  // As readers of rows do, it takes the mark away.
  return new TextDecoder('utf-8').decode(Buffer.concat(pieces));
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
    `${RUSSIAN}\ufffd\n`,
  ],
  ['plain letters only', Buffer.from('text\nabc\n'), 'utf-8', 'text\nabc\n'],
  ['nothing', Buffer.alloc(0), 'utf-8', ''],
  ['UTF-16 LE with a mark', Buffer.from(MARK + GERMAN, 'utf16le'), 'utf-16le', GERMAN],
  ['UTF-16 LE without', Buffer.from(GERMAN, 'utf16le'), 'utf-16le', GERMAN],
  ['UTF-16 LE of other letters', Buffer.from(RUSSIAN, 'utf16le'), 'utf-16le', RUSSIAN],
  ['UTF-16 BE with a mark', utf16be(MARK + GERMAN), 'utf-16be', GERMAN],
  ['UTF-16 BE without', utf16be(GERMAN), 'utf-16be', GERMAN],
  ['Windows-1252', western(GERMAN), 'windows-1252', GERMAN],
  [
    'Windows-1252 with signs of its own',
    western('text,price\n“Tea” – good,5 €\n'),
    'windows-1252',
    'text,price\n“Tea” – good,5 €\n',
  ],
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
        assert.equal(await textOf(decoded(source, encoding)), text);
      }
      if (bytes.length < 1000) assert.equal(await detectEncoding(sourceOf(bytes, 1)), encoding);
    });
  }

  it('is not looked for any more once that was cancelled', async () => {
    const source = sourceOf(Buffer.from(GERMAN));
    await assert.rejects(detectEncoding(source, AbortSignal.abort()), { name: 'CancelledError' });
  });
});
