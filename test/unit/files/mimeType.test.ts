import assert from 'node:assert/strict';
import { mediaTypes } from '../../../src/base/mediaTypes';
import { mimeTypeOf } from '../../../src/files/mimeType';

describe('MIME types of files that are uploaded', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

  for (const [type, names] of [
    ['text/plain', ['a.ts', 'A.MTS', 'a.cts', 'a.tsx', 'a.py', 'a.m4', 'a.rs', 'a.yaml', 'a.d.ts']],
    ['text/plain', ['Makefile', 'Dockerfile', 'LICENSE', '.gitignore', '.env', 'go.mod']],
    ['text/javascript', ['a.js', 'a.mjs']],
    ['text/markdown', ['README.md']],
    ['text/html', ['a.html', 'a.htm']],
    ['text/csv', ['a.csv']],
    ['text/xml', ['a.xml', 'a.svg']],
    ['application/json', ['package.json', 'a.jsonl']],
    ['application/pdf', ['a.pdf', 'A.PDF']],
    ['image/jpeg', ['a.jpg', 'a.jpeg']],
    ['image/png', ['a.png']],
    ['audio/mpeg', ['a.mp3']],
    ['video/mp4', ['a.mp4']],
    ['video/quicktime', ['a.mov']],
    [undefined, ['a.xyz', 'data', 'a.bin', 'a.', '.hidden', 'constructor', 'a.constructor']],
  ] as const) {
    for (const name of names) {
      it(`${name} is ${type ?? 'asked for'} by its name`, () => {
        assert.equal(mimeTypeOf(name, undefined), type);
      });
    }
  }

  it('name each ending once, and none of them as a stream of bytes', () => {
    const endings = Object.values(mediaTypes).flatMap((list) => list.split(' '));
    assert.ok(endings.length >= 120);
    assert.deepEqual(
      endings.filter((one, index) => one === '' || endings.indexOf(one) !== index),
      [],
    );
    assert.ok(!Object.keys(mediaTypes).includes('application/octet-stream'));
  });

  for (const [type, head] of [
    ['application/pdf', '%PDF-1.7 and more'],
    ['image/png', '\x89PNG\r\n\x1a\n and more'],
    ['image/jpeg', '\xff\xd8\xff\xe0 and more bytes'],
    ['image/webp', 'RIFF\x01\x00\x00\x00WEBPVP8 '],
    ['image/gif', 'GIF89a and more'],
    ['audio/wav', 'RIFF\x01\x00\x00\x00WAVEfmt '],
    ['audio/mpeg', 'ID3\x03\x00\x00\x00\x00\x00\x00\x00\x00'],
    ['audio/mpeg', '\xff\xfb\x90\x00'],
    ['audio/ogg', 'OggS\x00\x02\x00\x00\x00\x00\x00\x00'],
    ['audio/flac', 'fLaC\x00\x00\x00\x22\x00\x00\x00\x00'],
    ['video/mp4', '\x00\x00\x00\x20ftypisom\x00'],
    ['video/quicktime', '\x00\x00\x00\x20ftypqt  \x00'],
    ['video/webm', '\x1aE\xdf\xa3\x01\x00\x00\x00\x42\x82\x84webm'],
    ['application/zip', 'PK\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00'],
    ['text/plain', 'Only text, without an ending.'],
    ['text/plain', 'Gr\xc3\xbc\xc3\x9fe'],
    ['text/plain', ''],
    ['text/plain', '\xff\xfea\x00b\x00'],
    [undefined, 'NUL \x00 in between'],
    [undefined, 'Gr\xfc\xdfe in Latin-1'],
    [undefined, '\x7fELF\x02\x01\x01\x00'],
  ] as const) {
    it(`a file of unknown ending that begins with ${JSON.stringify(head)} is ${type ?? 'asked for'}`, () => {
      assert.equal(mimeTypeOf('data.xyz', {}, bytes(head)), type);
    });
  }

  it('do not believe the name of a text that is none', () => {
    assert.equal(mimeTypeOf('a.ts', {}, bytes('G@\x00\x10\x00\x00')), undefined);
    assert.equal(mimeTypeOf('a.txt', {}, bytes('\x89PNG\r\n\x1a\n\x00\x00\x00\x00')), 'image/png');
    assert.equal(mimeTypeOf('a.txt', {}, bytes('Gr\xfc\xdfe in Latin-1')), 'text/plain');
  });

  it('are what the setting says, by whole name, then by the longest ending, in any case', () => {
    const setting = { '.TS': 'text/x-ts', '.d.ts': 'text/x-dts', 'special.ts': 'a/b' };
    assert.equal(mimeTypeOf('a.ts', setting), 'text/x-ts');
    assert.equal(mimeTypeOf('A.D.TS', setting), 'text/x-dts');
    assert.equal(mimeTypeOf('Special.ts', setting), 'a/b');
    assert.equal(mimeTypeOf('a.js', setting), 'text/javascript');
  });
});
