import assert from 'node:assert/strict';
import type { Call } from '../../../src/emulator/call';
import {
  grant,
  grantOwner,
  requireRole,
  type Role,
  roleOf,
} from '../../../src/emulator/permissions';
import { type Caller, DEMO_USER } from '../../../src/emulator/caller';
import type { HandlerContext } from '../../../src/emulator/handlerContext';
import { StatusError } from '../../../src/emulator/status';
import { emptyWorld, user } from './emptyWorld';
import { as, PREFIX, signIn, type Tokens } from './identity/signIn';
import { type Answer, ask, errorOf, useEmulator } from './wire';

const ADA = 'ada@example.com';
const GRACE = 'grace@example.com';
const CORPUS = 'corpora/shared';
const MODEL = 'tunedModels/shared';

/** A permission as it is answered. */
interface Permission {
  readonly name: string;
  readonly granteeType: string;
  readonly emailAddress?: string;
  readonly role: string;
}

/** What the tests read of an answer: of a list, or of one permission. */
interface Answered extends Permission {
  readonly permissions?: readonly Permission[];
  readonly nextPageToken?: string;
}

/** A corpus and a tuned model of the demo user's, and others that nothing of a test touches. */
function prepare(world: HandlerContext): void {
  for (const kind of ['corpora', 'tunedModels'] as const) {
    for (const id of ['shared', 'other']) {
      const name = `${kind}/${id}`;
      const resource = { name, displayName: id };
      world.state.insert(kind, { name, parent: '', resource, hidden: { owner: DEMO_USER } });
      grantOwner(world, { kind: 'user', email: DEMO_USER, scopes: [] }, name);
    }
  }
}

const places = [
  { shared: CORPUS, version: 'v1beta' },
  { shared: MODEL, version: 'v1beta3' },
];

for (const { shared, version } of places) {
  describe(`emulator: permissions of ${shared} in ${version}`, () => {
    const emulator = useEmulator({ seed: 'empty', prepare });
    const people = new Map<string, Tokens>();
    const base = `/${version}/${shared}/permissions`;
    before(async () => {
      for (const user of [DEMO_USER, ADA, GRACE]) {
        people.set(user, await signIn(emulator(), { user, scope: PREFIX }));
      }
    });

    const call = (method: string, path: string, body?: unknown, who = DEMO_USER): Promise<Answer> =>
      ask(emulator(), path, { ...as(people.get(who)!), method, ...(body ? { body } : {}) });
    const ok = async (...of: Parameters<typeof call>): Promise<Answered> => {
      const answer = await call(...of);
      assert.equal(answer.status, 200, answer.text);
      return JSON.parse(answer.text) as Answered;
    };
    const status = async (...of: Parameters<typeof call>): Promise<string> => {
      const answer = await call(...of);
      return `${answer.status} ${errorOf(answer).status}`;
    };
    const share = (emailAddress: string, role: string, granteeType = 'USER'): Promise<Answered> =>
      ok('POST', base, { granteeType, emailAddress, role });
    const all = async (): Promise<readonly Permission[]> =>
      (await ok('GET', base)).permissions ?? [];

    afterEach(async () => {
      for (const { name, role } of await all()) {
        if (role !== 'OWNER') await ok('DELETE', `/${version}/${name}`);
      }
    });

    it('begin with the owner’s, which nobody can change or delete', async () => {
      const [owner, ...rest] = await all();
      assert.deepEqual(rest, []);
      const { name, ...fields } = owner ?? {};
      assert.deepEqual(fields, { granteeType: 'USER', emailAddress: DEMO_USER, role: 'OWNER' });
      const path = `/${version}/${name}`;
      await share(ADA, 'WRITER');
      for (const who of [DEMO_USER, ADA]) {
        assert.equal(
          await status('PATCH', `${path}?updateMask=role`, { role: 'READER' }, who),
          '400 FAILED_PRECONDITION',
        );
        assert.equal(await status('DELETE', path, undefined, who), '400 FAILED_PRECONDITION');
      }
      assert.equal((await all())[0]?.role, 'OWNER');
    });

    it('are made, read, changed and deleted', async () => {
      const made = await share(ADA, 'READER');
      assert.match(made.name, new RegExp(`^${shared}/permissions/[a-z0-9]{12}$`));
      const path = `/${version}/${made.name}`;
      assert.deepEqual(await ok('GET', path), made);
      const changed = await ok('PATCH', `${path}?updateMask=role`, { role: 'WRITER' });
      assert.deepEqual(changed, { ...made, role: 'WRITER' });
      assert.deepEqual(await ok('GET', path), changed);
      assert.deepEqual((await all())[1], changed);
      assert.deepEqual(await ok('DELETE', path), {});
      assert.equal(await status('GET', path), '404 NOT_FOUND');
      assert.equal(await status('DELETE', path), '404 NOT_FOUND');
      assert.equal(
        await status('PATCH', `${path}?updateMask=role`, { role: 'WRITER' }),
        '404 NOT_FOUND',
      );
    });

    it('are for a user, a group or everyone, once each', async () => {
      await share(ADA, 'READER');
      await share('readers@example.com', 'WRITER', 'GROUP');
      const everyone = { granteeType: 'EVERYONE', role: 'READER' };
      await ok('POST', base, everyone);
      assert.equal((await all()).length, 4);
      for (const again of [
        { granteeType: 'USER', emailAddress: 'Ada@Example.com', role: 'WRITER' },
        { granteeType: 'GROUP', emailAddress: 'readers@example.com', role: 'WRITER' },
        { granteeType: 'USER', emailAddress: DEMO_USER, role: 'READER' },
        { ...everyone, role: 'WRITER' },
      ]) {
        assert.equal(await status('POST', base, again), '409 ALREADY_EXISTS');
      }
      assert.equal((await all()).length, 4);
    });

    it('let writers share, and readers only use', async () => {
      const everyone = { granteeType: 'EVERYONE', role: 'READER' };
      const made = await share(ADA, 'READER');
      const path = `/${version}/${made.name}`;
      for (const [method, at, body] of [
        ['GET', base, undefined],
        ['GET', path, undefined],
        ['POST', base, everyone],
        ['PATCH', `${path}?updateMask=role`, { role: 'WRITER' }],
        ['DELETE', path, undefined],
      ] as const) {
        const answer = await call(method, at, body, ADA);
        assert.equal(answer.status, 403);
        assert.equal(errorOf(answer).message, 'The caller does not have permission');
      }
      await ok('PATCH', `${path}?updateMask=role`, { role: 'WRITER' });
      const given = await ok('POST', base, everyone, ADA);
      await ok('PATCH', `/${version}/${given.name}?updateMask=role`, { role: 'WRITER' }, ADA);
      // By everyone's role, which is a writer's now.
      assert.equal((await ok('GET', base, undefined, GRACE)).permissions?.length, 3);
      await ok('DELETE', `/${version}/${given.name}`, undefined, ADA);
      assert.equal(await status('GET', base, undefined, GRACE), '403 PERMISSION_DENIED');
    });

    it('say the same to strangers whether the thing is there or not', async () => {
      const [owner] = await all();
      const id = owner?.name.split('/').at(-1);
      const [kind = ''] = shared.split('/');
      const texts = [];
      for (const name of ['shared', 'nothing']) {
        const at = `/${version}/${kind}/${name}/permissions`;
        for (const [method, path, body] of [
          ['GET', at, undefined],
          ['GET', `${at}/${id}`, undefined],
          ['POST', at, { granteeType: 'EVERYONE', role: 'READER' }],
          ['PATCH', `${at}/${id}?updateMask=role`, { role: 'READER' }],
          ['DELETE', `${at}/${id}`, undefined],
        ] as const) {
          const answer = await call(method, path, body, GRACE);
          assert.equal(answer.status, 403);
          texts.push(answer.text.replaceAll(name, 'x'));
        }
      }
      assert.equal(new Set(texts).size, 1, texts.join('\n'));
    });
  });
}

