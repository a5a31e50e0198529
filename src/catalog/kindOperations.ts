import { templateVariables } from '../api/names';
import { type OperationId, operationIds, operationRow, versionFor } from '../api/operations';
import { findMessage } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';
import { isServed, type Version, VERSIONS } from '../api/versions';
import type { NodeType, Verb } from './commandTable';
import type { CustomVerb } from './kindRow';
import { childKinds, kindRow, type KindId } from './kinds';
import type { ResourceRef } from './ref';

/** The operations that exist for a kind, by the standard verb they stand for. */
interface KindOperations {
  readonly get?: OperationId;
  readonly list?: OperationId;
  readonly create?: OperationId;
  readonly patch?: OperationId;
  readonly delete?: OperationId;
}

/** The path of an operation as resource names have it: `{corpus.name=corpora/*}` → `corpora/*`. */
export function expandedPath(path: string): string {
  return path.replaceAll(/\{[^=}]+=([^}]+)\}/g, '$1');
}

const known = new Map<KindId, KindOperations>();

/**
 * Found in the operations table by path: those on the pattern itself get, change and delete one
 * resource; those on the pattern without its last star list and create.
 */
export function kindOperations(kind: KindId): KindOperations {
  const { pattern, message } = kindRow(kind);
  const found = known.get(kind) ?? findOperations(pattern, message);
  known.set(kind, found);
  return found;
}

export function findOperations(pattern: string, message?: string): KindOperations {
  const collection = pattern.slice(0, pattern.lastIndexOf('/'));
  const found: { -readonly [V in keyof KindOperations]: KindOperations[V] } = {};
  for (const id of operationIds()) {
    const { verb, path, paging, body, response, upload, download } = operationRow(id);
    const expanded = expandedPath(path);
    if (expanded === pattern) {
      // Of folders the same path is that of what is in them.
      if (verb === 'GET' && paging) found.list = id;
      else if (verb === 'GET' && !download) found.get = id;
      if (verb === 'PATCH') found.patch = id;
      if (verb === 'DELETE') found.delete = id;
    } else if (expanded === collection) {
      if (verb === 'GET' && paging) found.list = id;
      // An upload makes one too, out of something else.
      const isMade = message === undefined || [body, response].includes(message);
      if (verb === 'POST' && body !== undefined && !upload && isMade) found.create = id;
    }
  }
  return found;
}

/** Whether an operation of a kind exists in a version. */
export function canDo(kind: KindId, verb: keyof KindOperations, version: Version): boolean {
  const id = kindOperations(kind)[verb];
  return id !== undefined && isServed(operationRow(id), version);
}

/** The version a kind is listed in, given the preferred one; undefined where no version lists it. */
export function listVersion(kind: KindId, preferred: Version): Version | undefined {
  const { list, get } = kindOperations(kind);
  // What this machine lists by itself is there where one of them can be asked for.
  const id = kindRow(kind).list === 'local' ? get : list;
  return id && versionFor(operationRow(id), preferred);
}

/** Name of the path parameter that takes the resource, or the parent, of an operation. */
export function pathParameter(id: OperationId): string | undefined {
  return /\{([^=}]+)=/.exec(operationRow(id).path)?.[1];
}

/** What the path of a list takes: the parent, or the collection itself where the path names it. */
export function listParameters(
  id: OperationId,
  parent: string,
): { readonly [parameter: string]: string } {
  const [variable] = templateVariables(operationRow(id).path);
  if (!variable) return {};
  const { name, pattern } = variable;
  if (!pattern.includes('*')) return { [name]: pattern };
  // What has folders is asked for its root by the slash behind it.
  const root = pattern.split('/').slice(0, -1);
  const isWhole = pattern.endsWith('**') && parent.split('/').length < root.length;
  return { [name]: isWhole ? `${parent}/${root.at(-1)}/` : parent };
}

/** The collections below a resource: those that some version lists, in its own version where that does. */
export function childCollections({ connection, version, kind, name }: ResourceRef) {
  const below = kindRow(kind).isFolder ? [kind] : childKinds(kind);
  return below.flatMap((child): readonly ResourceRef[] => {
    const listed = listVersion(child, version);
    if (listed === undefined) return [];
    return [{ connection, version: listed, kind: child, name, collection: true }];
  });
}

