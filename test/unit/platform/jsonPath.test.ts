import assert from 'node:assert/strict';
import { addJsonItem, prependJsonItem } from '../../../src/platform/jsonPath';

const added = (text: string): string => addJsonItem(text, ['list'], { a: 1 });

describe('an item that is added to a list in a JSON text', () => {
  it('stands at the indentation of those before, and changes nothing else', () => {
    const text = '{\n\t"x": [1,2],\n\t"list": [\n\t\t{ "b":2 }\n\t]\n}';
    const item = ',\n\t\t{\n\t\t  "a": 1\n\t\t}';
    assert.equal(added(text), text.replace('{ "b":2 }', `{ "b":2 }${item}`));
  });

  it('is the first one where the list is empty', () => {
    const whole = '{\r\n  "list": [\r\n    {\r\n      "a": 1\r\n    }\r\n  ]\r\n}';
    assert.equal(added('{\r\n  "list": [ ]\r\n}'), whole);
  });
});

describe('an item that is put before those of a list in a JSON text', () => {
  const put = (text: string): string | undefined => prependJsonItem(text, 'list', { a: 1 })?.text;
  const item = '{\n      "a": 1\n    }';

  it('keeps comments and commas at the end, and says where it stands', () => {
    const text = '{\n  // Mine.\n  "list": [\n    { "b": 2 }, // Two.\n  ],\n}\n';
    const found = prependJsonItem(text, 'list', { a: 1 });
    assert.ok(found);
    const { text: changed, offset, length } = found;
    assert.equal(changed, text.replace('{ "b"', `${item},\n    { "b"`));
    assert.equal(changed.slice(offset, offset + length), item);
  });

  it('is the only one of an empty list, of none, and of an empty file', () => {
    const whole = `{\n  "list": [\n    ${item}\n  ]\n}\n`;
    assert.equal(put('{\n  "list": []\n}\n'), whole);
    for (const text of ['{ "list": [] }', '{"x":1}', '{}', '{\n}\n', '', '{}\n// Mine. }\n']) {
      const changed = put(text)?.replace(/^\/\/.*$/m, '');
      const { list } = JSON.parse(changed ?? '') as { readonly list: unknown };
      assert.deepEqual(list, [{ a: 1 }], text);
    }
  });
});
