import assert from 'node:assert/strict';
import type { AuthDeps } from '../../../src/auth/authDeps';
import { newSession, type NewSessionSteps } from '../../../src/auth/signInCommand';
import { FakePrompts } from '../../fakes/prompts';
import { ENDPOINT, mine, setUp } from './setup';

const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';
const workOf = { id: 'work0001', name: 'Work', endpoint: ENDPOINT, auth: 'oauth' } as const;
const home = { ...workOf, id: 'home0001', name: 'Home' } as const;

/** @param emails by connection id; one that is missing has no sign-in. */
function rig(
  users: readonly object[],
  emails: { readonly [id: string]: string },
  ...answers: readonly (string | undefined)[]
) {
  const { connections, settings } = setUp({ connections: users });
  const prompts = new FakePrompts(...answers);
  const find = async (id: string) =>
    emails[id] === undefined ? undefined : { id, email: emails[id], origin: ENDPOINT };
  const deps = {
    connections,
    prompts,
    signIns: () => Promise.resolve({ accounts: { find } }),
  } as unknown as AuthDeps;
  const did: unknown[] = [];
  const steps = {
    signInTo: async (_parts: AuthDeps, connection: { id: string }, wish: object) => {
      did.push(['signInTo', connection.id, wish]);
      return emails[connection.id] === 'nobody' ? undefined : { id: connection.id };
    },
    addAccountConnection: async (_parts: AuthDeps, endpoint: string, wish: object) => {
      did.push(['add', endpoint, wish]);
      await connections.add(home);
      await connections.activate(home.id);
      return home;
    },
  } as unknown as NewSessionSteps;
  const run = (account?: string) => newSession(deps, [CLOUD], account, steps);
  return { connections, settings, prompts, did, run };
}

describe('a session for another extension', () => {
  it('is of the connection that the user chooses', async () => {
    const { run, did, prompts } = rig(
      [mine, workOf, home],
      { [workOf.id]: 'ann@example.com' },
      'Home',
    );
    assert.equal((await run())?.id, home.id);
    assert.deepEqual(prompts.asked[0]?.choices, ['Work', 'Home', 'Add another connection']);
    assert.deepEqual(did, [['signInTo', home.id, { scopes: [CLOUD] }]]);
  });

  it('is of the one connection with the account that is wanted, without a question', async () => {
    const emails = { [workOf.id]: 'ann@example.com', [home.id]: 'bob@example.com' };
    const { run, did, prompts } = rig([workOf, home], emails);
    assert.equal((await run('bob@example.com'))?.id, home.id);
    assert.deepEqual(prompts.asked, []);
    assert.deepEqual(did, [['signInTo', home.id, { scopes: [CLOUD] }]]);
  });

  it('is of a new connection where there is none, and the window keeps its own', async () => {
    const { run, did, connections, prompts } = rig([mine], {});
    const before = connections.active?.id;
    assert.equal((await run())?.id, home.id);
    assert.deepEqual(prompts.asked, []);
    assert.deepEqual(did, [['add', ENDPOINT, { scopes: [CLOUD] }]]);
    assert.deepEqual([before, connections.active?.id], [mine.id, mine.id]);
  });
});
