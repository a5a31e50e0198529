import { SCHEMA_SCHEME } from './ids';
import { isVersion } from './parseRef';
import { kindIds, kindRow } from './kinds';
import type { ResourceRef } from './ref';
import { matchesName } from '../api/names';
import type { Version } from '../api/versions';

/**
 * Path of a resource's document: `/<connection>/<version>/<resource name>.json`. It says everything that
 * is needed to fetch the resource again, so that an editor survives a restart.
 */
export function documentPath(ref: ResourceRef): string {
  return `/${ref.connection}/${ref.version}/${ref.name}.json`;
}

/** The resource a document path names; undefined where it names none. */
export function parseDocumentPath(path: string): ResourceRef | undefined {
  const match = /^\/([A-Za-z0-9]+)\/([a-z0-9]+)\/(.+)\.json$/.exec(path);
  if (!match) return undefined;
  const [, connection = '', version, name = ''] = match;
  if (!isVersion(version)) return undefined;
  const kind = kindIds().find((id) => matchesName(kindRow(id).pattern, name));
  return kind && { connection, version, kind, name };
}

/**
 * Address of the JSON schema of a message in a version. With an authority: VS Code takes no other address
 * from package.json.
 */
export function schemaAddress(version: string, message: string): string {
  return `${SCHEMA_SCHEME}://messages/${version}/${message}.json`;
}

/** Address of the JSON schema of the documents that have a request of an operation in a version. */
export function requestSchemaAddress(version: string, operation: string): string {
  return `${SCHEMA_SCHEME}://requests/${version}/${operation}.json`;
}

/** What a schema is of. */
export interface SchemaSubject {
  readonly of: 'messages' | 'requests';
  readonly version: Version;
  /** Of a message, or an operation. */
  readonly name: string;
}

/** What the schema at an address is of; undefined where the address has another form. */
export function parseSchemaAddress(address: {
  readonly authority: string;
  readonly path: string;
}): SchemaSubject | undefined {
  const of = address.authority;
  const [, version, name] = /^\/([a-z0-9]+)\/([A-Za-z.]+)\.json$/.exec(address.path) ?? [];
  if (of !== 'messages' && of !== 'requests') return undefined;
  return isVersion(version) && name !== undefined ? { of, version, name } : undefined;
}
