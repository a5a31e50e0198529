import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { shapeProblems } from './shape';

type Row = readonly [
  title: string,
  message: string,
  actual: JsonObject,
  literal: JsonObject,
  problems: readonly string[],
];

const rows: readonly Row[] = [
  ['the same fields', 'Model', { name: 'models/a' }, { name: 'models/b' }, []],
  ['a field of the message', 'Model', { topK: 40 }, { name: 'models/b' }, []],
  ['nothing where the example has nothing', 'Empty', {}, {}, []],
  ['more where the example has nothing', 'Model', { name: 'models/a' }, {}, []],
  ['nothing at all', 'Model', {}, { name: 'models/b' }, ['Model is empty']],
  ['an unknown field', 'Model', { nom: 'a' }, {}, ['Model.nom is unknown']],
  ['another type', 'File', { sizeBytes: 5 }, {}, ['File.sizeBytes is number, not string']],
  [
    'another type than the example',
    'Model',
    { name: 5 },
    { name: 'models/b' },
    ['Model.name is number, not string'],
  ],
  ['a bad time', 'Corpus', { createTime: 'now' }, {}, ['Corpus.createTime is no time stamp']],
  [
    'a nested message in a list',
    'ListCorporaResponse',
    { corpora: [{ name: 1 }] },
    { corpora: [{ name: 'corpora/a' }] },
    ['ListCorporaResponse.corpora[0].name is number, not string'],
  ],
  [
    'an unknown field in a list that the example lacks',
    'ListCorporaResponse',
    { corpora: [{ x: 1 }] },
    {},
    ['ListCorporaResponse.corpora[0].x is unknown'],
  ],
  [
    'a list that should be left out',
    'Model',
    { supportedGenerationMethods: [] },
    {},
    ['Model.supportedGenerationMethods is an empty list'],
  ],
  [
    'one in place of many',
    'ListFilesResponse',
    { files: {} },
    {},
    ['ListFilesResponse.files is object, not list'],
  ],
  [
    'an unknown field of a message of any type',
    'google.longrunning.Operation',
    {
      metadata: {
        '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.CreateTunedModelMetadata',
        steps: 1,
      },
    },
    {},
    ['google.longrunning.Operation.metadata.steps is unknown'],
  ],
];

describe('the shape of an answer', () => {
  for (const [title, message, actual, literal, problems] of rows) {
    it(title, () => {
      assert.deepEqual(shapeProblems(actual, literal, message, 'v1beta'), problems);
    });
  }

  it('a field that only another version has', () => {
    const answer = { cachedContentTokenCount: 1 };
    assert.deepEqual(shapeProblems(answer, {}, 'CountTokensResponse', 'v1beta'), []);
    assert.deepEqual(shapeProblems(answer, {}, 'CountTokensResponse', 'v1@2024'), [
      'CountTokensResponse.cachedContentTokenCount is unknown',
    ]);
  });
});
