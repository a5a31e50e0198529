import assert from 'node:assert/strict';
import { readMultipart } from '../../../src/base/multipart';

describe('multipart bodies', () => {
  const lines = [
    'preamble',
    '--Bound',
    'Content-Type: application/json; charset=utf-8',
    '',
    '{}',
    '--Bound',
    'content-type: a/b',
    '',
    'one\r',
    '--Bound--',
    '',
  ];
  const expected = [
    { type: 'application/json', bytes: Buffer.from('{}') },
    { type: 'a/b', bytes: Buffer.from('one\r') },
  ];

  for (const [what, lineEnd] of [
    ['line ends', '\r\n'],
    // Google's library for Python writes them so.
    ['bare line feeds', '\n'],
  ] as const) {
    it(`have parts between ${what}`, () => {
      const body = Buffer.from(lines.join(lineEnd));
      assert.deepEqual(readMultipart(body, 'multipart/related; boundary="Bound"'), expected);
    });
  }

  it('are none without a boundary, or without an end', () => {
    const body = Buffer.from(lines.join('\n'));
    assert.equal(readMultipart(body, 'multipart/related'), undefined);
    assert.equal(
      readMultipart(body.subarray(0, -5), 'multipart/related; boundary=Bound'),
      undefined,
    );
  });
});
