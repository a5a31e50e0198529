import assert from 'node:assert/strict';
import { templateVariables } from '../../../src/api/names';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionsOf,
} from '../../../src/api/operations';
import { buildRequest, type CallInput } from '../../../src/api/request';
import type { Version } from '../../../src/api/versions';
import { OPERATIONS } from './operationCounts';

/** Ids with how they stand in a path, written by hand: no code of ours decides what is right here. */
const encoded: { readonly [id: string]: string } = {
  'a b': 'a%20b',
  ü: '%C3%BC',
  'a&b': 'a%26b',
  'a+b=c': 'a%2Bb%3Dc',
  '100%': '100%25',
  'a:cancel': 'a%3Acancel',
  שלום: '%D7%A9%D7%9C%D7%95%D7%9D',
  '\u202eabc': '%E2%80%AEabc',
  '👩‍🚀': '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80',
  '...': '...',
  ['x'.repeat(300)]: 'x'.repeat(300),
};

/** Ids that the service, or a proxy before it, could read as another place; and what is no text. */
const refused = [
  ...['.', '..', '', '%2F', 'a%2Fb', '%2e%2e', 'a#b', 'a?b=c', 'a\\b'],
  ...['a\nb', 'a\u0000b', '\ud800'],
];

/** Every operation in each of its versions. */
const cases = operationIds().flatMap((id) =>
  versionsOf(operationRow(id)).map((version) => ({ id, version })),
);

/** The path of an operation with this id in place of every star of its names. */
function pathOf(id: OperationId, version: Version, name: string): string {
  const row = operationRow(id);
  const required = Object.entries(row.query ?? {}).filter(([, query]) => query.required);
  const input = {
    ...Object.fromEntries(required.map(([key]) => [key, 'x'])),
    ...(row.body !== undefined && { body: {} }),
    ...(row.upload && { media: { contentType: 'text/plain', data: Buffer.from('x') } }),
    ...Object.fromEntries(
      templateVariables(row.path).map((variable) => [
        variable.name,
        variable.pattern.replaceAll(/\*+/g, () => name),
      ]),
    ),
  };
  return buildRequest(id, version, input as CallInput<typeof id>).path;
}

/** The same path as a template says it, read without the code that is tested. */
function expectedPath(id: OperationId, version: Version, shown: string): string {
  const { path, upload } = operationRow(id);
  const filled = path.replaceAll(/\{[^=}]+=([^}]+)\}/g, (_, pattern: string) =>
    pattern.replaceAll(/\*+/g, () => shown),
  );
  return `${upload ? '/upload' : ''}/${version}/${filled}`;
}

describe('names with odd characters', () => {
  it('are tried with every operation', () => {
    assert.equal(cases.length, OPERATIONS);
  });

  for (const { id, version } of cases) {
    if (!operationRow(id).path.includes('*')) continue;

    it(`stand encoded in the path of ${id} in ${version}, or are refused`, () => {
      for (const [name, shown] of Object.entries(encoded)) {
        assert.equal(pathOf(id, version, name), expectedPath(id, version, shown));
      }
      for (const name of refused) {
        assert.throws(
          () => pathOf(id, version, name),
          {
            reason: 'badName',
            hint: 'Nothing was sent.',
            message: / is not a resource name of the form /,
          },
          JSON.stringify(name),
        );
      }
    });
  }

  it('with a slash belong to fewer or more parts, which only the names of general operations can have', () => {
    for (const { id, version } of cases) {
      const variables = templateVariables(operationRow(id).path);
      if (!variables.some(({ pattern }) => pattern.includes('*'))) continue;
      const isDeep = variables.some(({ pattern }) => pattern.includes('**'));
      if (isDeep) {
        // Before it there may be an id, which has none.
        if (variables.some(({ pattern }) => pattern.includes('*/'))) continue;
        assert.equal(pathOf(id, version, 'a b/c'), expectedPath(id, version, 'a%20b/c'));
      } else {
        assert.throws(() => pathOf(id, version, 'a b/c'), { reason: 'badName' }, id);
      }
    }
  });
});
