import assert from 'node:assert/strict';
import { mediaTypes } from '../../../src/base/mediaTypes';
import { mimeTypeOf } from '../../../src/files/mimeType';

describe('MIME types of files that are uploaded', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

  for (const [type, names] of [
    ['text/plain', ['a.ts', 'A.MTS', 'a.d.ts', 'Makefile', '.env']],
    ['text/markdown', ['README.md']],
    ['application/json', ['package.json', 'a.jsonl']],
    ['image/png', ['a.png']],
    ['video/mp4', ['a.mp4']],
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
    ['image/webp', 'RIFF\x01\x00\x00\x00WEBPVP8 '],
    ['audio/wav', 'RIFF\x01\x00\x00\x00WAVEfmt '],
    ['audio/mpeg', 'ID3\x03\x00\x00\x00\x00\x00\x00\x00\x00'],
    ['video/mp4', '\x00\x00\x00\x20ftypisom\x00'],
    ['video/quicktime', '\x00\x00\x00\x20ftypqt  \x00'],
    ['text/plain', 'Gr\xc3\xbc\xc3\x9fe'],
    ['text/plain', ''],
    ['text/plain', '\xff\xfea\x00b\x00'],
    [undefined, 'NUL \x00 in between'],
    [undefined, 'Gr\xfc\xdfe in Latin-1'],
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
