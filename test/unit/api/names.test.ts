import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors';
import { expandTemplate, matchesName, matchTemplate } from '../../../src/api/names';

const GENERATE = '{model=models/*}:generateContent';

describe('names', () => {
  it('fills a template and encodes unusual characters', () => {
    assert.equal(
      expandTemplate(GENERATE, { model: 'models/gemini-x' }),
      'models/gemini-x:generateContent',
    );
    assert.equal(
      expandTemplate('{name=models/*}', { name: 'models/a b:c@ü+50%' }),
      'models/a%20b%3Ac%40%C3%BC%2B50%25',
    );
    assert.equal(
      expandTemplate('{parent=corpora/*/documents/*}/chunks:batchCreate', {
        parent: 'corpora/c/documents/d',
      }),
      'corpora/c/documents/d/chunks:batchCreate',
    );
    assert.equal(expandTemplate('models', {}), 'models');
  });

  const hostile = [
    'models/..',
    '../models',
    'models//x',
    '//evil.example/x',
    'models/x?key=1',
    'models/x\r\nHost: evil',
    'models/\u0000',
    'models/%2e%2e',
    'models/a%2Fb',
    'models/\ud800',
    'files/x',
  ];
  for (const name of hostile) {
    it(`refuses ${JSON.stringify(name)}`, () => {
      assert.equal(matchesName('models/*', name), false);
      assert.throws(
        () => expandTemplate('{name=models/*}', { name }),
        (error: unknown) => error instanceof AppError && error.reason === 'badName',
      );
    });
  }

  it('keeps every name that it accepts in one segment below the collection', () => {
    for (let code = 1; code < 0x2100; code++) {
      const name = `models/a${String.fromCharCode(code)}`;
      if (!matchesName('models/*', name)) continue;
      const path = new URL(expandTemplate('{name=models/*}', { name }), 'http://h/v1beta/')
        .pathname;
      assert.match(path, /^\/v1beta\/models\/[^/]+$/, `character ${code}`);
      assert.deepEqual(matchTemplate('{name=models/*}', path.slice('/v1beta/'.length)), { name });
    }
  });

  it('says which parameter is missing', () => {
    for (const values of [{}, { model: '' }, { model: 7 }]) {
      assert.throws(() => expandTemplate(GENERATE, values), {
        reason: 'missingParameter',
        message: 'The parameter model is missing.',
      });
    }
  });

  it('reads a path back', () => {
    assert.deepEqual(matchTemplate(GENERATE, 'models/a%20b:generateContent'), {
      model: 'models/a b',
    });
    assert.deepEqual(matchTemplate('models', 'models'), {});
    assert.deepEqual(matchTemplate('{name=operations}', 'operations'), { name: 'operations' });
    assert.deepEqual(matchTemplate('{parent=corpora/*}/documents', 'corpora/c/documents'), {
      parent: 'corpora/c',
    });
    for (const path of [
      'models/x',
      'models/x:countTokens',
      'models/%2e%2e:generateContent',
      'models/a%2Fb:generateContent',
    ]) {
      assert.equal(matchTemplate(GENERATE, path), undefined, path);
    }
  });

  const OPEN = 'operations/**';
  const OPEN_NAMES = ['operations/a', 'operations/a/b', 'operations/tunedModels/x/operations/ü:1'];

  it('takes any number of segments for the two stars at the end of a pattern', () => {
    for (const name of OPEN_NAMES) {
      assert.ok(matchesName(OPEN, name));
      const path = expandTemplate('{name=operations/**}', { name });
      assert.equal(path.split('/').length, name.split('/').length);
      assert.deepEqual(matchTemplate('{name=operations/**}', path), { name });
      assert.deepEqual(matchTemplate('{name=operations/**}:cancel', `${path}:cancel`), { name });
    }
    assert.equal(
      expandTemplate('{name=operations/**}', { name: 'operations/a:b/c d' }),
      'operations/a%3Ab/c%20d',
    );
  });

  for (const name of [
    'operations',
    'operations/',
    'operations/a//b',
    'operations/a/../b',
    'operations/a/%2e%2e',
    'operations/a%2Fb',
    'operations/a/b?c',
    'x/operations/a',
  ]) {
    it(`refuses ${JSON.stringify(name)} for two stars`, () => {
      assert.equal(matchesName(OPEN, name), false);
      assert.throws(() => expandTemplate('{name=operations/**}', { name }), { reason: 'badName' });
      assert.equal(matchTemplate('{name=operations/**}', name), undefined);
    });
  }
});
