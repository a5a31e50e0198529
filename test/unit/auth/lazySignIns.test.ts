import assert from 'node:assert/strict';
import type { Http } from '../../../src/api/http';
import { lazyHttp, LazySignIns } from '../../../src/auth/lazySignIns';
import { FakeClock } from '../../fakes/clock';
import { english } from '../../fakes/l10n';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settle } from '../../fakes/settle';
import { failure } from '../api/harness';
import { clientAt, ID, ORIGIN } from './oauth/rig';

const REFRESH = 'canary-refresh-0123456789';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/** A server of tokens that replaces every refresh token. */
function rotating(): Http {
  let count = 0;
  return {
    send: async () => {
      count += 1;
      const tokens = { access_token: `access-${count}`, refresh_token: `refresh-${count}` };
      return { status: 200, headers: {}, text: JSON.stringify({ ...tokens, expires_in: 3600 }) };
    },
  };
}

const stored = (change: object = {}): string =>
  JSON.stringify({
    ...{ version: 1, revision: 1, session: 's', origin: ORIGIN, refreshToken: REFRESH },
    ...{ client: clientAt('https://auth.example'), asked: [SCOPE], granted: [SCOPE] },
    signedInAt: 0,
    ...change,
  });

function setUp({ isSignedIn = true } = {}) {
  const secrets = new FakeSecretStorage();
  if (isSignedIn) secrets.stored.set(`oauth.${ID}`, stored());
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const changes: string[] = [];
  const parts = {
    ...{ secrets, clock, l10n: english, http: rotating() },
    onSecret: () => undefined,
    onStorageFailed: (error: unknown) => failures.push(error),
  };
  const signIns = new LazySignIns(parts, (error) => failures.push(error));
  signIns.onDidChange((id) => changes.push(id));
  const token = async (): Promise<void> => {
    const { accounts } = await signIns.load();
    await accounts.credential(ID, ORIGIN);
    await settle();
  };
  return { secrets, clock, signIns, changes, failures, token };
}

describe('sign-ins on first use', () => {
  it('are loaded once', async () => {
    const { signIns } = setUp();
    const [one, other] = await Promise.all([signIns.load(), signIns.load()]);
    assert.equal(one, other);
    signIns.dispose();
  });

  it('do not change when their token is replaced, not even the first time', async () => {
    const { secrets, clock, signIns, changes, token } = setUp();
    await token();
    assert.match(secrets.stored.get(`oauth.${ID}`) ?? '', /"refresh-1"/);
    assert.deepEqual(changes, []);
    clock.advance(3_600_000);
    await token();
    assert.match(secrets.stored.get(`oauth.${ID}`) ?? '', /"refresh-2"/);
    assert.deepEqual(changes, []);
    // Another window does so too.
    secrets.changeElsewhere(`oauth.${ID}`, stored({ revision: 9, refreshToken: 'theirs' }));
    await settle();
    assert.deepEqual(changes, []);
    signIns.dispose();
  });

  it('change when one begins, ends, gets other scopes or goes to another origin', async () => {
    const { secrets, signIns, changes } = setUp({ isSignedIn: false });
    await signIns.load();
    const name = `oauth.${ID}`;
    for (const text of [
      stored(),
      stored({ session: 'another' }),
      stored({ session: 'another', granted: [] }),
      stored({ session: 'another', granted: [], origin: 'https://elsewhere.example' }),
    ]) {
      changes.length = 0;
      secrets.changeElsewhere(name, text);
      await settle();
      assert.deepEqual(changes, [ID], text);
    }
    await secrets.delete(name);
    await settle();
    assert.deepEqual(changes, [ID, ID]);
    signIns.dispose();
  });

  it('change as others do where the storage could not be read at first', async () => {
    const { secrets, signIns, changes, failures } = setUp();
    secrets.failure = new Error('No keyring.');
    const { accounts } = await signIns.load();
    assert.equal((await failure(accounts.find(ID))).reason, 'secretStorage');
    secrets.failure = undefined;
    secrets.changeElsewhere(`oauth.${ID}`, stored({ session: 'another' }));
    await settle();
    assert.deepEqual([changes, failures], [[ID], []]);
    secrets.failure = new Error('No keyring.');
    secrets.changeElsewhere(`oauth.${ID}`, stored());
    await settle();
    assert.equal(failures.length, 1);
    signIns.dispose();
  });

  it('tell nothing after the window has closed, also where they were loaded late', async () => {
    const { secrets, signIns, changes } = setUp();
    const loading = signIns.load();
    signIns.dispose();
    await loading;
    secrets.changeElsewhere(`oauth.${ID}`, stored({ session: 'another' }));
    await settle();
    assert.deepEqual(changes, []);
  });

  it('open the network once, with the first request', async () => {
    let opened = 0;
    const http = lazyHttp(async () => {
      opened += 1;
      return rotating();
    });
    const request = { name: 'x', method: 'GET', url: new URL(ORIGIN), timeoutMs: 1 } as const;
    assert.equal(opened, 0);
    const send = () => http.send({ ...request, secrets: [] });
    const answers = await Promise.all([send(), send()]);
    assert.deepEqual([opened, answers.length], [1, 2]);
  });
});
