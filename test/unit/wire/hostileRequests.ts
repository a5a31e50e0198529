import assert from 'node:assert/strict';
import { templateVariables } from '../../../src/api/names';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionsOf,
} from '../../../src/api/operations';
import { buildRequest, type CallInput, type PlainRequest } from '../../../src/api/request';
import type { Version } from '../../../src/api/versions';
import { reasonOf } from '../api/harness';

/** What stands in place of one id of a name. */
export const hostile: readonly string[] = [
  '..',
  '.',
  '../../v1/models/x',
  '..\\..\\x',
  '%2e%2e',
  '%2E%2e%2F',
  '..%2f..%2fx',
  'a/../../../b',
  'a/b',
  '/a',
  'https://evil.example/a',
  'user:password@evil.example',
  'a?key=1',
  '?alt=media',
  'a#b',
  'a%3Fb',
  'a\u0000b',
  'a\r\nHost: evil.example\r\n\r\nGET /',
  'a\u007fb',
  '\\\\evil.example\\a',
  'a:generateContent',
  ':delete',
  'a:',
  'a b',
  ' ',
  'a&b=c',
  '*',
  '{name}',
  'a\'b"c<d>e`f|g^h',
  'constructor',
  '\u202ea\u2066b',
  'ünïcödé',
  '模型',
  '👩‍🚀',
  '\ud800',
  '%',
  'a'.repeat(10_000),
];

/** An operation in one of its versions. */
export interface Row {
  readonly id: OperationId;
  readonly version: Version;
  /** The template that the path on the wire must fit, with its beginning. */
  readonly template: string;
  readonly names: readonly { readonly name: string; readonly pattern: string }[];
}

export const rows: readonly Row[] = operationIds().flatMap((id) => {
  const row = operationRow(id);
  return versionsOf(row).map((version) => ({
    id,
    version,
    template: `${row.upload ? '/upload' : ''}/${version}/${row.path}`,
    names: templateVariables(row.path),
  }));
});

/** The request with the given names; whatever else the row demands is given. */
export function requestOf(
  { id, version }: Row,
  names: { readonly [name: string]: string },
): PlainRequest {
  const row = operationRow(id);
  const query = Object.entries(row.query ?? {}).filter(([, { required }]) => required);
  const input = {
    ...Object.fromEntries(query.map(([name]) => [name, 'x'])),
    ...(row.body === undefined ? {} : { body: {} }),
    ...(row.upload ? { media: { contentType: 'text/plain', data: Buffer.from('x') } } : {}),
    ...names,
  };
  return buildRequest(id, version, input as CallInput<typeof id>);
}

/** The row's names with an id in place of the star of that index, and `x` in place of the others. */
export function namesOf(row: Row, id: string, star: number): { readonly [name: string]: string } {
  let index = 0;
  return Object.fromEntries(
    row.names.map(({ name, pattern }) => [
      name,
      pattern.replaceAll(/\*+/g, () => (index++ === star ? id : 'x')),
    ]),
  );
}

export function starsOf(row: Row): readonly number[] {
  const stars = row.names.flatMap(({ pattern }) => [...pattern.matchAll(/\*+/g)]);
  return [...stars.keys()];
}

/** What it gives, or undefined where the name is refused; any other error is a failure. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    const reason = reasonOf(error);
    assert.ok(reason === 'badName' || reason === 'missingParameter', String(error));
    return undefined;
  }
}
