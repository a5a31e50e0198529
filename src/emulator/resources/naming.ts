import type { Kind } from '../state/state';
import { StatusError } from '../status';
import type { World } from '../world';

/** The rule of an id: what it looks like, and how that is said. */
export interface IdRule {
  readonly shape: RegExp;
  readonly text: string;
}

/** Ids of corpora, documents, chunks and files. */
export const plainId: IdRule = {
  shape: /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/,
  text: 'up to 40 lowercase letters, digits and dashes, and no dash at either end',
};

/** A name that is wanted for something new. */
export interface NameRequest {
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
export function alreadyExists(name: string): StatusError {
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
