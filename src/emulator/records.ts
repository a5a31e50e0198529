import { RESOURCE_ID } from '../api/schema/fieldLimits';
import { textLength, fieldLimits, maxLength, maxItems, maxResources } from '../api/schema/limits';
import type { Kind, Stored } from './state';
import { failedPrecondition, StatusError } from './status';
import type { HandlerContext } from './handlerContext';

// All handlers must read through these functions, which hide resources that aren't visible yet.

/** Returns a record. Undefined if it doesn't exist or isn't visible yet. */
export function findRecord(world: HandlerContext, kind: Kind, name: string): Stored | undefined {
  return world.visibility.isSeen(name) ? world.state.find(kind, name) : undefined;
}

export function listRecords(
  world: HandlerContext,
  kind: Kind,
  parent: string,
  page: { readonly after?: number; readonly limit?: number } = {},
): readonly Stored[] {
  const found = world.state.list(kind, parent, page);
  const seen = found.filter(({ name }) => world.visibility.isSeen(name));
  const hidden = found.length - seen.length;
  if (hidden === 0 || page.limit === undefined || found.length < page.limit) return seen;
  // A short page would look like the last one.
  const after = found.at(-1)?.seq ?? 0;
  return [...seen, ...listRecords(world, kind, parent, { after, limit: hidden })];
}

/** Throws 404 if not found. Only for resources whose existence the caller may know about. */
export function requireRecord(world: HandlerContext, kind: Kind, name: string): Stored {
  const found = findRecord(world, kind, name);
  if (!found) throw recordNotFound(name);
  return found;
}

export function recordNotFound(name: string): StatusError {
  return new StatusError(404, `Requested entity was not found: ${name}.`);
}

export interface IdRule {
  readonly shape: RegExp;
  readonly text: string;
}

const plainId: IdRule = {
  shape: new RegExp(`^(?:${RESOURCE_ID})$`),
  text: 'up to 40 lowercase letters, digits and dashes, and no dash at either end',
};

interface NameRequest {
  readonly kind: Kind;
  readonly parent: string;
  readonly given?: string | undefined;
  readonly displayName?: string | undefined;
}

/**
 * Returns a new name: the given one, or one derived from the display name with 12 random
 * characters. Throws 400 if invalid or under another parent, 409 if taken.
 */
export function claimName(world: HandlerContext, request: NameRequest): string {
  const { kind, parent, given = '', displayName = '' } = request;
  const prefix = nameIn(parent, kind, '');
  if (given === '') return freeName(world, kind, prefix, displayName);
  if (!given.startsWith(prefix)) {
    throw new StatusError(400, `Invalid resource name: it must have the form ${prefix}{id}.`);
  }
  return claimId(world, { kind, parent, id: given.slice(prefix.length), field: 'name' });
}

/** Returns a new name for an ID such as `tunedModelId`. Throws 400 if invalid, 409 if taken. */
export function claimId(
  world: HandlerContext,
  wanted: {
    readonly kind: Kind;
    readonly parent: string;
    readonly id: string;
    readonly field: string;
    readonly rule?: IdRule;
  },
): string {
  const { kind, parent, id, field, rule = plainId } = wanted;
  if (!rule.shape.test(id)) {
    throw new StatusError(400, `Invalid ${field}: the id must have ${rule.text}.`);
  }
  const name = nameIn(parent, kind, id);
  if (world.state.find(kind, name)) throw alreadyExists(name);
  world.visibility.created(name);
  return name;
}

/** Joins `corpora/c`, `documents`, `d` to `corpora/c/documents/d`. */
export function nameIn(parent: string, kind: Kind, id: string): string {
  return `${parent === '' ? '' : `${parent}/`}${kind}/${id}`;
}

/** The error message isn't published. */
function alreadyExists(name: string): StatusError {
  return new StatusError(409, `Requested entity already exists: ${name}.`);
}

// A seeded start repeats IDs, even on saved state.
function freeName(world: HandlerContext, kind: Kind, prefix: string, displayName: string): string {
  for (;;) {
    const name = prefix + (displayName === '' ? world.ids.random() : world.ids.derive(displayName));
    if (world.state.find(kind, name)) continue;
    world.visibility.created(name);
    return name;
  }
}

/**
 * Deletes a resource with its children. Throws 400 FAILED_PRECONDITION if there are children and `force`
 * isn't set; the message is that of a similar resource.
 * @param noun such as `Corpus`
 */
export function removeWithChildren(
  world: HandlerContext,
  kind: Kind,
  stored: Stored,
  {
    children,
    noun,
    isForced,
  }: { readonly children: Kind; readonly noun: string; readonly isForced: boolean },
): void {
  const { state } = world;
  if (!isForced && state.count(children, stored.name) > 0) {
    throw failedPrecondition(`Cannot delete non-empty ${noun}.`);
  }
  removeTree(world, kind, stored.name);
}

export function removeTree(world: HandlerContext, kind: Kind, name: string): void {
  world.state.removeBelow(name);
  world.state.remove(kind, name);
}

/** Documented limits per parent. */
export const limits = {
  corporaPerProject: maxResources('Corpus'),
  documentsPerCorpus: maxResources('Document'),
  chunksPerCorpus: maxResources('Chunk'),
  chunksPerBatch: maxItems('BatchCreateChunksRequest', 'requests'),
  chunkTokens: fieldLimits('ChunkData', 'stringValue').maxTokens ?? Infinity,
  customMetadata: maxItems('Chunk', 'customMetadata'),
  stringListValues: maxItems('StringList', 'values'),
  displayName: maxLength('Corpus', 'displayName'),
} as const;

/**
 * Throws if `more` would exceed the limit. The message isn't published; the status is that of full storage.
 * @param what such as `corpora per project`
 */
export function requireRoom(count: number, more: number, limit: number, what: string): void {
  if (count + more <= limit) return;
  throw new StatusError(429, `The limit of ${limit} ${what} has been reached.`);
}

/** Throws 400 if a display name is too long. Counts characters instead of UTF-16 code units. */
export function checkDisplayName(
  message: string,
  displayName: string | undefined,
  longest: number = limits.displayName,
): void {
  const length = textLength(displayName ?? '', longest);
  if (length <= longest) return;
  throw new StatusError(
    400,
    `* ${message}.display_name: must have at most ${longest} characters, and has ${length}\n`,
  );
}
