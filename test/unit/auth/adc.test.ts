import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  ApplicationDefaultCredentials,
  type UserAdc,
  adcPath,
  formatAdc,
  isServiceAccount,
  parseAdc,
  wellKnownAdcPath,
} from '../../../src/auth/adc';
import { exportAdc } from '../../../src/auth/exportAdc';
import { endpointsOf, GOOGLE } from '../../../src/auth/oauthClient';
import { TokenEndpoint } from '../../../src/auth/tokenEndpoint';
import { leaks } from '../../fakes/canary';
import { FaultServer, type Script } from '../../fakes/faultServer';
import { failure } from '../api/harness';
import { control, useEmulator } from '../emulator/wire';
import { clientAt, ID, importClient, openWindow, signInAs } from './oauthRig';
import { folderForEach } from '../../fakes/folder';

const SECRET = 'canary-secret-0123456789';
const REFRESH = 'canary-refresh-0123456789';
const file = {
  type: 'authorized_user',
  client_id: 'a-client',
  client_secret: SECRET,
  refresh_token: REFRESH,
  quota_project_id: 'my-project',
};

function userAdc(text: string): UserAdc {
  const adc = parseAdc(text, '');
  assert.ok(!isServiceAccount(adc));
  return adc;
}

describe('application default credentials', () => {
  const emulator = useEmulator();
  const home = folderForEach();

  const surroundings = () => ({ platform: 'linux', env: {}, home: home() }) as const;
  const path = (): string => wellKnownAdcPath(surroundings());

  async function write(text: string): Promise<void> {
    await mkdir(dirname(path()), { recursive: true });
    await writeFile(path(), text);
  }

  /** Credentials whose token endpoint is the emulator's in place of Google's. */
  function setUp(env: { readonly [name: string]: string } = {}) {
    const { http, clock, onSecret } = openWindow();
    const asked: string[] = [];
    const endpoint = new TokenEndpoint({
      http,
      clock,
      onSecret,
      endpointsOf: (client) => {
        asked.push(endpointsOf(client).token);
        return endpointsOf(importClient(emulator()));
      },
    });
    const adc = new ApplicationDefaultCredentials({
      endpoint,
      clock,
      surroundings: () => ({ ...surroundings(), env }),
    });
    return { adc, asked };
  }

  it('stand where every client library looks', () => {
    const name = 'application_default_credentials.json';
    const at = (platform: NodeJS.Platform, env: { readonly [name: string]: string }) =>
      adcPath({ platform, env, home: '/home/me' });
    assert.equal(at('linux', {}), join('/home/me', '.config', 'gcloud', name));
    assert.equal(at('win32', { APPDATA: '/app' }), join('/app', 'gcloud', name));
    assert.equal(at('linux', { GOOGLE_APPLICATION_CREDENTIALS: '/x/y.json' }), '/x/y.json');
    // gcloud can be told to keep its settings elsewhere.
    assert.equal(at('linux', { CLOUDSDK_CONFIG: '/sdk' }), join('/sdk', name));
    const both = { CLOUDSDK_CONFIG: '/sdk', GOOGLE_APPLICATION_CREDENTIALS: '/x/y.json' };
    assert.equal(at('linux', both), '/x/y.json');
  });

  it('of a user are read, with addresses that are never the file’s', () => {
    const odd = {
      ...file,
      token_uri: 'https://evil.example/token',
      auth_uri: 'https://evil.example',
    };
    assert.deepEqual(parseAdc(`\uFEFF${JSON.stringify(odd)}`, ''), {
      client: { id: 'a-client', secret: SECRET, authUri: GOOGLE.authorize, tokenUri: GOOGLE.token },
      refreshToken: REFRESH,
      quotaProject: 'my-project',
    });
  });

  for (const [what, text, reason, says] of [
    ['no JSON', SECRET, 'badAdc', /not a JSON object/],
    ['no key', '{"type":"service_account"}', 'badAdc', /client_email, private_key/],
    ['an odd type', JSON.stringify({ type: `${SECRET}!` }), 'otherAdc', /unknown/],
    ['a missing token', JSON.stringify({ ...file, refresh_token: '' }), 'badAdc', /refresh_token/],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      await write(text);
      const error = await failure(setUp().adc.credential());
      assert.equal(error.reason, reason);
      assert.match(error.message, says);
      assert.match(error.hint ?? '', /gcloud auth application-default login/);
      assert.deepEqual(leaks(error, [SECRET, REFRESH]), []);
    });
  }

  it('are told to be missing, or unreadable', async () => {
    assert.equal((await failure(setUp().adc.credential())).reason, 'noAdc');
    await mkdir(path(), { recursive: true });
    assert.equal((await failure(setUp().adc.credential())).reason, 'unreadableAdc');
    await rm(path(), { recursive: true });
    // Nobody writes to it: an ordinary open would wait.
    execFileSync('mkfifo', [path()]);
    assert.equal((await failure(setUp().adc.credential())).reason, 'unreadableAdc');
    await rm(path());
    await write(' '.repeat(64 * 1024 + 1));
    assert.equal((await failure(setUp().adc.credential())).reason, 'unreadableAdc');
  });

  it('that were exported sign requests, with the project to charge', async () => {
    const window = openWindow();
    await signInAs(window, emulator());
    const signIn = await window.store.read(ID);
    assert.ok(signIn);
    const { client, refreshToken } = signIn;
    const exported = { client, refreshToken, quotaProject: 'my-project' };
    assert.equal(await exportAdc(path(), exported), undefined);
    const { adc, asked } = setUp();
    const credentials = await Promise.all([adc.credential(), adc.credential({ project: 'other' })]);
    assert.deepEqual(
      credentials.map((one) => one.kind === 'bearer' && one.project),
      ['my-project', 'other'],
    );
    assert.deepEqual(asked, [GOOGLE.token]);
    const [first] = credentials;
    assert.ok(first.kind === 'bearer' && first.renew);
    assert.equal(await first.renew(), true);
    assert.deepEqual(await readFile(path(), 'utf8'), formatAdc(exported));
    // The environment may name another file.
    const { adc: other } = setUp({ GOOGLE_APPLICATION_CREDENTIALS: join(home(), 'other.json') });
    assert.equal((await failure(other.credential())).reason, 'noAdc');
  });

  it('that have ended say what to run, and new ones are taken at once', async () => {
    const window = openWindow();
    await signInAs(window, emulator());
    const stored = await window.store.read(ID);
    assert.ok(stored);
    await exportAdc(path(), stored);
    await control(emulator(), 'POST', 'expire-tokens', { grants: true });
    const { adc } = setUp();
    const error = await failure(adc.credential());
    assert.equal(error.reason, 'signedOut');
    assert.match(error.hint ?? '', /gcloud auth application-default login/);
    assert.deepEqual(leaks(error, [stored.refreshToken, stored.client.secret]), []);
    await signInAs(window, emulator());
    const again = await window.store.read(ID);
    assert.ok(again);
    await exportAdc(path(), again);
    assert.equal((await adc.credential()).kind, 'bearer');
  });

  describe('export', () => {
    const adc = userAdc(JSON.stringify(file));

    it('keeps every file that was there', async () => {
      await write('first');
      assert.equal(await exportAdc(path(), adc), `${path()}.bak`);
      await writeFile(path(), 'second');
      assert.equal(await exportAdc(path(), adc), `${path()}.bak2`);
      assert.equal(await readFile(`${path()}.bak`, 'utf8'), 'first');
      assert.equal(await readFile(`${path()}.bak2`, 'utf8'), 'second');
      assert.equal((await stat(`${path()}.bak`)).mode & 0o777, 0o600);
      assert.equal((await readdir(dirname(path()))).length, 3);
    });
  });
});

