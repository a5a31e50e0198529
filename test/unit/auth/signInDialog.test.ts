import assert from 'node:assert/strict';
import { CLOUD_PLATFORM } from '../../../src/api/operations/row';
import { DEFAULT_SCOPES } from '../../../src/auth/oauthClient';
import { FakeClock } from '../../fakes/clock';
import { failure } from '../api/harness';
import { useEmulator } from '../emulator/wire';
import { browse, decide, importClient } from './oauthRig';
import { labelsOf, openDialog, setUpSignIn, type SignInRig } from './signInRig';

const OPEN = 'Open the page again';
const COPY = 'Copy the page URL';
const INVALID = 'The page says “invalid_scope”';
const USE = 'Use the pasted URL';

describe('dialog of a sign-in', () => {
  const emulator = useEmulator({ clock: new FakeClock() });
  const open = (rig: SignInRig, scopes: readonly string[] = DEFAULT_SCOPES) =>
    openDialog(rig, importClient(emulator()), scopes);
  const consent = (url: string) => decide(emulator(), url);

  it('opens the page and shows each step', async () => {
    const rig = setUpSignIn();
    rig.system.visits.push(async (url, list) => {
      assert.deepEqual(labelsOf(list), [OPEN, COPY, INVALID, 'Cancel']);
      await browse(await consent(url));
    });
    const { done } = open(rig);
    await done;
    await rig.system.left();
    const { states, isDisposed } = rig.list;
    assert.ok(isDisposed);
    assert.ok(states.every(({ title, isBusy }) => title === 'Sign in to Work' && isBusy));
    const steps = states.map(({ step, placeholder }) => `${step?.join('/')} ${placeholder}`);
    assert.deepEqual(
      [...new Set(steps)],
      [
        '1/3 Preparing the sign-in…',
        '1/3 Waiting for the browser. If it can’t reach VS Code, paste the URL from its address bar here',
        '2/3 Exchanging the code for tokens…',
        '3/3 Checking the account…',
      ],
    );
    for (const state of states.filter(({ step }) => step?.[0] !== 1)) {
      assert.deepEqual(
        state.items.map(({ label }) => label),
        ['Cancel'],
      );
    }
  });

  it('opens the page again, and copies its address', async () => {
    const rig = setUpSignIn();
    const { system } = rig;
    system.visits.push(
      (url, list) => {
        list.choose(COPY);
        list.choose(OPEN);
        assert.deepEqual(system.copied, [url]);
        return undefined;
      },
      async (url) => browse(await consent(url)),
    );
    await open(rig).done;
    await system.left();
    assert.equal(system.opened.length, 2);
    assert.equal(new Set(system.opened).size, 1);
    const copied = rig.list.states.flatMap(({ items }) => items.map((row) => row.description));
    assert.ok(copied.includes('copied'));
  });

  it('takes a pasted address at once, and shows nothing of it', async () => {
    for (const part of [(text: string) => text, (text: string) => ` ${new URL(text).search}\n`]) {
      const rig = setUpSignIn();
      let address = '';
      rig.system.visits.push(async (url, list) => {
        address = await consent(url);
        list.type(part(address));
        assert.equal(list.text, '');
      });
      await open(rig).done;
      await rig.system.left();
      const code = new URL(address).searchParams.get('code') ?? '';
      assert.notEqual(code, '');
      assert.ok(!JSON.stringify(rig.list.states).includes(code));
      assert.ok(!rig.log.lines.join('\n').includes(code));
    }
  });

  it('says what is wrong with an address, and waits for a better one', async () => {
    const rig = setUpSignIn();
    rig.system.visits.push(async (url, list) => {
      const address = await consent(url);
      list.type('https://example.com/');
      assert.equal(labelsOf(list)[0], USE);
      list.choose(USE);
      const [row] = list.state?.items ?? [];
      assert.ok(row?.icon === 'warning');
      assert.match(row.label, /The beginning of the URL doesn’t match\./);
      assert.match(row.detail ?? '', /copy the complete URL/);
      // As VS Code tells that the field was emptied.
      list.type('');
      assert.equal(list.state?.items[0]?.icon, 'warning');
      list.type(address.replace(/state=[^&]*/, 'state=other'));
      assert.match(labelsOf(list)[0] ?? '', /belongs to another sign-in/);
      list.type(address);
    });
    await open(rig).done;
    await rig.system.left();
    assert.equal(rig.list.state?.items.length, 1);
  });

  it('ends when it is cancelled, while it waits and later, there or in the notification', async () => {
    for (const end of ['Cancel', undefined]) {
      for (const at of ['waiting', 'exchanging', 'checking']) {
        const rig = setUpSignIn();
        rig.system.visits.push(async (url) => {
          if (at !== 'waiting') await browse(await consent(url));
        });
        const { flow, done } = open(rig);
        flow.onDidStep(({ kind }) => {
          if (kind !== at) return;
          if (end !== undefined) rig.list.choose(end);
          else {
            rig.list.dismiss();
            rig.cancelProgress.abort();
          }
        });
        assert.equal((await failure(done)).name, 'CancelledError', `${end} ${at}`);
        await rig.system.left();
        assert.ok(rig.list.isDisposed);
      }
    }
  });

  describe('in a remote window', () => {
    const placeholders = ({ list }: SignInRig) => list.states.map((state) => state.placeholder);
    const PASTE = 'The browser can’t reach this machine. Paste the URL from its address bar here';

    it('asks for the address where the browser cannot reach the machine', async () => {
      const maps = [
        () => Promise.resolve('https://tunnel.example/x'),
        () => Promise.reject(new Error('no tunnel')),
      ];
      for (const map of maps) {
        const rig = setUpSignIn();
        rig.system.map = map;
        rig.system.visits.push(async (url, list) => list.type(await consent(url)));
        await open(rig, [CLOUD_PLATFORM]).done;
        await rig.system.left();
        assert.ok(placeholders(rig).includes(PASTE));
      }
    });
  });
});
