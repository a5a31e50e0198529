import { templateVariables } from '../api/names';
import { type OperationId, operationIds, operationRow, versionFor } from '../api/operations';
import { findMessage } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';
import { isAvailable, type Version, VERSIONS } from '../api/versions';
import type { NodeType, Verb } from './commandTable';
import type { CustomVerb } from './kindRow';
import { childKinds, kindRow, type KindId } from './kinds';
import type { ResourceRef } from './ref';

interface KindOperations {
  readonly get?: OperationId;
  readonly list?: OperationId;
  readonly create?: OperationId;
  readonly patch?: OperationId;
  readonly delete?: OperationId;
}

/** Returns the path as in resource names: `{corpus.name=corpora/*}` → `corpora/*`. */
export function expandedPath(path: string): string {
  return path.replaceAll(/\{[^=}]+=([^}]+)\}/g, '$1');
}

const known = new Map<KindId, KindOperations>();

/**
 * Finds a type's API methods by path. The pattern itself gets, updates, and deletes; the pattern without its last star
 * lists and creates.
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
      if (verb === 'GET' && paging) found.list = id;
      else if (verb === 'GET' && !download) found.get = id;
      if (verb === 'PATCH') found.patch = id;
      if (verb === 'DELETE') found.delete = id;
    } else if (expanded === collection) {
      if (verb === 'GET' && paging) found.list = id;
      // Uploads create resources from other messages.
      const isMade = message === undefined || [body, response].includes(message);
      if (verb === 'POST' && body !== undefined && !upload && isMade) found.create = id;
    }
  }
  return found;
}

export function canDo(kind: KindId, verb: keyof KindOperations, version: Version): boolean {
  const id = kindOperations(kind)[verb];
  return id !== undefined && isAvailable(operationRow(id), version);
}

/** Returns the version that lists a type. Undefined if none does. */
export function listVersion(kind: KindId, preferred: Version): Version | undefined {
  const { list, get } = kindOperations(kind);
  // Locally listed types require a version that gets one of them.
  const id = kindRow(kind).list === 'local' ? get : list;
  return id && versionFor(operationRow(id), preferred);
}

export function pathParameter(id: OperationId): string | undefined {
  return /\{([^=}]+)=/.exec(operationRow(id).path)?.[1];
}

/** Returns the path parameters of a list: the parent, or the collection itself if the path names it. */
export function listParameters(
  id: OperationId,
  parent: string,
): { readonly [parameter: string]: string } {
  const [variable] = templateVariables(operationRow(id).path);
  if (!variable) return {};
  const { name, pattern } = variable;
  if (!pattern.includes('*')) return { [name]: pattern };
  const root = pattern.split('/').slice(0, -1);
  const isWhole = pattern.endsWith('**') && parent.split('/').length < root.length;
  return { [name]: isWhole ? `${parent}/${root.at(-1)}/` : parent };
}

export function childCollections({ connection, version, kind, name }: ResourceRef) {
  const below = kindRow(kind).isFolder ? [kind] : childKinds(kind);
  return below.flatMap((child): readonly ResourceRef[] => {
    const listed = listVersion(child, version);
    if (listed === undefined) return [];
    return [{ connection, version: listed, kind: child, name, collection: true }];
  });
}

/** Returns the child collection that is shown without its own row. Undefined if there are several. */
export function onlyChild(resource: ResourceRef): ResourceRef | undefined {
  if (resource.collection) return undefined;
  const [only, ...others] = childCollections(resource);
  return others.length === 0 ? only : undefined;
}

/**
 * Returns the top-level collection of a type. Undefined if no version lists it.
 * @param connection connection with its preferred version
 */
export function topCollection(
  kind: KindId,
  { id, apiVersion }: { readonly id: string; readonly apiVersion?: Version },
): (ResourceRef & { readonly collection: true }) | undefined {
  const version = listVersion(kind, apiVersion ?? VERSIONS[0]);
  return version && { connection: id, version, kind, name: '', collection: true };
}

/** Returns what can be done with a resource, based on its type's API methods and its own state. */
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
    // Without a get method, the list entry is shown.
    ...(kindOperations(kind).get === undefined && !row.isOpenedAsFile ? (['open'] as const) : []),
    ...(row.isFolder?.(resource) ? (['refresh', 'loadAll'] as const) : []),
    ...(nameField(kind, version) === undefined ? [] : (['rename'] as const)),
    ...(canDo(kind, 'delete', version) && !isRefused ? (['delete'] as const) : []),
    'copyName',
  ];
}

export function nameField(kind: KindId, version: Version): string | undefined {
  const { patch } = kindOperations(kind);
  if (patch === undefined || !canDo(kind, 'patch', version)) return undefined;
  const names = ['displayName', 'display_name', ...(kindRow(kind).namedBy ? ['name'] : [])];
  return operationRow(patch).mask?.find((field) => names.includes(field));
}

/** Returns the fields that the API accepts in updates. */
export function changeableFields(kind: KindId): readonly string[] {
  const { patch } = kindOperations(kind);
  const { fields = {} } = findMessage(kindRow(kind).message) ?? {};
  const mask = (patch && operationRow(patch).mask) ?? [];
  return mask.filter((field) => Object.hasOwn(fields, field));
}

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

/** Verbs of a collection that create its resources. */
const CREATING: readonly Verb[] = [
  'create',
  'createBatch',
  'createTunedModel',
  'createVoice',
  'share',
  'uploadFiles',
  'fillStore',
];

/** Returns the verb that creates a resource in a collection. Undefined if there is none. */
export function creatingVerb(kind: KindId, version: Version): Verb | undefined {
  return collectionVerbs(kind, version).find((verb) => CREATING.includes(verb));
}

/** Returns a row's `contextValue`: its type and verbs. Menus test for a verb, so they work for new types. */
export function contextWords(node: NodeType, kind: KindId, can: readonly Verb[]): string {
  return [`node:${node}`, `kind:${kind}`, ...can.map((verb) => `can:${verb}`)].join(' ');
}

/** Returns the regular expression that finds a verb in a `contextValue`, optionally for some node types only. */
export function contextPattern(verb: Verb, nodes?: readonly NodeType[]): string {
  return nodes ? `\\bnode:(${nodes.join('|')})\\b.*\\bcan:${verb}\\b` : `\\bcan:${verb}\\b`;
}
