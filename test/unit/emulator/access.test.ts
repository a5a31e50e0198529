import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { grant, grantOwner, requireRole, roleOf, type Role } from '../../../src/emulator/access';
import type { Caller } from '../../../src/emulator/caller';
import type { Call } from '../../../src/emulator/call';
import { StatusError } from '../../../src/emulator/status';
import type { HandlerContext } from '../../../src/emulator/handlerContext';
import { answerTo, emptyWorld, user } from './answerTo';

const NAME = 'corpora/c';
const INNER = `${NAME}/documents/d/chunks/e`;

function makeWorld(): HandlerContext {
  const world = emptyWorld();
  const hidden = { owner: 'owner@example.com' };
  world.state.insert('corpora', { name: NAME, parent: '', resource: { name: NAME }, hidden });
  return world;
}

/** The error that keeps a caller out, or undefined where it is let in. */
function refusalOf(
  world: HandlerContext,
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
  it('lets everyone in where that was granted, and groups nowhere', () => {
    const world = makeWorld();
    grant(world, NAME, 'GROUP', 'OWNER', 'friend@example.com');
    assert.equal(refusalOf(world, user('friend@example.com'), 'READER')?.code, 403);
    grant(world, NAME, 'EVERYONE', 'READER');
    assert.equal(refusalOf(world, user('friend@example.com'), 'READER'), undefined);
    assert.equal(refusalOf(world, user('friend@example.com'), 'WRITER')?.code, 403);
    assert.equal(refusalOf(world, { kind: 'apiKey' }, 'READER'), undefined);
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

  it('decides what each user can do with a corpus and what is in it', () => {
    const world = emptyWorld();
    const [ada, bob] = [user('ada@example.com'), user('bob@example.com')];
    const own = (caller: Caller): readonly unknown[] => {
      const names: unknown[] = [];
      let query: JsonObject = { pageSize: 1 };
      for (;;) {
        const { corpora, nextPageToken } = answerTo(world, caller, 'corpora.list', { query });
        for (const { name } of corpora as readonly JsonObject[]) names.push(name);
        if (nextPageToken === undefined) return names;
        query = { pageSize: 1, pageToken: nextPageToken };
      }
    };
    for (const [caller, id] of [
      [ada, 'a1'],
      [bob, 'b1'],
      [ada, 'a2'],
      [bob, 'b2'],
    ] as const) {
      answerTo(world, caller, 'corpora.create', { body: { name: `corpora/${id}` } });
    }
    assert.deepEqual(own(ada), ['corpora/a1', 'corpora/a2']);
    assert.deepEqual(own(bob), ['corpora/b1', 'corpora/b2']);
    grant(world, 'corpora/a1', 'USER', 'READER', 'bob@example.com');
    const path = { name: 'corpora/a1' };
    assert.equal(answerTo(world, bob, 'corpora.get', { path }).name, 'corpora/a1');
    assert.deepEqual(answerTo(world, bob, 'corpora.query', { path, body: { query: 'x' } }), {
      relevantChunks: [],
    });
    const body = { displayName: 'Mine' };
    const weak = { message: 'The caller does not have permission', code: 403 };
    const parent = { parent: 'corpora/a1' };
    assert.throws(
      () => answerTo(world, bob, 'corpora.documents.create', { path: parent, body }),
      weak,
    );
    assert.throws(() => answerTo(world, bob, 'corpora.delete', { path }), weak);
    grant(world, 'corpora/a1', 'USER', 'WRITER', 'bob@example.com');
    answerTo(world, bob, 'corpora.documents.create', { path: parent, body });
    assert.throws(() => answerTo(world, bob, 'corpora.delete', { path }), weak);
    // What is shared is not listed: the list is of what one owns.
    assert.deepEqual(own(bob), ['corpora/b1', 'corpora/b2']);
  });
});
