import assert from 'node:assert/strict';
import { WAIT_LIMIT } from '../../../src/auth/oauth/signIn';
import { signInTo, type SignInWish } from '../../../src/auth/signInFlow';
import { FakeClock } from '../../fakes/clock';
import { useEmulator } from '../emulator/wire';
import { browse, decide, importClient, type Choice } from './oauth/rig';
import { entriesOf, setUpSignIn, work, type SignInRig, type Visit } from './signInRig';

const [DEMO, GRACE] = ['demo@example.com', 'grace@example.com'];

describe('a sign-in that does not end as it was meant to', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  const client = () => importClient(emulator());
  const allow =
    (choice: Choice = {}): Visit =>
    async (url) =>
      browse(await decide(emulator(), url, choice));

  /** Signs in to “Work” and does these things in the browser. */
  async function signInWith(rig: SignInRig, wish: SignInWish, ...visits: readonly Visit[]) {
    rig.system.visits.push(...visits);
    const account = await signInTo(rig.parts, work, wish);
    await rig.system.left();
    return account;
  }

  it('ends with its connection, also while it asks which account is meant', async () => {
    const rig = setUpSignIn();
    await signInWith(rig, { client: client() }, allow());
    const ended = await signInWith(rig, {}, async () => {
      await rig.accounts.signOut(work.id);
      await rig.connections.remove(work.id);
    });
    assert.equal(ended, undefined);
    assert.deepEqual(entriesOf(rig), [`oauthClient.${work.id}`]);
    assert.ok(rig.list.isDisposed);
    const other = setUpSignIn();
    await signInWith(other, { client: client() }, allow());
    other.prompts.answer(`Use ${GRACE}`);
    other.prompts.meanwhile = async () => {
      await other.accounts.signOut(work.id);
      await other.connections.remove(work.id);
    };
    assert.equal(await signInWith(other, {}, allow({ user: GRACE })), undefined);
    assert.deepEqual(entriesOf(other), [`oauthClient.${work.id}`]);
  });

  it('offers to start again where the browser did not come back', async () => {
    const clock = new FakeClock();
    const late: Visit = () => {
      clock.advance(WAIT_LIMIT);
      return undefined;
    };
    const rig = setUpSignIn([work], { clock });
    assert.equal(await signInWith(rig, { client: client() }, late), undefined);
    assert.deepEqual(entriesOf(rig), []);
    const [{ text, choices } = { text: '', choices: [] }] = rig.prompts.asked;
    assert.match(text, /did not come back within 5 minutes\. .*Start the sign-in again/);
    assert.deepEqual(choices, ['Start Again']);
    rig.prompts.pressed.add('Start Again');
    const account = await signInWith(rig, { client: client() }, late, allow());
    assert.equal(account?.email, DEMO);
    assert.ok(rig.prompts.lists.every(({ isDisposed }) => isDisposed));
  });

  it('offers to start again, and help, where a connection is to be added: what was entered stays', async () => {
    const rig = setUpSignIn([]);
    const deny = allow({ decision: 'deny' });
    assert.equal(await signInWith(rig, { client: client() }, deny), undefined);
    const [{ text, choices } = { text: '', choices: [] }] = rig.prompts.asked;
    assert.match(text, /not allowed .* test users/s);
    assert.deepEqual(choices, ['Start Again', 'Set Up OAuth…']);
    assert.deepEqual(entriesOf(rig), []);
    rig.prompts.pressed.add('Start Again');
    const account = await signInWith(rig, { client: client() }, deny, allow());
    assert.equal(account?.email, DEMO);
    const other = setUpSignIn([]);
    other.prompts.pressed.add('Set Up OAuth…');
    assert.equal(await signInWith(other, { client: client() }, deny), undefined);
    assert.deepEqual(other.ran, [['setUpOAuth']]);
  });
});
