import { matchesName } from '../api/names';
import { isVersion, type Version } from '../api/versions';
import { SCHEMA_SCHEME } from './ids';
import { isKindId, kindIds, kindRow } from './kinds';
import type { ResourceRef } from './ref';
import { nameOfId } from './resourceName';

const NEW = 'new';

const SUBJECTS = ['messages', 'new', 'requests', 'parts'] as const;

/** How a document shows a resource: as JSON, or as plain or Markdown text only. */
export type DocumentForm = 'json' | 'txt' | 'md';

export interface DocumentSubject {
  readonly ref: ResourceRef;
  readonly form: DocumentForm;
}

/**
 * Returns a resource's document path: `/<connection>/<version>/<resource name>.json`. Complete enough to fetch the
 * resource again after a restart.
 */
export function documentPath(ref: ResourceRef, form: DocumentForm = 'json'): string {
  return `/${ref.connection}/${ref.version}/${ref.name}.${form}`;
}

/**
 * Returns the document path of a new resource, such as `/<connection>/<version>/new/corpora/New corpus 1.json`. No
 * resource name starts with `new`.
 */
export function newDocumentPath(collection: ResourceRef, number: number): string {
  const name = nameOfId(collection, `New ${kindRow(collection.kind).noun.message} ${number}`);
  return `/${collection.connection}/${collection.version}/${NEW}/${name}.json`;
}

/** Returns the resource of a document path. Undefined if the path names none or only part of one. */
export function parseDocumentPath(path: string): ResourceRef | undefined {
  const subject = parseDocument(path);
  return subject?.form === 'json' && !subject.ref.collection ? subject.ref : undefined;
}

/**
 * Returns the path of an environment's file or folder: `/<connection>/<version>/<environment>/<path>`. The real file
 * name at the end lets editors detect the language.
 */
export function entryPath({ connection, version, name }: ResourceRef): string {
  const [, environment = '', , ...path] = name.split('/');
  return ['', connection, version, environment, ...path].join('/');
}

/** Parses a path of `entryPath` into a file, a folder, or the environment itself. Undefined if invalid. */
export function parseEntryPath(path: string): ResourceRef | undefined {
  const [, connection = '', version, environment = '', ...steps] = path.split('/');
  if (connection === '' || !isVersion(version)) return undefined;
  const isRoot = steps.length === 0 || (steps.length === 1 && steps[0] === '');
  const kind = isRoot ? 'environment' : 'environmentFile';
  const name = ['environments', environment, ...(isRoot ? [] : ['files', ...steps])].join('/');
  return parseRef({ connection, version, kind, name });
}

/** Parses a document path. Undefined if invalid. */
export function parseDocument(path: string): DocumentSubject | undefined {
  const match = /^\/([A-Za-z0-9]+)\/([a-z0-9]+)\/(.+)\.(json|txt|md)$/.exec(path);
  if (!match) return undefined;
  const [, connection = '', version, whole = '', ending] = match;
  if (!isVersion(version)) return undefined;
  const form = ending as DocumentForm;
  const isNew = whole.startsWith(`${NEW}/`);
  const name = isNew ? whole.slice(NEW.length + 1) : whole;
  const kind = kindIds().find((id) => matchesName(kindRow(id).pattern, name));
  if (!kind || kindRow(kind).isOpenedAsFile) return undefined;
  const { verbs, template } = kindRow(kind);
  const where = { connection, version, kind };
  if (!isNew) {
    return form === 'json' || verbs.editText ? { ref: { ...where, name }, form } : undefined;
  }
  const parent = name.split('/').slice(0, -2).join('/');
  return template && form === 'json'
    ? { ref: { ...where, name: parent, collection: true }, form }
    : undefined;
}

/**
 * Returns the URI of a message's JSON schema. The authority is required: VS Code accepts no other URIs of custom
 * schemes in package.json.
 */
export function schemaAddress(version: string, message: string): string {
  return `${SCHEMA_SCHEME}://messages/${version}/${message}.json`;
}

export function requestSchemaAddress(version: string, operation: string): string {
  return `${SCHEMA_SCHEME}://requests/${version}/${operation}.json`;
}

export function newSchemaAddress(version: string, message: string): string {
  return `${SCHEMA_SCHEME}://new/${version}/${message}.json`;
}

/** Returns the schema URI of a part of the playground's settings, by file name. */
export function partSchemaAddress(version: string, file: string): string {
  return `${SCHEMA_SCHEME}://parts/${version}/${file}.json`;
}

export interface SchemaSubject {
  readonly of: (typeof SUBJECTS)[number];
  readonly version: Version;
  readonly name: string;
}

/** Parses a schema URI. Undefined if it has another form. */
export function parseSchemaAddress(address: {
  readonly authority: string;
  readonly path: string;
}): SchemaSubject | undefined {
  const of = SUBJECTS.find((subject) => subject === address.authority);
  const [, version, name] = /^\/([a-z0-9]+)\/([A-Za-z.]+)\.json$/.exec(address.path) ?? [];
  if (!of) return undefined;
  return isVersion(version) && name !== undefined ? { of, version, name } : undefined;
}

/**
 * Returns the ref of a command argument: a tree row or a ref. Undefined for anything else, as any extension may run the
 * command.
 */
export function parseRef(value: unknown): ResourceRef | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { connection, version, kind, name, collection } = value as { [key: string]: unknown };
  if (typeof connection !== 'string' || typeof name !== 'string') return undefined;
  if (!isVersion(version) || !isKindId(kind)) return undefined;
  const where = { connection, version, kind, name };
  if (collection === true) return { ...where, collection };
  return matchesName(kindRow(kind).pattern, name) ? where : undefined;
}
