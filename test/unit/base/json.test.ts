import assert from 'node:assert/strict';
import { repeatedName } from '../../../src/base/json';

describe('a name that occurs twice in JSON', () => {
  it('is found in the object that has it, with its place', () => {
    const text = '{"questions": {"a": {"type": "noul"}, "b": {}, "a" : {}}}';
    assert.deepEqual(repeatedName(text), { name: 'a', offset: text.lastIndexOf('"a"'), length: 3 });
    assert.equal(repeatedName('{"a":1,"\\u0061":2}')?.name, 'a');
  });

  it('is none in other objects, values, and lists', () => {
    for (const text of [
      '{"a": {"a": "a"}, "b": [{"a": 1}, {"a": 1}]}',
      '{"a": "{\\"b\\":1,\\"b\\":2}"}',
      '{"a": "\\\\", "b": ":"}',
      '"a"',
    ])
      assert.equal(repeatedName(text), undefined, text);
  });
});
