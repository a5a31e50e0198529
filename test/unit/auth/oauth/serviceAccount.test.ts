import assert from 'node:assert/strict';
import { generateKeyPairSync, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApplicationDefaultCredentials } from '../../../../src/auth/oauth/adc';
import { endpointsOf, GOOGLE } from '../../../../src/auth/oauth/endpoints';
import { TokenEndpoint } from '../../../../src/auth/oauth/tokenEndpoint';
import { leaks } from '../../../fakes/canary';
import { FaultServer, type Script } from '../../../fakes/faultServer';
import { failure } from '../../api/harness';
import { clientAt, openWindow } from './rig';

const pem = { type: 'pkcs8', format: 'pem' } as const;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = privateKey.export(pem).toString();
const ELLIPTIC = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export(pem)
  .toString();
const EMAIL = 'robot@my-project.iam.gserviceaccount.com';
const TOKEN = 'canary-access-0123456789';
const good = { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' };
const file = {
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
    const { adc, server, asked, window } = await setUp(file);
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

  it('charge the project of the file', async () => {
    const { adc } = await setUp({ ...file, quota_project_id: 'charged' });
    const credential = await adc.credential();
    assert.equal(credential.kind === 'bearer' && credential.project, 'charged');
  });

  it('whose key is not accepted any more say so', async () => {
    const { adc, server } = await setUp(file, (_request, wire) =>
      wire.json(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }),
    );
    const error = await failure(adc.credential());
    assert.equal(error.reason, 'signedOut');
    assert.match(error.message, /key of the service account/);
    assert.match(error.hint ?? '', /clock/);
    assert.equal(server.requests.length, 1);
    const sent = new URLSearchParams(server.requests[0]?.body).get('assertion') ?? '';
    assert.deepEqual(leaks(error, [...SECRETS, sent.slice(-80)]), []);
  });

  for (const [what, key] of [
    ['cut off', KEY.slice(0, 200)],
    ['no RSA key', ELLIPTIC],
    ['missing', ''],
  ] as const) {
    it(`are refused before anything is sent where the key is ${what}`, async () => {
      const { adc, server } = await setUp({ ...file, private_key: key });
      const error = await failure(adc.credential());
      assert.equal(error.reason, 'badAdc');
      assert.match(error.message, /: private_key\./);
      assert.deepEqual(leaks(error, SECRETS), []);
      assert.equal(server.requests.length, 0);
    });
  }
});
