import assert from 'node:assert/strict';
import { shownSize, sizeText } from '../../../src/base/format';
import { english } from '../../fakes/l10n';

describe('a size', () => {
  for (const [bytes, text] of [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 KB'],
    [3174, '3.2 KB'],
    [12_345, '12 KB'],
    [999_949, '1.0 MB'],
    [2_500_000, '2.5 MB'],
    [80_000_000, '80 MB'],
    [2 ** 31, '2.1 GB'],
  ] as const) {
    it(`of ${bytes} bytes is ${text}`, () => {
      assert.equal(shownSize(bytes, english), text);
    });
  }

  it('is spoken in words', () => {
    assert.deepEqual(sizeText(4_900_000, true), { message: '{0} megabytes', args: ['4.9'] });
  });
});
