import type { Message } from '../../api/schema/infer';
import { grantOwner, ownerOf, requireRole } from '../access';
import { statePage } from '../paging';
import { single, type Handler } from '../reply';
import { leaveFinishedOperation } from '../resources/finishedOperation';
import { checkDisplayName, limits, requireRoom } from '../resources/limits';
import { claimName } from '../resources/naming';
import { removeWithChildren } from '../resources/remove';
import { patched, patchOf } from '../resources/update';

export const createCorpus: Handler = (call, world) => {
  const { name: given, displayName } = call.body as Message<'Corpus'>;
  checkDisplayName('Corpus', displayName);
  const name = claimName(world, { kind: 'corpora', parent: '', given, displayName });
  requireRoom(world.state.count('corpora', ''), 1, limits.corporaPerProject, 'corpora per project');
  const now = world.time.stamp();
  const resource = { ...call.body, name, createTime: now, updateTime: now };
  world.state.insert('corpora', { name, parent: '', resource, hidden: ownerOf(call.caller) });
  grantOwner(world, call.caller, name);
  return single(resource);
};

export const getCorpus: Handler = (call, world) =>
  single(requireRole(call, world, call.path.name ?? '', 'READER').resource);

/** Those that the caller owns, as the service documents; shared ones are found by their name only. */
export const listCorpora: Handler = (call, world) => {
  const { owner } = ownerOf(call.caller);
  const { items, ...next } = statePage(
    call,
    world,
    'corpora',
    '',
    (one) => one.hidden.owner === owner,
  );
  return single({ corpora: items.map(({ resource }) => resource), ...next });
};

export const patchCorpus: Handler = (call, world) => {
  const stored = requireRole(call, world, call.path['corpus.name'] ?? '', 'WRITER');
  const resource = patched(world, stored, patchOf(call));
  checkDisplayName('Corpus', (resource as Message<'Corpus'>).displayName);
  world.state.update('corpora', stored.name, { resource });
  return single(resource);
};

export const deleteCorpus: Handler = (call, world) => {
  const stored = requireRole(call, world, call.path.name ?? '', 'OWNER');
  const isForced = call.query.force === true;
  removeWithChildren(world, 'corpora', stored, { children: 'documents', noun: 'Corpus', isForced });
  // At the service the work goes on after the answer; here it is over, and the operation tells so.
  if (isForced) {
    const response = { '@type': 'type.googleapis.com/google.protobuf.Empty' };
    leaveFinishedOperation(world, call.caller, response);
  }
  return single({});
};
