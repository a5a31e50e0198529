import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CLOUD_PLATFORM } from '../../../src/api/operations/row';
import { WAIT_LIMIT } from '../../../src/auth/authorizationCodeFlow';
import { DEFAULT_SCOPES, FALLBACK_SCOPES } from '../../../src/auth/oauthClient';
import { signInTo, type SignInOptions } from '../../../src/auth/signInTo';
import { AppError } from '../../../src/base/errors';
import { FakeClock } from '../../fakes/clock';
import { failure } from '../api/harness';
import { PREFIX } from '../emulator/identity/signIn';
import { control, useEmulator } from '../emulator/wire';
import { browse, type Choice, decide, importClient } from './oauthRig';
import { ENDPOINT } from './setup';
import { entriesOf, scopesOf, setUpSignIn, type SignInRig, type Visit, work } from './signInRig';

const [TUNING, RETRIEVER] = [`${PREFIX}.tuning`, `${PREFIX}.retriever`];
const [DEMO, GRACE] = ['demo@example.com', 'grace@example.com'];

describe('signing in', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  afterEach(async () => {
    await control(emulator(), 'POST', 'sign-in', { rotate: false, testing: true, refused: [] });
    await control(emulator(), 'DELETE', 'faults');
  });
  const client = () => importClient(emulator());
  const refuse = (...refused: readonly string[]) =>
    control(emulator(), 'POST', 'sign-in', { refused });
  const allow =
    (choice: Choice = {}): Visit =>
    async (url) =>
      browse(await decide(emulator(), url, choice));
  const quit: Visit = (_url, list) => {
    list.choose('Cancel');
    return undefined;
  };

  /** Signs in to “Work” and does these things in the browser. */
  async function signInWith(rig: SignInRig, wish: SignInOptions, ...visits: readonly Visit[]) {
    rig.system.visits.push(...visits);
    const account = await signInTo(rig.deps, work, wish);
    await rig.system.left();
    return account;
  }
  const lastScopes = ({ system }: SignInRig) => scopesOf(system.opened.at(-1) ?? '');

  it('keeps the sign-in, the client and the scopes that worked, and says who it is', async () => {
    const rig = setUpSignIn();
    const account = await signInWith(rig, { client: client() }, allow());
    assert.deepEqual(
      [account?.email, account?.origin, account?.clientId],
      [DEMO, ENDPOINT, client().id],
    );
    assert.deepEqual(account?.asked, DEFAULT_SCOPES);
    assert.deepEqual(await rig.clients.read(work.id), {
      client: client(),
      scopes: DEFAULT_SCOPES,
    });
    assert.deepEqual(rig.prompts.told, [`Signed in as ${DEMO}.`]);
    assert.deepEqual(entriesOf(rig), [`oauth.${work.id}`, `oauthClient.${work.id}`]);
    const { token } = (await rig.accounts.credential(work.id, ENDPOINT)) as { token: string };
    assert.ok(rig.seen.has(token));
  });

  it('asks for the file of a client once', async () => {
    const rig = setUpSignIn();
    const bytes = readFileSync(emulator().clientSecretFile);
    rig.system.files.push({
      path: '/home/me/client.json',
      uri: 'file:///home/me/client.json',
      bytes,
    });
    rig.prompts.answer('Select File…');
    await signInWith(rig, {}, allow());
    await signInWith(rig, {}, allow());
    assert.deepEqual(rig.system.asked, ['Select OAuth Client File']);
  });

  it('asks before the browser opens where the page and the server are of two hosts', async () => {
    const rig = setUpSignIn();
    const good = client();
    const split = { ...good, tokenUri: good.tokenUri.replace('127.0.0.1', 'localhost') };
    assert.notEqual(split.tokenUri, good.tokenUri);
    rig.prompts.answer(undefined, 'Use Both Servers');
    assert.equal(await signInWith(rig, { client: split }), undefined);
    assert.deepEqual([rig.system.opened, rig.exchanges, entriesOf(rig)], [[], [], []]);
    assert.ok(await signInWith(rig, { client: split }, allow()));
    const hosts = [split.authUri, split.tokenUri].map((uri) => new URL(uri).host);
    const asked = rig.prompts.asked.filter(({ kind }) => kind === 'confirm');
    for (const host of hosts) assert.ok(asked[0]?.text.includes(host), host);
    assert.equal(asked.length, 2);
    // It is known from then on.
    assert.ok(await signInWith(rig, {}, allow()));
    assert.equal(rig.prompts.asked.filter(({ kind }) => kind === 'confirm').length, 2);
  });

  it('keeps nothing of a sign-in that was given up, and the one before', async () => {
    const rig = setUpSignIn();
    assert.equal(await signInWith(rig, { client: client() }, quit), undefined);
    assert.deepEqual(entriesOf(rig), []);
    const before = await signInWith(rig, { client: client() }, allow());
    assert.equal(await signInWith(rig, {}, quit), undefined);
    assert.deepEqual(await rig.accounts.find(work.id), before);
    await rig.accounts.credential(work.id, ENDPOINT);
  });

  it('throws what went wrong, and keeps the sign-in before', async () => {
    const rig = setUpSignIn();
    const before = await signInWith(rig, { client: client() }, allow());
    const error = await failure(signInWith(rig, {}, allow({ decision: 'deny' })));
    assert.equal(error.reason, 'accessDenied');
    assert.match(error.hint ?? '', /test users/);
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.subject, { connection: work.id });
    assert.deepEqual(await rig.accounts.find(work.id), before);
    assert.ok(rig.prompts.lists.every(({ isDisposed }) => isDisposed));
  });

  describe('scopes', () => {
    it('offers other scopes where the browser comes back with invalid_scope', async () => {
      const rig = setUpSignIn();
      await refuse(TUNING);
      rig.prompts.answer('Try Other Scopes', undefined);
      const account = await signInWith(rig, { client: client() }, allow(), allow());
      assert.deepEqual(account?.asked, FALLBACK_SCOPES);
      assert.match(
        rig.prompts.asked[0]?.text ?? '',
        /The OAuth client isn’t allowed to request these scopes\./,
      );
      const other = setUpSignIn();
      other.prompts.answer(undefined);
      assert.equal(await signInWith(other, { client: client() }, allow()), undefined);
      assert.deepEqual(entriesOf(other), []);
    });

    it('says what was not granted, asks again for it, and never for less than before', async () => {
      const rig = setUpSignIn();
      rig.prompts.pressed.add('Sign In Again');
      await signInWith(rig, { client: client() }, allow({ grant: [TUNING] }));
      assert.deepEqual(rig.prompts.levels, ['warning']);
      assert.match(
        rig.prompts.told[0] ?? '',
        /^Signed in as demo@example\.com\. You didn’t grant access to: Google Cloud\./,
      );
      await new Promise(setImmediate);
      assert.deepEqual(rig.ran, [['signIn', { connection: work.id, scopes: [CLOUD_PLATFORM] }]]);
      const account = await signInWith(rig, { scopes: [RETRIEVER] }, allow());
      assert.deepEqual(lastScopes(rig), [...DEFAULT_SCOPES, RETRIEVER]);
      assert.ok([TUNING, RETRIEVER].every((scope) => account?.granted.includes(scope)));
    });
  });

  describe('as another account', () => {
    async function withAccount(): Promise<SignInRig> {
      const rig = setUpSignIn();
      await signInWith(rig, { client: client() }, allow());
      return rig;
    }
    const revoked = ({ exchanges }: SignInRig): number =>
      exchanges.filter(({ name, status }) => name === 'oauth.revoke' && status === 200).length;
    const email = async (rig: SignInRig) => (await rig.accounts.find(work.id))?.email;

    it('offers the account before, and replaces it after a question', async () => {
      const rig = await withAccount();
      rig.prompts.answer('Replace');
      await signInWith(rig, {}, async (url) => {
        assert.equal(new URL(url).searchParams.get('login_hint'), DEMO);
        await browse(await decide(emulator(), url, { user: GRACE }));
      });
      assert.equal(await email(rig), GRACE);
      const question = rig.prompts.asked.find(({ kind }) => kind === 'confirm');
      assert.ok(question);
      assert.deepEqual(question.choices, ['Replace', 'Add as Another Connection', 'Sign In Again']);
      assert.match(question.text, new RegExp(`signed in as ${GRACE} instead of ${DEMO}`));
      // Nothing shows the account of before any longer: its access ends.
      assert.equal(revoked(rig), 1);
      await rig.accounts.credential(work.id, ENDPOINT, { fresh: true });
    });

    it('is kept in a connection of its own', async () => {
      const rig = await withAccount();
      rig.prompts.answer('Add as Another Connection', 'Work of Grace');
      assert.equal(await signInWith(rig, {}, allow({ user: GRACE })), undefined);
      assert.equal(await email(rig), DEMO);
      const added = rig.connections.users.find(({ name }) => name === 'Work of Grace');
      assert.ok(added && rig.connections.active?.id === added.id);
      assert.equal((await rig.accounts.find(added.id))?.email, GRACE);
      assert.equal(revoked(rig), 0);
      await rig.accounts.credential(added.id, ENDPOINT, { fresh: true });
      await rig.accounts.credential(work.id, ENDPOINT, { fresh: true });
    });

    it('keeps the one before when the question is dismissed', async () => {
      const rig = await withAccount();
      const before = await rig.accounts.find(work.id);
      rig.prompts.answer(undefined);
      assert.equal(await signInWith(rig, {}, allow({ user: GRACE })), undefined);
      assert.deepEqual(await rig.accounts.find(work.id), before);
      // What nobody uses is open to nobody.
      assert.equal(revoked(rig), 1);
      await rig.accounts.credential(work.id, ENDPOINT);
    });
  });
});

describe('a sign-in that does not end as it was meant to', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  const client = () => importClient(emulator());
  const allow =
    (choice: Choice = {}): Visit =>
    async (url) =>
      browse(await decide(emulator(), url, choice));

  /** Signs in to “Work” and does these things in the browser. */
  async function signInWith(rig: SignInRig, wish: SignInOptions, ...visits: readonly Visit[]) {
    rig.system.visits.push(...visits);
    const account = await signInTo(rig.deps, work, wish);
    await rig.system.left();
    return account;
  }

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
    assert.match(text, /The sign-in timed out after 5 minutes\./);
    assert.deepEqual(choices, ['Start Over']);
    rig.prompts.pressed.add('Start Over');
    const account = await signInWith(rig, { client: client() }, late, allow());
    assert.equal(account?.email, DEMO);
    assert.ok(rig.prompts.lists.every(({ isDisposed }) => isDisposed));
  });
});
