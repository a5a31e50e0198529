import assert from 'node:assert/strict';
import { functionNames } from '../../../src/playground/tools';

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
