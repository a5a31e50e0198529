import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ApplicationDefaultCredentials, wellKnownAdcPath } from '../../../../src/auth/adc';
import { endpointsOf } from '../../../../src/auth/oauthClient';
import { TokenEndpoint } from '../../../../src/auth/tokenEndpoint';
import { systemClock } from '../../../../src/base/clock';
import { AppError } from '../../../../src/base/errors';
import type { EmulatorAddress } from '../../../../src/service/emulator';
import { clientOf, signIn } from '../../emulator/identity/signIn';
import { control, useEmulator } from '../../emulator/wire';
import { importClient } from '../oauthRig';
import { type Doctor, type DoctorRigOptions, found, openDoctor, stopped } from './rig';
import { folderForEach } from '../../../fakes/folder';

describe('diagnosing a connection', () => {
  const emulator = useEmulator({ apiKey: 'emulator-key' });
  const opened: { dispose(): unknown }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.dispose();
  });

  function open(options: DoctorRigOptions): Doctor {
    const doctor = openDoctor(options);
    opened.push(doctor);
    return doctor;
  }

  function openKeyed(options: Partial<DoctorRigOptions> = {}): Doctor {
    const { connection } = options;
    return open({
      ...options,
      connection: { endpoint: emulator().baseUrl, auth: 'apiKey', ...connection },
    });
  }

  async function storeKey(doctor: Doctor, key = emulator().apiKey): Promise<void> {
    const { id, endpoint } = doctor.connection;
    await doctor.vault.write(id, { origin: endpoint, key });
  }

  describe('with an API key', () => {
    it('passes where everything works', async () => {
      const doctor = openKeyed();
      await storeKey(doctor);
      const results = Object.values(await found(doctor));
      assert.deepEqual(
        results.map(({ state }) => state),
        results.map(() => 'passed'),
      );
      assert.equal(results.length, 6);
    });

    it('asks for a key that is missing, and calls nothing without it', async () => {
      const doctor = openKeyed();
      await control(emulator(), 'DELETE', 'log');
      const { key, models } = await found(doctor);
      assert.equal(key?.state, 'failed');
      assert.equal(models?.blockedBy, 'key');
      await key.fixes?.[0]?.run();
      assert.deepEqual(doctor.ran, [['addApiKey']]);
      assert.doesNotMatch(JSON.stringify(await control(emulator(), 'GET', 'log')), /models\.list/);
    });

    it('sends no key to an endpoint that it was not entered for', async () => {
      const doctor = openKeyed();
      const stored = { origin: 'https://other.example', key: emulator().apiKey };
      await doctor.vault.write(doctor.connection.id, stored);
      const { key, models } = await found(doctor);
      assert.match(
        key?.says ?? '',
        /The API key was entered for other\.example, but the connection uses 127\.0\.0\.1:\d+\./,
      );
      assert.equal(models?.blockedBy, 'key');
      assert.deepEqual(doctor.prompts.asked, []);
    });

    it('explains a key that is refused with the words of a failed operation', async () => {
      const doctor = openKeyed();
      await storeKey(doctor, 'emulator-key-wrong-0123456789');
      const { models, api } = await found(doctor);
      assert.equal(api?.state, 'skipped');
      assert.equal(models?.state, 'failed');
      assert.match(models.hint ?? '', /copied the complete API key/);
      assert.equal(models.fixes?.[0]?.title, 'Add API Key…');
    });
  });

  describe('with application default credentials', () => {
    const home = folderForEach();

    async function write(file: unknown): Promise<void> {
      const path = wellKnownAdcPath({ platform: 'linux', env: {}, home: home() });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(file));
    }

    /** Credentials whose token endpoint is the emulator's in place of Google's. */
    async function openAdc(): Promise<Doctor> {
      const doctor = open({
        connection: { endpoint: emulator().baseUrl, auth: 'adc' },
        home: home(),
        change: ({ http, surroundings }, onSecret) => {
          const shared = { http, clock: systemClock };
          const endpoint = new TokenEndpoint({
            ...shared,
            onSecret,
            endpointsOf: () => endpointsOf(importClient(emulator())),
          });
          return { adc: new ApplicationDefaultCredentials({ ...shared, endpoint, surroundings }) };
        },
      });
      await doctor.allowed.update('adcOrigins', [emulator().baseUrl]);
      return doctor;
    }

    it('names the command of gcloud where they are missing', async () => {
      const { adcFile, token, models } = await found(await openAdc());
      assert.equal(adcFile?.state, 'failed');
      assert.match(adcFile.says, /There are no application default credentials at /);
      assert.match(adcFile.hint ?? '', /gcloud auth application-default login/);
      assert.deepEqual([token?.blockedBy, models?.blockedBy], ['adcFile', 'adcFile']);
    });

    it('gets a token and calls with it, and names the project', async () => {
      const { refresh_token } = await signIn(emulator());
      const { client_id, client_secret } = clientOf(emulator());
      const file = { type: 'authorized_user', client_id, client_secret, refresh_token };
      await write(file);
      const { adcFile, token, project, models } = await found(await openAdc());
      const states = [adcFile?.state, token?.state, models?.state];
      assert.deepEqual(states, ['passed', 'passed', 'passed'], token?.says);
      assert.equal(project?.says, 'No project is set.');
      await write({ ...file, quota_project_id: 'emulator-project' });
      const after = (await found(await openAdc())).project;
      assert.equal(after?.says, 'Requests use project emulator-project.');
    });

    it('says that a project is needed, and how to name one', async () => {
      const { refresh_token } = await signIn(emulator());
      const { client_id, client_secret } = clientOf(emulator());
      await write({ type: 'authorized_user', client_id, client_secret, refresh_token });
      await control(emulator(), 'POST', 'faults', {
        kind: 'status',
        operation: 'models.list',
        status: 403,
        message: 'The API requires a quota project, which is not set by default.',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED' },
        ],
      });
      const { project } = await found(await openAdc());
      assert.equal(project?.state, 'failed');
      assert.match(project.hint ?? '', /set-quota-project/);
      assert.equal(project.fixes?.[0]?.title, 'Edit Connection…');
    });
  });

  describe('to the built-in emulator', () => {
    const openBuiltIn = (start: () => Promise<EmulatorAddress>): Doctor => {
      const doctor = openKeyed({ emulator: { ...stopped, start } });
      const connection = doctor.connections.find('emulator');
      assert.ok(connection);
      return { ...doctor, connection };
    };

    it('starts it and calls it', async () => {
      const results = await found(openBuiltIn(() => Promise.resolve(emulator())));
      assert.deepEqual(Object.keys(results), ['emulator', 'models']);
      const { port } = new URL(emulator().baseUrl);
      assert.equal(results.emulator?.says, `Running on port ${port}.`);
      assert.equal(results.models?.state, 'passed');
    });

    it('says why it does not start, and offers the log', async () => {
      const error = new AppError('emulatorFailed', 'It did not start.', { hint: 'See the log.' });
      const doctor = openBuiltIn(() => Promise.reject(error));
      const results = await found(doctor);
      assert.equal(results.emulator?.says, 'It did not start.');
      assert.equal(results.models?.blockedBy, 'emulator');
      await results.emulator.fixes?.[0]?.run();
      assert.deepEqual(doctor.ran, [['showLog']]);
    });
  });
});
