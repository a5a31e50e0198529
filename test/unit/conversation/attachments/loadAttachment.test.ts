import assert from 'node:assert/strict';
import {
  inlineLimit,
  inlinePart,
  inlineWeight,
} from '../../../../src/conversation/attachments/loadAttachment';

describe('content within a request', () => {
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
