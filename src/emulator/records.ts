import { RESOURCE_ID } from '../api/schema/fieldLimits';
import { lengthOf, limitsOf, longestOf, mostOf, mostResources } from '../api/schema/limits';
import type { Kind, Stored } from './state';
import { failedPrecondition, StatusError } from './status';
import type { World } from './world';

// Every handler reads through these functions, because they hide what is not visible yet.

/** The record of a name; undefined where there is none, or it is not visible yet. */
export function findRecord(world: World, kind: Kind, name: string): Stored | undefined {
  return world.visibility.isSeen(name) ? world.state.find(kind, name) : undefined;
}

/** The children of one kind, oldest first. */
export function listRecords(
  world: World,
  kind: Kind,
  parent: string,
  page: { readonly after?: number; readonly limit?: number } = {},
): readonly Stored[] {
  const found = world.state.list(kind, parent, page);
  const seen = found.filter(({ name }) => world.visibility.isSeen(name));
  const hidden = found.length - seen.length;
  if (hidden === 0 || page.limit === undefined || found.length < page.limit) return seen;
  // A short list would look like the last one.
  const after = found.at(-1)?.seq ?? 0;
  return [...seen, ...listRecords(world, kind, parent, { after, limit: hidden })];
}

/** The record of a name. Throws 404 where there is none: use it only for what the caller may know of. */
export function requireRecord(world: World, kind: Kind, name: string): Stored {
  const found = findRecord(world, kind, name);
  if (!found) throw recordNotFound(name);
  return found;
}

export function recordNotFound(name: string): StatusError {
  return new StatusError(404, `Requested entity was not found: ${name}.`);
}

/** The rule of an id: what it looks like, and how that is said. */
export interface IdRule {
  readonly shape: RegExp;
  readonly text: string;
}

/** Ids of corpora, documents, chunks and files. */
const plainId: IdRule = {
  shape: new RegExp(`^(?:${RESOURCE_ID})$`),
  text: 'up to 40 lowercase letters, digits and dashes, and no dash at either end',
};

/** A name that is wanted for something new. */
interface NameRequest {
  readonly kind: Kind;
  /** Name of what it belongs to; empty for what stands by itself. */
  readonly parent: string;
  /** The whole name that the client chose, if it did. */
  readonly given?: string | undefined;
  /** What a name is made of where the client chose none. */
  readonly displayName?: string | undefined;
}

/**
 * The name of something new: the one given, or one made of the display name and 12 random characters.
 * Throws 400 where the given one breaks the rule or belongs elsewhere, 409 where it is taken.
 */
export function claimName(world: World, request: NameRequest): string {
  const { kind, parent, given = '', displayName = '' } = request;
  const prefix = nameIn(parent, kind, '');
  if (given === '') return freeName(world, kind, prefix, displayName);
  if (!given.startsWith(prefix)) {
    throw new StatusError(400, `Invalid resource name: it must have the form ${prefix}{id}.`);
  }
  return claimId(world, { kind, parent, id: given.slice(prefix.length), field: 'name' });
}

/**
 * The name of something new whose id the client chose, as in `tunedModelId`.
 * Throws 400 where the id breaks the rule, 409 where the name is taken.
 */
export function claimId(
  world: World,
  wanted: {
    readonly kind: Kind;
    readonly parent: string;
    readonly id: string;
    /** Where the client said it, in snake case. */
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

/** `corpora/c`, `documents`, `d` → `corpora/c/documents/d`. */
export function nameIn(parent: string, kind: Kind, id: string): string {
  return `${parent === '' ? '' : `${parent}/`}${kind}/${id}`;
}

/** The service's wording is not published. */
function alreadyExists(name: string): StatusError {
  return new StatusError(409, `Requested entity already exists: ${name}.`);
}

// A seeded start repeats its ids, also over a state that has them from before.
function freeName(world: World, kind: Kind, prefix: string, displayName: string): string {
  for (;;) {
    const name = prefix + (displayName === '' ? world.ids.random() : world.ids.derive(displayName));
    if (world.state.find(kind, name)) continue;
    world.visibility.created(name);
    return name;
  }
}

/**
 * Removes a resource and all below it. Throws 400 FAILED_PRECONDITION where it has children of the given
 * kind and the removal is not forced; the wording is the one seen on a sister resource.
 * @param noun such as `Corpus`.
 */
export function removeWithChildren(
  world: World,
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
  removeWhole(world, kind, stored.name);
}

/** Removes a resource and all below it, permissions included. */
export function removeWhole(world: World, kind: Kind, name: string): void {
  world.state.removeBelow(name);
  world.state.remove(kind, name);
}

/** What the service documents, per parent. */
export const limits = {
  corporaPerProject: mostResources('Corpus'),
  documentsPerCorpus: mostResources('Document'),
  chunksPerCorpus: mostResources('Chunk'),
  chunksPerBatch: mostOf('BatchCreateChunksRequest', 'requests'),
  chunkTokens: limitsOf('ChunkData', 'stringValue').maxTokens ?? Infinity,
  customMetadata: mostOf('Chunk', 'customMetadata'),
  stringListValues: mostOf('StringList', 'values'),
  displayName: longestOf('Corpus', 'displayName'),
} as const;

/**
 * Throws where `more` in addition to `count` would exceed the limit. The wording is not published;
 * the status is the one that the service gives for full storage, and like that one it has no details.
 * @param what such as `corpora per project`.
 */
export function requireRoom(count: number, more: number, limit: number, what: string): void {
  if (count + more <= limit) return;
  throw new StatusError(429, `The limit of ${limit} ${what} has been reached.`);
}

/** Throws 400 for a display name that is too long; its length counts characters, not UTF-16 units. */
export function checkDisplayName(
  message: string,
  displayName: string | undefined,
  longest: number = limits.displayName,
): void {
  const length = lengthOf(displayName ?? '', longest);
  if (length <= longest) return;
  throw new StatusError(
    400,
    `* ${message}.display_name: must have at most ${longest} characters, and has ${length}\n`,
  );
}