/** The collection whose rows stand directly below a resource: where it is the only one there. */
export function onlyChild(resource: ResourceRef): ResourceRef | undefined {
  if (resource.collection) return undefined;
  const [only, ...others] = childCollections(resource);
  return others.length === 0 ? only : undefined;
}

/**
 * The list of a kind that stands at the top, in the version that is asked for it; undefined where none has it.
 * @param connection with the version it prefers.
 */
export function topCollection(
  kind: KindId,
  { id, apiVersion }: { readonly id: string; readonly apiVersion?: Version },
): (ResourceRef & { readonly collection: true }) | undefined {
  const version = listVersion(kind, apiVersion ?? VERSIONS[0]);
  return version && { connection: id, version, kind, name: '', collection: true };
}

/** What can be done with one resource: what its kind's operations allow, and what it supports itself. */
export function resourceVerbs(
  kind: KindId,
  version: Version,
  resource: JsonObject,
): readonly Verb[] {
  const row = kindRow(kind);
  const own = Object.entries(row.verbs) as [CustomVerb, (resource: JsonObject) => boolean][];
  const isRefused = row.refusesDelete?.(resource) ?? false;
  return [
    ...own.filter(([, supports]) => supports(resource)).map(([verb]) => verb),
    ...(canDo(kind, 'get', version) ? (['open', 'refresh'] as const) : []),
    // What can't be asked for one by one is shown as its list has it.
    ...(kindOperations(kind).get === undefined && !row.isOpenedAsFile ? (['open'] as const) : []),
    ...(row.isFolder?.(resource) ? (['refresh', 'loadAll'] as const) : []),
    ...(nameField(kind, version) === undefined ? [] : (['rename'] as const)),
    ...(canDo(kind, 'delete', version) && !isRefused ? (['delete'] as const) : []),
    'copyName',
  ];
}

/** The field with what people call a resource, where that can be changed. */
export function nameField(kind: KindId, version: Version): string | undefined {
  const { patch } = kindOperations(kind);
  if (patch === undefined || !canDo(kind, 'patch', version)) return undefined;
  const names = ['displayName', 'display_name', ...(kindRow(kind).namedBy ? ['name'] : [])];
  return operationRow(patch).mask?.find((field) => names.includes(field));
}

/** The fields of a resource that the service shows, and takes changes of. */
export function changeableFields(kind: KindId): readonly string[] {
  const { patch } = kindOperations(kind);
  const { fields = {} } = findMessage(kindRow(kind).message) ?? {};
  const mask = (patch && operationRow(patch).mask) ?? [];
  return mask.filter((field) => Object.hasOwn(fields, field));
}

/** The message that a new resource of a kind is described by, or what changes of one. */
export function bodyMessage(kind: KindId, verb: 'create' | 'patch'): string {
  const id = kindOperations(kind)[verb];
  return (id && operationRow(id).body) ?? kindRow(kind).message;
}

export function collectionVerbs(kind: KindId, version: Version): readonly Verb[] {
  const { template, form, collectionVerbs: own = [] } = kindRow(kind);
  const creates = (template ?? form) !== undefined && canDo(kind, 'create', version);
  const isLocal = kindRow(kind).list === 'local';
  return [
    ...(canDo(kind, 'list', version) ? (['refresh', 'loadAll'] as const) : []),
    ...(isLocal ? (['refresh'] as const) : []),
    ...(creates ? (['create'] as const) : []),
    ...own,
  ];
}

/**
 * A row's `contextValue`: words for what it is and what can be done with it, so that a menu asks for the
 * capability it needs and not for the kinds that happen to have it.
 */
export function contextWords(node: NodeType, kind: KindId, can: readonly Verb[]): string {
  return [`node:${node}`, `kind:${kind}`, ...can.map((verb) => `can:${verb}`)].join(' ');
}

/** The regular expression that finds a verb in a row's words, on rows of some types or of all. */
export function contextPattern(verb: Verb, nodes?: readonly NodeType[]): string {
  return nodes ? `\\bnode:(${nodes.join('|')})\\b.*\\bcan:${verb}\\b` : `\\bcan:${verb}\\b`;
}
