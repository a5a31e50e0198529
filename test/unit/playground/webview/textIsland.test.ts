import assert from 'node:assert/strict';
import { formattedJson } from '../../../../src/playground/webview/textIsland';

describe('JSON of an answer', () => {
  it('is laid out without a change of what it says', () => {
    const text = '{"a":[1,2.0e3,12345678901234567890],"b":{},"c":[ ],"a":"x, {y}: \\"z\\""}';
    assert.equal(
      formattedJson(text),
      [
        '{',
        '  "a": [',
        '    1,',
        '    2.0e3,',
        '    12345678901234567890',
        '  ],',
        '  "b": {},',
        '  "c": [],',
        '  "a": "x, {y}: \\"z\\""',
        '}',
      ].join('\n'),
    );
  });

  it('stays as it came where it is none, or deep', () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    for (const text of ['{"a":', 'Hello', deep]) assert.equal(formattedJson(text), text);
  });
});
