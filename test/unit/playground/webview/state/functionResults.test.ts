import assert from 'node:assert/strict';
import { parseResult } from '../../../../../src/playground/webview/state/functionResults';

describe('a typed result', () => {
  it('is a JSON object', () => {
    assert.deepEqual(parseResult(' {"degrees": 21} '), { value: { degrees: 21 } });
  });

  for (const [typed, result] of [
    ['21', 21],
    ['[1]', [1]],
    ['null', null],
    ['"sunny"', 'sunny'],
    ['sunny, 21 °C\nno wind', 'sunny, 21 °C\nno wind'],
    [' 21:30 ', ' 21:30 '],
  ] as const) {
    it(`is put into an object where it is ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(parseResult(typed), { value: { result } });
    });
  }

  it('is missed where nothing was typed', () => {
    assert.deepEqual(parseResult(' \n'), {
      error: 'Enter the result as text or JSON, such as {"degrees": 21}.',
    });
  });

  it('is told what is wrong with it', () => {
    const parsed = parseResult('{"a"');
    assert.match('error' in parsed ? parsed.error : '', /^This isn’t valid JSON: /);
  });
});
