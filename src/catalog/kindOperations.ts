import { templateVariables } from '../api/names';
import { operationIds, operationRow, versionFor, type OperationId } from '../api/operations';
import { holdsIn, type Version } from '../api/versions';
import { kindRow, type KindId } from './kinds';

/** The operations that exist for a kind, by the standard verb they stand for. */
export interface KindOperations {
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
    const { verb, path, paging, body } = operationRow(id);
    const expanded = expandedPath(path);
    if (expanded === pattern) {
      if (verb === 'GET') found.get = id;
      if (verb === 'PATCH') found.patch = id;
      if (verb === 'DELETE') found.delete = id;
    } else if (expanded === collection) {
      if (verb === 'GET' && paging) found.list = id;
      // An upload makes one too, out of something else.
      if (verb === 'POST' && (message ?? body) === body) found.create = id;
    }
  }
  return found;
}

/** Whether an operation of a kind exists in a version. */
export function canDo(kind: KindId, verb: keyof KindOperations, version: Version): boolean {
  const id = kindOperations(kind)[verb];
  return id !== undefined && holdsIn(operationRow(id).versions, version);
}

/** The version a kind is listed in, given the preferred one; undefined where no version lists it. */
export function listVersion(kind: KindId, preferred: Version): Version | undefined {
  const { list } = kindOperations(kind);
  return list && versionFor(operationRow(list), preferred);
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
  return { [variable.name]: variable.pattern.includes('*') ? parent : variable.pattern };
}