describe('emulator: transfer of ownership', () => {
  const emulator = useEmulator({ seed: 'empty', prepare });
  const path = `/v1beta/${MODEL}:transferOwnership`;
  const list = `/v1beta/${MODEL}/permissions`;
  const people = new Map<string, Tokens>();
  before(async () => {
    for (const user of [DEMO_USER, ADA, GRACE]) {
      people.set(user, await signIn(emulator(), { user, scope: PREFIX }));
    }
  });
  const transfer = (emailAddress: unknown, who: string): Promise<Answer> =>
    ask(emulator(), path, { ...as(people.get(who)!), body: { emailAddress } });
  const roles = async (who: string): Promise<unknown> => {
    const answer = await ask(emulator(), list, as(people.get(who)!));
    assert.equal(answer.status, 200, answer.text);
    const { permissions } = JSON.parse(answer.text) as {
      readonly permissions: readonly Permission[];
    };
    return Object.fromEntries(permissions.map((one) => [one.emailAddress, one.role]));
  };

  it('makes the new one the owner and the old one a writer, there and back', async () => {
    assert.equal((await transfer('ada', DEMO_USER)).status, 400);
    assert.equal((await transfer(ADA, ADA)).status, 403);
    const there = await transfer(ADA, DEMO_USER);
    assert.equal(there.text.trim(), '{}');
    assert.deepEqual(await roles(ADA), {
      [DEMO_USER]: 'WRITER',
      [ADA]: 'OWNER',
    });
    // A writer shares, and owns nothing to give away.
    const again = await transfer(GRACE, DEMO_USER);
    assert.equal(errorOf(again).message, 'The caller does not have permission');
    assert.equal((await transfer(DEMO_USER, ADA)).status, 200);
    assert.deepEqual(await roles(ADA), {
      [DEMO_USER]: 'OWNER',
      [ADA]: 'WRITER',
    });
  });
});

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
});
