import assert from 'node:assert/strict';
import { isForLostRow } from '../../../src/catalog/commandArguments';

describe('a row whose menu ran a command', () => {
  const ROW = { conversation: 'aaaaaaaaaaaaaaaa' };

  it('is lost where VS Code hands over nothing for it, with or without others', () => {
    assert.equal(isForLostRow([undefined, null]), true);
    assert.equal(isForLostRow([null, [ROW]]), true);
  });

  it('is there where it is handed over, alone or with others', () => {
    assert.equal(isForLostRow([ROW, undefined]), false);
    assert.equal(isForLostRow([ROW, [ROW]]), false);
  });

  it('is not missed by a key or the palette, which hand over nothing at all', () => {
    assert.equal(isForLostRow([]), false);
    assert.equal(isForLostRow([undefined]), false);
  });
});
