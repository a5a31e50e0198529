import { matchesName } from '../api/names';
import { type Version, VERSIONS } from '../api/versions';
import { SCHEMA_SCHEME } from './ids';
import { isKindId, kindIds, kindRow } from './kinds';
import type { ResourceRef } from './ref';
import { nameOfId } from './resourceName';

/** First step of the path of a resource that is yet to be made. */
const NEW = 'new';

/** What there are JSON schemas of: the authorities of their addresses. */
const SUBJECTS = ['messages', 'new', 'requests', 'parts'] as const;

/** How a document shows a resource: whole as JSON, or only its text, plain or as Markdown. */
export type DocumentForm = 'json' | 'txt' | 'md';

/** What a document is of. */
export interface DocumentSubject {
  /** The resource; of a new one the collection that it will be in. */
  readonly ref: ResourceRef;
  readonly form: DocumentForm;
}

/**
 * Path of a resource's document: `/<connection>/<version>/<resource name>.json`. It says everything that
 * is needed to fetch the resource again, so that an editor survives a restart.
 */
export function documentPath(ref: ResourceRef, form: DocumentForm = 'json'): string {
  return `/${ref.connection}/${ref.version}/${ref.name}.${form}`;
}

/**
 * Path of the document of a resource that is yet to be made, such as
 * `/<connection>/<version>/new/corpora/New corpus 1.json`. No name begins with `new`.
 */
export function newDocumentPath(collection: ResourceRef, number: number): string {
  const name = nameOfId(collection, `New ${kindRow(collection.kind).noun.message} ${number}`);
  return `/${collection.connection}/${collection.version}/${NEW}/${name}.json`;
}

/** The resource a document path names; undefined where it names none, or not the whole of it. */
export function parseDocumentPath(path: string): ResourceRef | undefined {
  const subject = parseDocument(path);
  return subject?.form === 'json' && !subject.ref.collection ? subject.ref : undefined;
}

/**
 * Path of a file or folder of an environment: `/<connection>/<version>/<environment>/<path>`, so that editors know it
 * by its own name.
 */
export function entryPath({ connection, version, name }: ResourceRef): string {
  const [, environment = '', , ...path] = name.split('/');
  return ['', connection, version, environment, ...path].join('/');
}

/** The file or folder that such a path names, or the environment itself; undefined where it names none. */
export function parseEntryPath(path: string): ResourceRef | undefined {
  const [, connection = '', version, environment = '', ...steps] = path.split('/');
  if (connection === '' || !isVersion(version)) return undefined;
  const isRoot = steps.length === 0 || (steps.length === 1 && steps[0] === '');
  const kind = isRoot ? 'environment' : 'environmentFile';
  const name = ['environments', environment, ...(isRoot ? [] : ['files', ...steps])].join('/');
  return parseRef({ connection, version, kind, name });
}

/** What a document is of, by its path; undefined where that names nothing. */
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

/** Address of the JSON schema of a message that is yet to be made in a version. */
export function newSchemaAddress(version: string, message: string): string {
  return `${SCHEMA_SCHEME}://new/${version}/${message}.json`;
}

/** Address of the JSON schema of a part of the playground's settings, by the name of its file. */
export function partSchemaAddress(version: string, file: string): string {
  return `${SCHEMA_SCHEME}://parts/${version}/${file}.json`;
}

/** What a schema is of. */
export interface SchemaSubject {
  readonly of: (typeof SUBJECTS)[number];
  readonly version: Version;
  /** Of a message, an operation or a part. */
  readonly name: string;
}

/** What the schema at an address is of; undefined where the address has another form. */
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
 * The ref in what a command was called with: a tree row, a ref, or anything at all, since every extension
 * may run a command. Undefined where it is none.
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

export function isVersion(value: unknown): value is Version {
  return (VERSIONS as readonly unknown[]).includes(value);
}
