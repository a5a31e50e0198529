import assert from 'node:assert/strict';
import { functionNames, responseFormat } from '../../../../src/conversation/model/requestFields';

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
    const typed = [{ type: 'url_context' }, { type: 'function', name: 'a' }];
    assert.deepEqual(functionNames({ tools: typed }).names, ['a']);
    assert.deepEqual(functionNames(undefined).names, []);
    assert.deepEqual(functionNames({ tools: 7 }).names, []);
  });
});

describe('the form that an interaction was asked for', () => {
  const schema = { type: 'object' };

  it('is JSON where one of its formats is', () => {
    const json = { type: 'text', mime_type: 'application/json' };
    assert.deepEqual(responseFormat({ response_format: json }), { isEnum: false });
    const both = [{ type: 'image' }, { ...json, schema }];
    assert.deepEqual(responseFormat({ response_format: both }), { isEnum: false, schema });
  });
});
