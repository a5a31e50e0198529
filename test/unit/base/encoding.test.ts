import assert from 'node:assert/strict';
import { decodePercent } from '../../../src/base/encoding';

describe('percent-encoded text', () => {
  it('is decoded, and stays as it is where an escape is broken', () => {
    assert.equal(decodePercent('tuned%20model'), 'tuned model');
    assert.equal(decodePercent('100%'), '100%');
    assert.equal(decodePercent('%20%ff'), '%20%ff');
  });

  it('keeps its separators where it has several parts', () => {
    assert.equal(decodePercent('/a%2Fb%20c', decodeURI), '/a%2Fb c');
    assert.equal(decodePercent('/a%2Fb%', decodeURI), '/a%2Fb%');
  });
});
