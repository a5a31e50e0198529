import assert from 'node:assert/strict';
import { pathOf } from '../../../../../src/playground/webview/settingRows/rowValue';
import { SETTING_ROWS } from '../../../../../src/playground/webview/settingRows/rows';
import { matches } from '../../../../../src/playground/webview/settingRows/search';

describe('deprecated settings', () => {
  for (const [at, row] of SETTING_ROWS.entries()) {
    const { replacedBy } = row;
    if (replacedBy === undefined) continue;
    it(`stand after what replaces them, and are found by it: ${row.key}`, () => {
      const mode = pathOf(row, 'embed') === undefined ? 'chat' : 'embed';
      const before = SETTING_ROWS[at - 1];
      assert.ok(before);
      assert.ok(pathOf(before, mode)?.endsWith(replacedBy));
      assert.ok(matches(row, '', mode, `deprecated ${replacedBy}`));
    });
  }
});
