import type { Message } from '../api/schema/infer';
import { findGrantee, grant, type Grantee, requireRole, type Role } from './access';
import { type Call, type Handler, singleReply } from './call';
import { statePage } from './paging';
import { applyMask, parsePatch } from './patch';
import { listRecords, requireRecord } from './records';
import type { Stored } from './state';
import { badFields, failedPrecondition, StatusError } from './status';
import type { HandlerContext } from './handlerContext';

// The visibility of permissions isn't published. Here, only callers who can change permissions see them, so
// that users stay hidden from each other.

export const createPermission: Handler = (call, world) => {
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

export const getPermission: Handler = (call, world) =>
  singleReply(requirePermission(call, world, call.path.name ?? '').resource);

export const listPermissions: Handler = (call, world) => {
  const { name } = requireRole(call, world, call.path.parent ?? '', 'WRITER');
  const { items, ...next } = statePage(call, world, 'permissions', name);
  return singleReply({ permissions: items.map(({ resource }) => resource), ...next });
};

export const patchPermission: Handler = (call, world) => {
  const stored = requirePermission(call, world, call.path['permission.name'] ?? '');
  const resource = applyMask(stored.resource, parsePatch(call));
  checkNotOwner(stored);
  checkRole((resource as Message<'Permission'>).role);
  world.state.update('permissions', stored.name, { resource });
  return singleReply(resource);
};

export const deletePermission: Handler = (call, world) => {
  const stored = requirePermission(call, world, call.path.name ?? '');
  checkNotOwner(stored);
  world.state.remove('permissions', stored.name);
  return singleReply({});
};

/** Exchanges the roles: the previous owner becomes a writer. */
export const transferOwnership: Handler = (call, world) => {
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
