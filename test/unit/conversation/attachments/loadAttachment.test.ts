import assert from 'node:assert/strict';
import {
  canBeInline,
  inlineLimit,
  inlinePart,
  inlineWeight,
} from '../../../../src/conversation/attachments/loadAttachment';

describe('content within a request', () => {
  for (const type of [
    'image/png',
    'audio/mpeg',
    'video/mp4',
    'application/pdf',
    'text/plain',
    'text/x-python',
    'application/json',
    'application/ld+json',
    'application/x-typescript',
    'image/svg+xml',
  ]) {
    it(`can be ${type}`, () => assert.ok(canBeInline(type)));
  }

  for (const type of ['application/zip', 'application/octet-stream', 'font/woff2', '']) {
    it(`can't be ${JSON.stringify(type)}`, () => assert.ok(!canBeInline(type)));
  }

  for (const [type, sent] of [
    ['text/x-python', 'text/plain'],
    ['application/json', 'text/plain'],
    ['image/svg+xml', 'text/plain'],
    ['text/rtf', 'text/rtf'],
    ['image/png', 'image/png'],
    ['application/pdf', 'application/pdf'],
  ] as const) {
    it(`goes as ${sent} where it is ${type}`, () => {
      assert.deepEqual(inlinePart(type, 'aaaa'), { inlineData: { mimeType: sent, data: 'aaaa' } });
    });
  }

  it('fits where its weight is free, and not where one byte more is needed', () => {
    for (const size of [1, 2, 3, 4, 1000, 15_000_000]) {
      assert.ok(inlineLimit(inlineWeight(size)) >= size);
      assert.ok(inlineLimit(inlineWeight(size) - 4) < size);
    }
    assert.equal(inlineLimit(0), 0);
  });

  it('weighs at least what it has on the wire', () => {
    for (const size of [1, 100, 100_000]) {
      const data = Buffer.alloc(size, 255).toString('base64');
      const part = inlinePart('application/vnd.a-long-type-of-a-vendor+xml', data);
      assert.ok(Buffer.byteLength(JSON.stringify([part])) <= inlineWeight(size));
    }
  });
});
