import assert from 'node:assert/strict';
import { CLOUD_PLATFORM } from '../../../src/api/operations/row';
import { DEFAULT_SCOPES } from '../../../src/auth/oauthClient';
import { type AddAccount, runSignIn } from '../../../src/auth/signInCommand';
import type { ConnectionTarget } from '../../../src/catalog/ref';
import { FakeClock } from '../../fakes/clock';
import { failure } from '../api/harness';
import { PREFIX } from '../emulator/identity/signIn';
import { useEmulator } from '../emulator/wire';
import { browse, type Choice, decide, importClient } from './oauthRig';
import { gateway, mine } from './setup';
import { scopesOf, setUpSignIn, type SignInRig, type Visit, work } from './signInRig';

const [TUNING, RETRIEVER] = [`${PREFIX}.tuning`, `${PREFIX}.retriever`];
const home = { ...work, id: 'dddd4444', name: 'Home' } as const;

describe('the command that signs in', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  const client = () => importClient(emulator());
  const allow =
    (choice: Choice = {}): Visit =>
    async (url) =>
      browse(await decide(emulator(), url, choice));
  const quit: Visit = (_url, list) => {
    list.choose('Cancel');
    return undefined;
  };
  const lastScopes = ({ system }: SignInRig) => scopesOf(system.opened.at(-1) ?? '');

  /** Runs it with the connections; what it would add is `home`. */
  async function run(rig: SignInRig, target?: ConnectionTarget, ...visits: readonly Visit[]) {
    rig.system.visits.push(...visits);
    const added: unknown[] = [];
    const add: AddAccount = async (endpoint, wish) => {
      added.push([endpoint, wish]);
      await rig.connections.add(home);
      return home;
    };
    await runSignIn(rig.deps, target, add);
    await rig.system.left();
    return added;
  }
  const keep = (rig: SignInRig, id: string = work.id) =>
    rig.clients.write(id, { client: client() });

  it('signs in to the active connection', async () => {
    const rig = setUpSignIn();
    await keep(rig);
    assert.deepEqual(await run(rig, undefined, allow()), []);
    assert.equal(rig.settings.read('activeConnection'), undefined);
    assert.equal((await rig.accounts.find(work.id))?.email, 'demo@example.com');
  });

  it('signs in to the target and makes it the active one', async () => {
    const rig = setUpSignIn([mine, work]);
    await keep(rig);
    await run(rig, { connection: work.id }, quit);
    const active = () => rig.connections.active?.id;
    assert.equal(active(), mine.id);
    await run(rig, { connection: work.id }, allow());
    assert.equal(active(), work.id);
  });

  it('asks for the scope that an operation lacks, and not for one that is granted', async () => {
    const rig = setUpSignIn();
    await keep(rig);
    const scopes = [RETRIEVER, `${RETRIEVER}.readonly`, CLOUD_PLATFORM];
    await run(rig, { connection: work.id, scopes }, allow({ grant: [TUNING] }));
    assert.deepEqual(lastScopes(rig), [...DEFAULT_SCOPES, RETRIEVER]);
    await run(rig, { connection: work.id, scopes: [TUNING] }, allow());
    assert.deepEqual(lastScopes(rig), [...DEFAULT_SCOPES, RETRIEVER]);
  });

  it('shows a hidden sign-in again, unless another one is needed', async () => {
    const rig = setUpSignIn();
    await keep(rig);
    await run(rig, { connection: work.id }, async (url, list) => {
      list.dismiss();
      const shown = list.states.length;
      await runSignIn(rig.deps, undefined, () => Promise.reject(new Error('No other one.')));
      assert.equal(list.states.length, shown + 1);
      list.dismiss();
      await runSignIn(rig.deps, { connection: work.id }, () => Promise.resolve(undefined));
      assert.equal(list.states.length, shown + 2);
      list.dismiss();
      rig.system.visits.push(allow());
      const scopes = [RETRIEVER, CLOUD_PLATFORM];
      await runSignIn(rig.deps, { connection: work.id, scopes }, () => Promise.resolve(undefined));
      await assert.rejects(browse(await decide(emulator(), url)), { code: 'ECONNREFUSED' });
    });
    assert.deepEqual(rig.prompts.told, ['Signed in as demo@example.com.']);
  });

  it('lets choose among the accounts for the endpoint', async () => {
    const rig = setUpSignIn([mine, work, { ...home, endpoint: gateway.endpoint }]);
    await keep(rig);
    rig.prompts.answer(undefined, 'Work');
    await run(rig, { connection: mine.id });
    assert.deepEqual(rig.prompts.asked[0]?.choices, ['Work', 'Add another connection']);
    await run(rig, { connection: mine.id }, allow());
    assert.equal(rig.connections.active?.id, work.id);
  });

  it('explains application default credentials, and what is gone', async () => {
    const rig = setUpSignIn([{ ...work, auth: 'adc' }]);
    await run(rig);
    assert.match(rig.prompts.told[0] ?? '', /gcloud auth application-default login/);
    rig.prompts.pressed.add('Copy Command');
    await run(rig);
    assert.deepEqual(rig.system.copied, ['gcloud auth application-default login']);
    const error = await failure(run(rig, { connection: 'gone0000' }));
    assert.equal(error.reason, 'unknownConnection');
  });
});
