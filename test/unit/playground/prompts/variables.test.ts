import assert from 'node:assert/strict';
import { fillVariables, variablesIn } from '../../../../src/playground/variables';

describe('variables of prompts', () => {
  it('are found once each, in their order, spaces or not', () => {
    assert.deepEqual(variablesIn('{{b}} {{ a }} {{b}} {{c.d-e}}'), ['b', 'a', 'c.d-e']);
  });

  it('are no other braces', () => {
    for (const text of [
      '{a}',
      '{{}}',
      '{{1a}}',
      '{{a b}}',
      '{{a\n}}',
      '{{a}',
      '\\{{a}}',
      '{{ä}}',
    ]) {
      assert.deepEqual(variablesIn(text), [], text);
    }
  });

  it('are filled in wherever they stand', () => {
    assert.equal(fillVariables('{{a}}-{{ a }}-{{b}}', { a: '1', b: '2' }), '1-1-2');
  });

  it('without a value stay as they are', () => {
    assert.equal(fillVariables('{{a}} {{toString}}', {}), '{{a}} {{toString}}');
  });

  it('take a value as it is, also one that looks like a place or a pattern', () => {
    assert.equal(fillVariables('{{a}}{{b}}', { a: '{{b}}$&\\{{', b: '$1' }), '{{b}}$&\\{{$1');
  });

  it('leave escaped braces, without the backslash', () => {
    assert.equal(fillVariables('\\{{a}} {{a}} \\x', { a: '1' }), '{{a}} 1 \\x');
  });

  it('may be empty', () => {
    assert.equal(fillVariables('[{{a}}]', { a: '' }), '[]');
  });
});
