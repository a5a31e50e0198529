import type { Message } from '../api/schema/infer';
import { type Call, type Handler, type HandlerRows, singleReply } from './call';
import type { Caller } from './caller';
import { statePage } from './paging';
import { applyMask, parsePatch } from './patch';
import { findRecord, listRecords, requireRecord } from './records';
import type { Kind, Stored } from './state';
import { badFields, failedPrecondition, StatusError } from './status';
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

// The visibility of permissions isn't published. Here, only callers who can change permissions see them, so
// that users stay hidden from each other.

const createPermission: Handler = (call, world) => {
  const shared = requireRole(call, world, call.path.parent ?? '', 'WRITER');
  const { granteeType, emailAddress, role } = call.body as Message<'Permission'>;
  const grantee = checkGrantee(granteeType, emailAddress);
  const given = checkRole(role);
  if (findGrantee(world, shared.name, grantee)) {
    const whom = grantee.emailAddress ?? 'Everyone';
    throw new StatusError(409, `${whom} already has a permission on ${shared.name}.`);
  }
  const made = grant(world, shared.name, grantee.granteeType, given, grantee.emailAddress);
  return singleReply(made.resource);
};

const getPermission: Handler = (call, world) =>
  singleReply(requirePermission(call, world, call.path.name ?? '').resource);

const listPermissions: Handler = (call, world) => {
  const { name } = requireRole(call, world, call.path.parent ?? '', 'WRITER');
  const { items, ...next } = statePage(call, world, 'permissions', name);
  return singleReply({ permissions: items.map(({ resource }) => resource), ...next });
};

const patchPermission: Handler = (call, world) => {
  const stored = requirePermission(call, world, call.path['permission.name'] ?? '');
  const resource = applyMask(stored.resource, parsePatch(call));
  checkNotOwner(stored);
  checkRole((resource as Message<'Permission'>).role);
  world.state.update('permissions', stored.name, { resource });
  return singleReply(resource);
};

const deletePermission: Handler = (call, world) => {
  const stored = requirePermission(call, world, call.path.name ?? '');
  checkNotOwner(stored);
  world.state.remove('permissions', stored.name);
  return singleReply({});
};

/** Exchanges the roles: the previous owner becomes a writer. */
const transferOwnership: Handler = (call, world) => {
  const model = requireRole(call, world, call.path.name ?? '', 'OWNER');
  const { emailAddress: sent } = call.body as Message<'TransferOwnershipRequest'>;
  const emailAddress = checkEmail(sent, 'TransferOwnershipRequest');
  const before = findOwner(world, model.name);
  const after = findGrantee(world, model.name, { granteeType: 'USER', emailAddress });
  if (after && after.name === before?.name) {
    throw failedPrecondition(`${emailAddress} already owns ${model.name}.`);
  }
  if (after && after.resource.granteeType !== 'USER') {
    throw failedPrecondition('A group cannot own a tuned model.');
  }
  if (before) setRole(world, before, 'WRITER');
  if (after) setRole(world, after, 'OWNER');
  else grant(world, model.name, 'USER', 'OWNER', emailAddress);
  world.state.update('tunedModels', model.name, {
    hidden: { ...model.hidden, owner: emailAddress },
  });
  return singleReply({});
};

function findOwner(world: HandlerContext, shared: string): Stored | undefined {
  return listRecords(world, 'permissions', shared).find(
    ({ resource }) => resource.role === 'OWNER',
  );
}

function setRole(world: HandlerContext, { name, resource }: Stored, role: string): void {
  world.state.update('permissions', name, { resource: { ...resource, role } });
}

/**
 * Returns a permission that the caller can change. Without access, throws the same error as for a missing
 * resource.
 */
function requirePermission(call: Call, world: HandlerContext, name: string): Stored {
  requireRole(call, world, name, 'WRITER');
  return requireRecord(world, 'permissions', name);
}

/** Rejects changes to the owner except by transfer. The error message isn't published. */
function checkNotOwner({ resource }: Stored): void {
  if (resource.role !== 'OWNER') return;
  throw failedPrecondition('The permission of the owner cannot be changed or deleted.');
}

// Not published; follows the messages for other fields.

const EMAIL = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,255}$/;

function checkGrantee(granteeType: string | undefined, emailAddress: string | undefined): Grantee {
  if (granteeType === 'EVERYONE') {
    if (emailAddress === undefined || emailAddress === '') return { granteeType };
    throw wrongField('Permission', 'email_address', 'must not be set for EVERYONE');
  }
  // The schema requires the field only in the first version, but a permission without it is useless.
  if (granteeType !== 'USER' && granteeType !== 'GROUP') {
    throw wrongField('Permission', 'grantee_type', 'must be USER, GROUP or EVERYONE');
  }
  return { granteeType, emailAddress: checkEmail(emailAddress, 'Permission') };
}

function checkEmail(emailAddress: string | undefined, message: string): string {
  if (emailAddress === undefined || emailAddress === '') {
    throw wrongField(message, 'email_address', 'email_address is not specified');
  }
  if (EMAIL.test(emailAddress)) return emailAddress;
  throw wrongField(message, 'email_address', 'is not an email address');
}

/** Throws 400 for OWNER: a resource has a single owner, set by creation or transfer. */
function checkRole(role: string | undefined): Role {
  if (role === 'READER' || role === 'WRITER') return role;
  const problem =
    role === 'OWNER'
      ? 'OWNER cannot be granted; ownership is transferred'
      : 'role is not specified';
  throw wrongField('Permission', 'role', problem);
}

function wrongField(message: string, field: string, problem: string): Error {
  return badFields([`* ${message}.${field}: ${problem}`]);
}

export const permissionHandlers = {
  'corpora.permissions.create': createPermission,
  'corpora.permissions.delete': deletePermission,
  'corpora.permissions.get': getPermission,
  'corpora.permissions.list': listPermissions,
  'corpora.permissions.patch': patchPermission,
  'tunedModels.permissions.create': createPermission,
  'tunedModels.permissions.delete': deletePermission,
  'tunedModels.permissions.get': getPermission,
  'tunedModels.permissions.list': listPermissions,
  'tunedModels.permissions.patch': patchPermission,
  'tunedModels.transferOwnership': transferOwnership,
} as const satisfies HandlerRows;
