import assert from 'node:assert/strict';
import { systemClock } from '../../../src/base/clock';
import { grant, grantOwner, requireRole, roleOf, type Role } from '../../../src/emulator/access';
import type { Caller } from '../../../src/emulator/caller';
import { ModelCatalog } from '../../../src/emulator/models';
import type { Call } from '../../../src/emulator/reply';
import { Ids } from '../../../src/emulator/state/ids';
import { MemoryState } from '../../../src/emulator/state/memoryState';
import { ServiceTime } from '../../../src/emulator/state/time';
import { StatusError } from '../../../src/emulator/status';
import type { World } from '../../../src/emulator/world';

const NAME = 'corpora/c';
const INNER = `${NAME}/documents/d/chunks/e`;

function makeWorld(): World {
  const state = new MemoryState();
  state.insert('corpora', {
    name: NAME,
    parent: '',
    resource: { name: NAME },
    hidden: { owner: 'owner@example.com' },
  });
  const time = new ServiceTime(systemClock, 0);
  return { models: new ModelCatalog(state), state, time, ids: new Ids('seed') };
}

function user(email: string): Caller {
  return { kind: 'user', email, scopes: [] };
}

/** The error that keeps a caller out, or undefined where it is let in. */
function refusalOf(
  world: World,
  caller: Caller,
  role: Role,
  name = INNER,
): StatusError | undefined {
  try {
    assert.equal(requireRole({ caller } as Call, world, name, role).name, NAME);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof StatusError);
    return error;
  }
}

describe('emulator: access', () => {
  it('lets each role do what it may, and no more', () => {
    const world = makeWorld();
    grantOwner(world, user('owner@example.com'), NAME);
    grant(world, NAME, 'USER', 'WRITER', 'Writer@Example.com');
    grant(world, NAME, 'USER', 'READER', 'reader@example.com');
    const may = (email: string): readonly boolean[] =>
      (['READER', 'WRITER', 'OWNER'] as const).map(
        (role) => refusalOf(world, user(email), role) === undefined,
      );
    assert.deepEqual(may('owner@example.com'), [true, true, true]);
    assert.deepEqual(may('writer@example.com'), [true, true, false]);
    assert.deepEqual(may('reader@example.com'), [true, false, false]);
    assert.deepEqual(may('nobody@example.com'), [false, false, false]);
  });

  it('hides from strangers whether something exists', () => {
    const world = makeWorld();
    grantOwner(world, user('owner@example.com'), NAME);
    const foreign = refusalOf(world, user('nobody@example.com'), 'READER', NAME);
    const missing = refusalOf(world, user('nobody@example.com'), 'READER', 'corpora/x');
    assert.deepEqual([foreign?.code, foreign?.status], [403, 'PERMISSION_DENIED']);
    assert.equal(foreign?.message.replace('Corpus c', 'Corpus x'), missing?.message);
    assert.equal(missing?.code, 403);
  });

  it('lets everyone in where that was granted, and groups nowhere', () => {
    const world = makeWorld();
    grant(world, NAME, 'GROUP', 'OWNER', 'friend@example.com');
    assert.equal(refusalOf(world, user('friend@example.com'), 'READER')?.code, 403);
    grant(world, NAME, 'EVERYONE', 'READER');
    assert.equal(refusalOf(world, user('friend@example.com'), 'READER'), undefined);
    assert.equal(refusalOf(world, user('friend@example.com'), 'WRITER')?.code, 403);
    assert.equal(refusalOf(world, { kind: 'apiKey' }, 'READER'), undefined);
  });

  it('takes the strongest of several roles', () => {
    const world = makeWorld();
    grant(world, NAME, 'USER', 'WRITER', 'a@example.com');
    grant(world, NAME, 'EVERYONE', 'READER');
    assert.equal(refusalOf(world, user('a@example.com'), 'WRITER'), undefined);
  });

  it('gives what was made with the key to whoever holds it, and nothing else', () => {
    const world = makeWorld();
    const made = world.state.insert('tunedModels', {
      name: 'tunedModels/t',
      parent: '',
      resource: {},
      hidden: {},
    });
    assert.ok(made);
    grantOwner(world, { kind: 'apiKey' }, made.name);
    assert.equal(roleOf(world, { kind: 'apiKey' }, made), 'OWNER');
    assert.equal(roleOf(world, user('owner@example.com'), made), undefined);
    assert.equal(refusalOf(world, { kind: 'apiKey' }, 'READER')?.code, 403);
  });
});
