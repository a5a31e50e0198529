import assert from 'node:assert/strict';
import { functionNames } from '../../../../src/playground/tools';
import { english } from '../../../../src/playground/strings';
import { formattedJson } from '../../../../src/playground/webview/structured';
import { parseResult } from '../../../../src/playground/webview/functionResults';

describe('a typed result', () => {
  it('is a JSON object', () => {
    assert.deepEqual(parseResult(' {"degrees": 21} ', english), { value: { degrees: 21 } });
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
      assert.deepEqual(parseResult(typed, english), { value: { result } });
    });
  }

  it('is missed where nothing was typed', () => {
    assert.deepEqual(parseResult(' \n', english), { error: english.resultMissing });
  });

  it('is told what is wrong with it', () => {
    const parsed = parseResult('{"a"', english);
    assert.match('error' in parsed ? parsed.error : '', /^This is not JSON: /);
  });
});

describe('names of functions', () => {
  it('are told to be wrong as the service would, and where they are there twice', () => {
    const named = (...names: readonly unknown[]): ReturnType<typeof functionNames> =>
      functionNames({
        tools: [
          { googleSearch: {} },
          { functionDeclarations: names.map((name) => ({ name })) },
        ] as never,
      });
    const fine = ['get_weather', 'a.b:c-d', 'x'.repeat(64)];
    assert.deepEqual(named(...fine), { names: fine, invalid: [], repeated: [] });
    const wrong = ['', 'has space', 'x'.repeat(65), '1st', undefined];
    assert.equal(named(...wrong).invalid.length, wrong.length);
    assert.deepEqual(named('a', 'b', 'a', 'a').repeated, ['a']);
    assert.deepEqual(functionNames(undefined).names, []);
    assert.deepEqual(functionNames({ tools: 7 }).names, []);
  });
});

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

  it('looks as JSON.stringify lays it out', () => {
    const value = { list: [{ a: null, b: [true, []] }], text: '\n"', n: -1 };
    assert.equal(formattedJson(JSON.stringify(value)), JSON.stringify(value, undefined, 2));
  });

  it('stays as it came where it is none, or deep', () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    for (const text of ['{"a":', 'Hello', deep]) assert.equal(formattedJson(text), text);
  });
});
