import type { Message } from '../api/schema/infer';
import type { Call } from './call';
import type { Caller } from './caller';
import { findRecord, listRecords } from './records';
import type { Kind, Stored } from './state';
import { StatusError } from './status';
import type { World } from './world';

/** What somebody may do: a writer is a reader too, the owner both. */
export type Role = 'READER' | 'WRITER' | 'OWNER';

const ranks: { readonly [R in Role]: number } = { READER: 1, WRITER: 2, OWNER: 3 };

const nouns: { readonly [collection: string]: string } = {
  corpora: 'Corpus',
  tunedModels: 'tuned model',
};

/**
 * The corpus or tuned model that a name is of or lies in, for a caller with at least this role. Throws
 * 403 where the caller has a weaker one, and the same 403 for none as for what does not exist.
 */
export function requireRole(call: Call, world: World, name: string, role: Role): Stored {
  const [collection = '', id = ''] = name.split('/');
  const shared = `${collection}/${id}`;
  const found = findRecord(world, collection as Kind, shared);
  const has = found && roleOf(world, call.caller, found);
  if (!has) throw notThere(collection, id);
  // The wording is Google's general one; the service's own for a weak role is not published.
  if (ranks[has] < ranks[role]) throw new StatusError(403, 'The caller does not have permission');
  return found;
}

/**
 * The strongest role that somebody has on a corpus or tuned model, or undefined.
 * @param isPersonal leaves out what everyone may do with it.
 */
export function roleOf(
  world: World,
  caller: Caller,
  shared: Stored,
  isPersonal = false,
): Role | undefined {
  // What was made with the project's key has no person as its owner: whoever holds the key is.
  if (caller.kind === 'apiKey' && shared.hidden.owner === undefined) return 'OWNER';
  let best: Role | undefined;
  for (const { resource } of listRecords(world, 'permissions', shared.name)) {
    const { granteeType, emailAddress, role = '' } = resource as Message<'Permission'>;
    // Members of groups are not known here: a group's permission is stored, and gives nobody access.
    const isMeant =
      (granteeType === 'EVERYONE' && !isPersonal) ||
      (granteeType === 'USER' && caller.kind === 'user' && isSame(emailAddress, caller.email));
    if (isMeant && isRole(role) && (!best || ranks[role] > ranks[best])) best = role;
  }
  return best;
}

/** Whether a role, if there is one, includes another one. */
export function isAtLeast(role: Role | undefined, least: Role): boolean {
  return role !== undefined && ranks[role] >= ranks[least];
}

/** Makes whoever creates a corpus or tuned model its owner, as the service does by itself. */
export function grantOwner(world: World, caller: Caller, name: string): void {
  if (caller.kind === 'user') grant(world, name, 'USER', 'OWNER', caller.email);
}

/** Adds a permission; its id is 12 random characters, as the service's are opaque. */
export function grant(
  world: World,
  shared: string,
  granteeType: string,
  role: Role,
  emailAddress?: string,
): Stored {
  const name = `${shared}/permissions/${world.ids.random()}`;
  const grantee = emailAddress === undefined ? {} : { emailAddress };
  const resource = { name, granteeType, ...grantee, role };
  const added = world.state.insert('permissions', { name, parent: shared, resource, hidden: {} });
  // Taken by chance or by a seeded start over a kept state.
  return added ?? grant(world, shared, granteeType, role, emailAddress);
}

/** What `hidden.owner` of a new resource is: the caller's email, or nothing where it holds a key. */
export function ownerOf(caller: Caller): { readonly owner?: string } {
  return caller.kind === 'user' ? { owner: caller.email } : {};
}

function isSame(email: string | undefined, other: string): boolean {
  return email?.toLowerCase() === other.toLowerCase();
}

function isRole(role: string): role is Role {
  return Object.hasOwn(ranks, role);
}

// Seen live for files and tuned models; that a corpus has the same words is a guess.
function notThere(collection: string, id: string): StatusError {
  const noun = nouns[collection] ?? collection;
  return new StatusError(
    403,
    `You do not have permission to access the ${noun} ${id} or it may not exist.`,
  );
}

/** Whom a permission is for. */
export interface Grantee {
  readonly granteeType: string;
  /** Absent for everyone. */
  readonly emailAddress?: string;
}

/** The permission of a grantee; an address is one user or one group, whatever its case. */
export function findGrantee(world: World, shared: string, grantee: Grantee): Stored | undefined {
  const wanted = grantee.emailAddress?.toLowerCase();
  return listRecords(world, 'permissions', shared).find(({ resource }) => {
    const { granteeType, emailAddress } = resource as Message<'Permission'>;
    return wanted === undefined
      ? granteeType === grantee.granteeType
      : emailAddress?.toLowerCase() === wanted;
  });
}
