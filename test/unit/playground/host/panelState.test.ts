import assert from 'node:assert/strict';
import { panelStrings } from '../../../../src/playground/host/panelState';
import { english } from '../../../../src/playground/strings';

describe("the panel's strings", () => {
  it('all pass through the translation', () => {
    const strings = panelStrings({ t: (message) => `«${message}»` });
    assert.deepEqual(Object.keys(strings), Object.keys(english));
    assert.equal(strings.modelIs, '«Model: {0}. Choose another one.»');
  });
});
