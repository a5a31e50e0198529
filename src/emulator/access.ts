import type { Message } from '../api/schema/infer';
import type { Call } from './call';
import type { Caller } from './caller';
import { findRecord, listRecords } from './records';
import type { Kind, Stored } from './state';
import { StatusError } from './status';
import type { HandlerContext } from './handlerContext';

export type Role = 'READER' | 'WRITER' | 'OWNER';

const ranks: { readonly [R in Role]: number } = { READER: 1, WRITER: 2, OWNER: 3 };

const nouns: { readonly [collection: string]: string } = {
  corpora: 'Corpus',
  tunedModels: 'tuned model',
};

/**
 * Returns the shared corpus or tuned model if the caller has at least this role. Throws 403 for a weaker
 * role, and the same 403 without a role as for a missing resource.
 */
export function requireRole(call: Call, world: HandlerContext, name: string, role: Role): Stored {
  const [collection = '', id = ''] = name.split('/');
  const shared = `${collection}/${id}`;
  const found = findRecord(world, collection as Kind, shared);
  const has = found && roleOf(world, call.caller, found);
  if (!has) throw notThere(collection, id);
  // Google's general message; the message for weak roles isn't published.
  if (ranks[has] < ranks[role]) throw new StatusError(403, 'The caller does not have permission');
  return found;
}

/**
 * Returns the strongest role on a corpus or tuned model. Undefined if there is none.
 * @param isPersonal ignores permissions for everyone.
 */
export function roleOf(
  world: HandlerContext,
  caller: Caller,
  shared: Stored,
  isPersonal = false,
): Role | undefined {
  // Resources created with the project's API key have no owner: the key acts as owner.
  if (caller.kind === 'apiKey' && shared.hidden.owner === undefined) return 'OWNER';
  let best: Role | undefined;
  for (const { resource } of listRecords(world, 'permissions', shared.name)) {
    const { granteeType, emailAddress, role = '' } = resource as Message<'Permission'>;
    // Group members are unknown: permissions for groups are stored but grant no access.
    const isMeant =
      (granteeType === 'EVERYONE' && !isPersonal) ||
      (granteeType === 'USER' && caller.kind === 'user' && isSame(emailAddress, caller.email));
    if (isMeant && isRole(role) && (!best || ranks[role] > ranks[best])) best = role;
  }
  return best;
}

export function isAtLeast(role: Role | undefined, least: Role): boolean {
  return role !== undefined && ranks[role] >= ranks[least];
}

/** Makes the creator of a corpus or tuned model its owner, as the live API does. */
export function grantOwner(world: HandlerContext, caller: Caller, name: string): void {
  if (caller.kind === 'user') grant(world, name, 'USER', 'OWNER', caller.email);
}

/** Adds a permission. Its ID is 12 random characters; IDs of the live API are opaque, too. */
export function grant(
  world: HandlerContext,
  shared: string,
  granteeType: string,
  role: Role,
  emailAddress?: string,
): Stored {
  const name = `${shared}/permissions/${world.ids.random()}`;
  const grantee = emailAddress === undefined ? {} : { emailAddress };
  const resource = { name, granteeType, ...grantee, role };
  const added = world.state.insert('permissions', { name, parent: shared, resource, hidden: {} });
  // The ID already exists: by chance, or because a seeded start repeats IDs on saved state.
  return added ?? grant(world, shared, granteeType, role, emailAddress);
}

/** Returns `hidden.owner` of a new resource: the email of the caller, or nothing for an API key. */
export function ownerOf(caller: Caller): { readonly owner?: string } {
  return caller.kind === 'user' ? { owner: caller.email } : {};
}

function isSame(email: string | undefined, other: string): boolean {
  return email?.toLowerCase() === other.toLowerCase();
}

function isRole(role: string): role is Role {
  return Object.hasOwn(ranks, role);
}

function notThere(collection: string, id: string): StatusError {
  const noun = nouns[collection] ?? collection;
  return new StatusError(
    403,
    `You do not have permission to access the ${noun} ${id} or it may not exist.`,
  );
}

export interface Grantee {
  readonly granteeType: string;
  readonly emailAddress?: string;
}

export function findGrantee(
  world: HandlerContext,
  shared: string,
  grantee: Grantee,
): Stored | undefined {
  const wanted = grantee.emailAddress?.toLowerCase();
  return listRecords(world, 'permissions', shared).find(({ resource }) => {
    const { granteeType, emailAddress } = resource as Message<'Permission'>;
    return wanted === undefined
      ? granteeType === grantee.granteeType
      : emailAddress?.toLowerCase() === wanted;
  });
}
