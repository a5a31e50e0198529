import type { Message } from '../../api/schema/infer';
import { grant, requireRole } from '../access';
import { statePage } from '../paging';
import { single, type Call, type Handler } from '../reply';
import { applyMask } from '../resources/mask';
import { listRecords, requireRecord } from '../resources/read';
import { patchOf } from '../resources/update';
import { checkEmail, checkGrantee, checkRole } from '../sharing/checks';
import { findGrantee } from '../sharing/grantee';
import type { Stored } from '../state/state';
import { failedPrecondition, StatusError } from '../status';
import type { World } from '../world';

// Permissions of corpora and of tuned models, alike in every version. Who may see them is not published:
// here it is who may change them, so that sharing something does not show its users to each other.

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
  return single(made.resource);
};

export const getPermission: Handler = (call, world) =>
  single(requirePermission(call, world, call.path.name ?? '').resource);

export const listPermissions: Handler = (call, world) => {
  const { name } = requireRole(call, world, call.path.parent ?? '', 'WRITER');
  const { items, ...next } = statePage(call, world, 'permissions', name);
  return single({ permissions: items.map(({ resource }) => resource), ...next });
};

export const patchPermission: Handler = (call, world) => {
  const stored = requirePermission(call, world, call.path['permission.name'] ?? '');
  const resource = applyMask(stored.resource, patchOf(call));
  checkNotOwner(stored);
  checkRole((resource as Message<'Permission'>).role);
  world.state.update('permissions', stored.name, { resource });
  return single(resource);
};

export const deletePermission: Handler = (call, world) => {
  const stored = requirePermission(call, world, call.path.name ?? '');
  checkNotOwner(stored);
  world.state.remove('permissions', stored.name);
  return single({});
};

/** The new owner gets the old one's role, and the old one may still write. */
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
  return single({});
};

function findOwner(world: World, shared: string): Stored | undefined {
  return listRecords(world, 'permissions', shared).find(
    ({ resource }) => resource.role === 'OWNER',
  );
}

function setRole(world: World, { name, resource }: Stored, role: string): void {
  world.state.update('permissions', name, { resource: { ...resource, role } });
}

/** A permission, for who may change it: of what it belongs to, not even the existence is told to others. */
function requirePermission(call: Call, world: World, name: string): Stored {
  requireRole(call, world, name, 'WRITER');
  return requireRecord(world, 'permissions', name);
}

/** The owner stays until somebody else is made one; the service's words for that are not published. */
function checkNotOwner({ resource }: Stored): void {
  if (resource.role !== 'OWNER') return;
  throw failedPrecondition('The permission of the owner cannot be changed or deleted.');
}