const pem = { type: 'pkcs8', format: 'pem' } as const;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
const KEY = privateKey.export(pem).toString();
const ELLIPTIC = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export(pem)
  .toString();
const EMAIL = 'robot@my-project.iam.gserviceaccount.com';
const TOKEN = 'canary-access-0123456789';
const good = { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' };
const keyFile = {
  type: 'service_account',
  project_id: 'my-project',
  private_key_id: 'a-key',
  private_key: KEY,
  client_email: EMAIL,
  token_uri: 'https://evil.example/token',
};
// Lines of the key, which a text may hold without the ends of lines.
const SECRETS = KEY.split('\n').slice(1, -2);

describe('application default credentials of a service account', () => {
  let home = '';
  const open: FaultServer[] = [];
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'adc-'));
  });
  afterEach(async () => {
    for (const server of open.splice(0)) await server.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Credentials of a file, with a server in the place of Google's. */
  async function setUp(content: object, script: Script = (_request, wire) => wire.json(200, good)) {
    const path = join(home, 'robot.json');
    await writeFile(path, JSON.stringify(content));
    const server = await FaultServer.start(script);
    open.push(server);
    const window = openWindow();
    const asked: string[] = [];
    const endpoint = new TokenEndpoint({
      ...window,
      endpointsOf: (client) => {
        asked.push(endpointsOf(client).token);
        return endpointsOf(clientAt(server.origin));
      },
    });
    const adc = new ApplicationDefaultCredentials({
      ...window,
      endpoint,
      surroundings: () => ({
        platform: 'linux',
        env: { GOOGLE_APPLICATION_CREDENTIALS: path },
        home,
      }),
    });
    return { adc, server, asked, window };
  }

  it('sign for a token, with a key that stays here', async () => {
    const { adc, server, asked, window } = await setUp(keyFile);
    const credentials = await Promise.all([adc.credential(), adc.credential({ project: 'other' })]);
    assert.deepEqual(
      credentials.map((one) => one.kind === 'bearer' && [one.token, one.project]),
      [
        [TOKEN, undefined],
        [TOKEN, 'other'],
      ],
    );
    // Never the file's address.
    assert.deepEqual(asked, [GOOGLE.token]);
    const [request, ...more] = server.requests;
    assert.equal(more.length, 0);
    const form = new URLSearchParams(request?.body);
    assert.deepEqual([...form.keys()].sort(), ['assertion', 'grant_type']);
    assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer');
    const assertion = form.get('assertion') ?? '';
    const [header = '', payload = '', signature = ''] = assertion.split('.');
    const signed = Buffer.from(`${header}.${payload}`);
    assert.ok(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url')));
    const { iss, aud, scope } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
      readonly [name: string]: unknown;
    };
    assert.deepEqual([iss, aud], [EMAIL, GOOGLE.token]);
    assert.equal(scope, 'https://www.googleapis.com/auth/cloud-platform');
    assert.deepEqual(leaks(request, SECRETS), []);
    assert.deepEqual([...window.seen].sort(), [KEY, TOKEN, assertion].sort());
    assert.deepEqual(leaks(window.exchanges, [...SECRETS, TOKEN, signature]), []);
  });

  it('whose key is not accepted any more say so', async () => {
    const { adc, server } = await setUp(keyFile, (_request, wire) =>
      wire.json(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }),
    );
    const error = await failure(adc.credential());
    assert.equal(error.reason, 'signedOut');
    assert.match(error.message, /The service account key was rejected\./);
    assert.match(error.hint ?? '', /clock/);
    assert.equal(server.requests.length, 1);
    const sent = new URLSearchParams(server.requests[0]?.body).get('assertion') ?? '';
    assert.deepEqual(leaks(error, [...SECRETS, sent.slice(-80)]), []);
  });

  for (const [what, key] of [
    ['truncated', KEY.slice(0, 200)],
    ['no RSA key', ELLIPTIC],
  ] as const) {
    it(`are refused before anything is sent where the key is ${what}`, async () => {
      const { adc, server } = await setUp({ ...keyFile, private_key: key });
      const error = await failure(adc.credential());
      assert.equal(error.reason, 'badAdc');
      assert.match(error.message, /: private_key\./);
      assert.deepEqual(leaks(error, SECRETS), []);
      assert.equal(server.requests.length, 0);
    });
  }
});
