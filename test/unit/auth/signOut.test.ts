import assert from 'node:assert/strict';
import type { OAuthClient } from '../../../src/auth/oauthClient';
import { signOut, signOutEverywhere } from '../../../src/auth/signOut';
import { FakeClock } from '../../fakes/clock';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settled } from '../../fakes/settle';
import { control, useEmulator } from '../emulator/wire';
import { browse, clientAt, decide, importClient, whenWaiting } from './oauthRig';
import { ENDPOINT, mine } from './setup';
import { entriesOf, openDialog, setUpSignIn, work, type SignInRig } from './signInRig';

const home = { ...work, id: 'dddd4444', name: 'Home' } as const;
const DEMO = 'demo@example.com';
const GRACE = 'grace@example.com';
const PAGE = 'https://myaccount.google.com/connections';

describe('signing out', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  afterEach(() => control(emulator(), 'DELETE', 'faults'));

  /** Signs in somebody to a connection, whose token the emulator knows. */
  async function signInAs(rig: SignInRig, id: string, user = DEMO): Promise<void> {
    rig.system.visits.push(() => undefined);
    const client = importClient(emulator());
    const { flow, done } = openDialog(rig, client, [
      'https://www.googleapis.com/auth/cloud-platform',
    ]);
    whenWaiting(flow, async ({ url }) => browse(await decide(emulator(), url, { user })));
    await rig.accounts.save(id, ENDPOINT, client, await done);
    await rig.clients.write(id, { client });
    rig.system.opened.length = 0;
  }

  /** Puts a sign-in into the storage of which no server knows. */
  async function keep(
    rig: SignInRig,
    id: string,
    { email, client = clientAt(emulator().baseUrl) }: { email?: string; client?: OAuthClient } = {},
  ): Promise<void> {
    await rig.accounts.save(id, ENDPOINT, client, {
      tokens: { accessToken: 'a', refreshToken: `refresh-of-${id}`, expiresInMs: 1 },
      asked: [],
      granted: [],
      missing: [],
      isOtherAccount: false,
      ...(email === undefined ? {} : { email }),
    });
  }
  const revoked = ({ exchanges }: SignInRig) =>
    exchanges.filter(({ name, status }) => name === 'oauth.revoke' && status === 200).length;
  const failRevoke = () =>
    control(emulator(), 'POST', 'faults', {
      kind: 'status',
      status: 503,
      operation: 'oauth.revoke',
    });

  it('revokes the active sign-in after a question, and leaves the client', async () => {
    const rig = setUpSignIn([work, home]);
    await signInAs(rig, work.id);
    await keep(rig, home.id, { email: GRACE });
    rig.prompts.answer(DEMO, undefined, DEMO, 'Sign Out');
    await signOut(rig.deps, undefined);
    assert.equal((await rig.accounts.find(work.id))?.email, DEMO);
    await signOut(rig.deps, undefined);
    const [rows, question] = rig.prompts.asked;
    assert.deepEqual(
      rows?.items?.map(({ label, active }) => [label, active]),
      [
        [DEMO, true],
        [GRACE, false],
        ['All accounts', undefined],
      ],
    );
    assert.equal(question?.text.startsWith(`Sign out ${DEMO} from “Work”? `), true);
    assert.deepEqual(entriesOf(rig), [`oauth.${home.id}`, `oauthClient.${work.id}`]);
    assert.equal(revoked(rig), 1);
    assert.deepEqual(rig.prompts.told, [`Signed out ${DEMO} from “Work”.`]);
    assert.deepEqual(rig.titles, [`Signing out ${DEMO} from “Work”…`]);
  });

  it('lets choose where several are signed in, and not where one is', async () => {
    const rig = setUpSignIn([mine, work]);
    await keep(rig, work.id, { email: DEMO });
    rig.prompts.answer(undefined);
    await signOut(rig.deps, undefined);
    assert.match(rig.prompts.asked[0]?.text ?? '', /“Work”/);
    // What a connection that is gone left behind can be signed out as well.
    await keep(rig, 'gone0000', { email: GRACE });
    rig.prompts.answer(GRACE, 'Sign Out');
    await signOut(rig.deps, undefined);
    assert.deepEqual(rig.prompts.asked[1]?.choices, [DEMO, GRACE, 'All accounts']);
    assert.ok(rig.prompts.asked[1]?.items?.every(({ active }) => active !== true));
    assert.match(rig.prompts.asked[2]?.text ?? '', /from “generativelanguage\.googleapis\.com”/);
    assert.deepEqual(entriesOf(rig), [`oauth.${work.id}`]);
  });

  it('says that nobody is signed in', async () => {
    const rig = setUpSignIn();
    await signOut(rig.deps, undefined);
    await signOut(rig.deps, { connection: work.id });
    await signOutEverywhere(rig.deps);
    assert.deepEqual(rig.prompts.told, Array(3).fill('You are not signed in.'));
  });

  it('names the other sign-ins that end with it', async () => {
    const rig = setUpSignIn([work, home]);
    await keep(rig, work.id, { email: DEMO });
    await keep(rig, home.id, { email: DEMO });
    rig.prompts.answer(undefined, undefined);
    await signOut(rig.deps, { connection: work.id });
    assert.match(rig.prompts.asked[0]?.text ?? '', /also ends .*: “Home”\.$/);
    await keep(rig, home.id, { email: DEMO, client: { ...clientAt(ENDPOINT), id: 'another' } });
    await signOut(rig.deps, { connection: work.id });
    assert.match(rig.prompts.asked[1]?.text ?? '', /^Sign out demo@example\.com from “Work”\? /);
    assert.doesNotMatch(rig.prompts.asked[1]?.text ?? '', /also ends/);
  });

  it('says that the server could not be told, and where to end it by hand', async () => {
    const rig = setUpSignIn();
    await signInAs(rig, work.id);
    await failRevoke();
    rig.prompts.answer('Sign Out');
    rig.prompts.pressed.add('Open Account Page');
    rig.system.visits.push(() => undefined);
    await settled(signOut(rig.deps, undefined));
    assert.equal(await rig.accounts.find(work.id), undefined);
    assert.deepEqual(rig.prompts.levels, ['warning']);
    assert.match(
      rig.prompts.told[0] ?? '',
      /Couldn’t revoke access on the sign-in server: The sign-in server 127\.0\.0\.1:\d+ didn’t revoke access/,
    );
    assert.deepEqual(rig.system.opened, [PAGE]);
    assert.match(rig.log.lines.join('\n'), /warn auth: signing out cccc3333: .*notRevoked/);
  });

  it('says that something may still be stored', async () => {
    const secrets = new FakeSecretStorage();
    const rig = setUpSignIn([work], { secrets });
    await keep(rig, work.id, { email: DEMO });
    secrets.delete = () => Promise.reject(new Error('no keyring'));
    rig.prompts.answer('Sign Out');
    await signOut(rig.deps, undefined);
    assert.deepEqual(rig.prompts.levels, ['error']);
    assert.match(
      rig.prompts.told[0] ?? '',
      /Signed out demo@example\.com from “Work” in this window, but some data might still be stored: Couldn’t delete/,
    );
  });

  it('signs out everywhere after one question, and tells it once', async () => {
    const rig = setUpSignIn([work, home]);
    await signInAs(rig, work.id);
    await signInAs(rig, home.id, GRACE);
    rig.prompts.answer(undefined, 'All accounts', 'Sign Out of All Accounts');
    await signOutEverywhere(rig.deps);
    assert.equal((await rig.accounts.list()).length, 2);
    await signOut(rig.deps, undefined);
    for (const name of [`${DEMO} from “Work”`, `${GRACE} from “Home”`]) {
      assert.ok(rig.prompts.asked[2]?.text.includes(name));
      assert.ok(rig.prompts.told[0]?.includes(name));
    }
    assert.deepEqual(await rig.accounts.list(), []);
    assert.equal(revoked(rig), 2);
    assert.deepEqual(rig.prompts.levels, ['info']);
  });
});
