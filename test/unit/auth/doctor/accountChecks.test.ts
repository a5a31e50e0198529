import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { CheckResult } from '../../../../src/auth/doctor/check';
import { systemClock, type Clock } from '../../../../src/base/clock';
import { PREFIX } from '../../emulator/identity/signIn';
import { control, useEmulator } from '../../emulator/wire';
import { importClient } from '../oauthRig';
import { found, openDoctor, signInTo, statesOf, type Doctor, type DoctorRigOptions } from './rig';

const DAY = 86_400_000;
const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';

/** The system's clock with another time of day, on which no wait takes any time. */
function shifted(ms: number): Clock {
  return {
    ...systemClock,
    now: () => Date.now() + ms,
    schedule(_ms, run) {
      const immediate = setImmediate(run);
      return { dispose: () => clearImmediate(immediate) };
    },
  };
}

describe('diagnosing an account', () => {
  const emulator = useEmulator();
  const opened: Doctor[] = [];
  beforeEach(() => control(emulator(), 'POST', 'sign-in', { testing: false }));
  afterEach(async () => {
    for (const doctor of opened.splice(0)) doctor.dispose();
    await control(emulator(), 'DELETE', 'faults');
  });

  function open(options: Partial<DoctorRigOptions> = {}): Doctor {
    const connection = { endpoint: emulator().baseUrl, ...options.connection };
    const doctor = openDoctor({ ...options, connection });
    opened.push(doctor);
    return doctor;
  }

  // A sign-in takes longer than all checks; whoever only needs one gets a copy.
  let kept: ReadonlyMap<string, string> | undefined;

  async function openSignedIn(options: Partial<DoctorRigOptions> = {}): Promise<Doctor> {
    if (!kept) {
      const first = open();
      await signInTo(first, emulator());
      kept = new Map(first.secrets.stored);
    }
    const doctor = open(options);
    for (const [key, value] of kept) doctor.secrets.stored.set(key, value);
    return doctor;
  }

  async function expire(): Promise<void> {
    await control(emulator(), 'POST', 'expire-tokens', { grants: true });
    kept = undefined;
  }

  async function fault(details: readonly unknown[], message: string, status = 403): Promise<void> {
    await control(emulator(), 'POST', 'faults', {
      kind: 'status',
      operation: 'models.list',
      count: 1,
      status,
      message,
      details: details.map((detail) => ({
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        domain: 'googleapis.com',
        ...(detail as object),
      })),
    });
  }

  it('passes where everything works', async () => {
    const doctor = await openSignedIn();
    const results = await found(doctor);
    assert.deepEqual(
      statesOf(results as { readonly [id: string]: CheckResult }).filter(
        (one) => !one.endsWith(': passed'),
      ),
      [],
    );
    assert.equal(results.signedIn?.says, 'Signed in as demo@example.com.');
    assert.equal(results.signedIn.reports, 'Signed in.');
    assert.match(
      results.models?.says ?? '',
      /^GET \/v1beta3\/models returned models\/emulator-text-001, models\/emulator-chat-001,/,
    );
    assert.match(results.network?.says ?? '', /is reached directly\.$/);
  });

  it('asks for the OAuth client first, and imports it', async () => {
    const doctor = open();
    const { client, signedIn, token } = await found(doctor);
    assert.deepEqual(
      [client?.state, signedIn?.state, token?.blockedBy],
      ['failed', 'skipped', 'client'],
    );
    const bytes = readFileSync(emulator().clientSecretFile);
    doctor.system.files.push({ path: '/c.json', uri: 'file:///c.json', bytes });
    doctor.prompts.answer('Select File…');
    assert.equal(client?.fixes?.[0]?.title, 'Import OAuth Client…');
    await client.fixes[0].run();
    const stored = await doctor.signIns.clients.read(doctor.connection.id);
    assert.deepEqual(stored, { client: importClient(emulator()) });
    const after = await found(doctor);
    assert.deepEqual([after.client?.state, after.signedIn?.state], ['passed', 'failed']);
    assert.equal(after.signedIn?.fixes?.[0]?.title, 'Sign In…');
  });

  it('finds a stored client that would send secrets unencrypted', async () => {
    const doctor = open();
    const client = { ...importClient(emulator()), tokenUri: 'http://sign-in.example/token' };
    await doctor.signIns.clients.write(doctor.connection.id, { client });
    const result = (await found(doctor)).client;
    assert.equal(result?.state, 'failed');
    assert.match(result.says, /unencrypted to sign-in\.example/);
  });

  it('names the host where somebody else than Google signs in', async () => {
    const doctor = open();
    const { host } = new URL(emulator().baseUrl);
    const client = importClient(emulator());
    await doctor.signIns.clients.write(doctor.connection.id, { client });
    assert.match(
      (await found(doctor)).client?.says ?? '',
      new RegExp(`signs in at ${host}, not with Google`),
    );
  });

  it('sends no sign-in to an endpoint that it was not made for', async () => {
    const doctor = open({ connection: { endpoint: 'http://127.0.0.1:1' } });
    await signInTo(doctor, emulator());
    const { id } = doctor.connection;
    await doctor.signIns.accounts.moveTo(id, emulator().baseUrl);
    const { signedIn, token, models } = await found(doctor);
    assert.equal(signedIn?.state, 'failed');
    assert.match(
      signedIn.says,
      /You signed in for 127\.0\.0\.1:\d+, but the connection uses 127\.0\.0\.1:1\./,
    );
    assert.deepEqual([token?.blockedBy, models?.blockedBy], ['signedIn', 'signedIn']);
    assert.deepEqual(doctor.prompts.asked, []);
  });

  const ages: readonly (readonly [number, 'passed' | 'warning', RegExp])[] = [
    [0, 'passed', /^Signed in today\.$/],
    [5.9, 'passed', /^Signed in 5 days ago\.$/],
    [
      6,
      'warning',
      /^Signed in 6 days ago\. While the consent screen is in testing, sign-ins expire after 7 days\.$/,
    ],
    [30, 'passed', /^Signed in 30 days ago\. The 7-day limit for apps in testing doesn’t apply\.$/],
  ];
  for (const [days, state, says] of ages) {
    it(`says ${state} of a sign-in that is ${days} days old and works`, async () => {
      const later = await openSignedIn({ clock: shifted(days * DAY) });
      const { age } = await found(later);
      assert.deepEqual([age?.state, says.test(age?.says ?? '')], [state, true], age?.says);
    });
  }

  it('names the end that the server named, and warns of it on the last day', async () => {
    await control(emulator(), 'POST', 'sign-in', { testing: true });
    kept = undefined;
    const doctor = await openSignedIn();
    const { age } = await found(doctor);
    assert.equal(age?.state, 'passed');
    assert.match(age.says, /^Signed in today\. The sign-in expires in 6 days because/);
    await expire();
    const revoked = open();
    for (const [key, value] of doctor.secrets.stored) revoked.secrets.stored.set(key, value);
    assert.equal((await found(revoked)).age?.state, 'skipped');
    const later = open({ clock: shifted(6.5 * DAY) });
    for (const [key, value] of doctor.secrets.stored) later.secrets.stored.set(key, value);
    const { age: last } = await found(later);
    assert.equal(last?.state, 'warning');
    assert.match(last.says, /^Signed in 6 days ago\. The sign-in expires within a day because/);
    assert.deepEqual(
      last.fixes?.map(({ title }) => title),
      ['Sign In…', 'Open Page'],
    );
  });

  it('lists what the granted scopes do not open, and asks for that', async () => {
    const doctor = open();
    const scopes = [`${PREFIX}.tuning`, `${PREFIX}.retriever.readonly`, CLOUD];
    const grant = scopes.slice(0, 2);
    await signInTo(doctor, emulator(), { scopes, grant });
    const result = (await found(doctor)).scopes;
    assert.equal(result?.state, 'warning');
    assert.equal(result.says, 'The granted scopes don’t allow access to: corpora (some methods).');
    assert.equal(result.fixes?.[0]?.title, 'Sign In…');
    const given = new Promise<string>((resolve) => {
      doctor.system.openExternal = (address) => {
        resolve(address);
        return Promise.resolve(true);
      };
    });
    const fixing = result.fixes[0].run();
    const asked = new URL(await given).searchParams.get('scope')?.split(' ') ?? [];
    assert.ok(asked.includes(`${PREFIX}.retriever`), asked.join(' '));
    doctor.prompts.lists.at(-1)?.choose('Cancel');
    await fixing;
  });

  it('tells a project that the account may not charge, with the words of a failed operation', async () => {
    const doctor = await openSignedIn({ connection: { project: 'not-mine' } });
    await fault([{ reason: 'USER_PROJECT_DENIED' }], 'Caller does not have required permission.');
    const { project, api, models } = await found(doctor);
    assert.equal(project?.state, 'failed');
    assert.equal(project.says, 'Caller does not have required permission.');
    assert.match(project.hint ?? '', /Service Usage Consumer/);
    assert.deepEqual([api?.blockedBy, models?.blockedBy], ['project', 'project']);
    await project.fixes?.[0]?.run();
    assert.deepEqual(doctor.ran, [['editConnection', { connection: doctor.connection.id }]]);
  });

  it('opens the page that enables the API, where that is one of Google’s', async () => {
    const doctor = await openSignedIn();
    const page = 'https://console.developers.google.com/apis/api/x/overview?project=1';
    await fault(
      [{ reason: 'SERVICE_DISABLED', metadata: { activationUrl: page } }],
      'Not used before.',
    );
    const { project, api, models } = await found(doctor);
    assert.deepEqual([project?.state, api?.state, models?.blockedBy], ['passed', 'failed', 'api']);
    assert.equal(api?.fixes?.[0]?.title, 'Open Page');
    await api.fixes[0].run();
    assert.deepEqual(doctor.system.opened, [page]);
    const metadata = { activationUrl: 'https://evil.example/' };
    await fault([{ reason: 'SERVICE_DISABLED', metadata }], 'Not used before.');
    assert.equal((await found(doctor)).api?.fixes, undefined);
  });
});
