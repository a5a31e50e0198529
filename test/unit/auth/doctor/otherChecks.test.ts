import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { NetworkSettings } from '../../../../src/api/transport';
import { ApplicationDefaultCredentials } from '../../../../src/auth/oauth/adc';
import { wellKnownAdcPath } from '../../../../src/auth/oauth/adcFile';
import { endpointsOf } from '../../../../src/auth/oauth/endpoints';
import { TokenEndpoint } from '../../../../src/auth/oauth/tokenEndpoint';
import { systemClock } from '../../../../src/base/clock';
import { AppError } from '../../../../src/base/errors';
import type { EmulatorAddress } from '../../../../src/service/emulator';
import { selfSigned } from '../../../fakes/certificate';
import { ConnectProxy } from '../../../fakes/connectProxy';
import { FaultServer } from '../../../fakes/faultServer';
import { english } from '../../../fakes/l10n';
import { clientOf, signIn } from '../../emulator/signIn';
import { control, useEmulator } from '../../emulator/wire';
import { importClient } from '../oauth/rig';
import { found, openDoctor, stopped, type Doctor, type DoctorRigOptions } from './rig';

const MINUTE = 60_000;

describe('diagnosing a connection', () => {
  const emulator = useEmulator();
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
      await key.fix?.run();
      assert.deepEqual(doctor.ran, [['addApiKey']]);
      assert.doesNotMatch(JSON.stringify(await control(emulator(), 'GET', 'log')), /models\.list/);
    });

    it('sends no key to an endpoint that it was not entered for', async () => {
      const doctor = openKeyed();
      const stored = { origin: 'https://other.example', key: emulator().apiKey };
      await doctor.vault.write(doctor.connection.id, stored);
      const { key, models } = await found(doctor);
      assert.match(key?.says ?? '', /entered for other\.example, and the connection is to 127/);
      assert.equal(models?.blockedBy, 'key');
      assert.deepEqual(doctor.prompts.asked, []);
    });

    it('explains a key that is refused with the words of a failed operation', async () => {
      const doctor = openKeyed();
      await storeKey(doctor, 'emulator-key-wrong-0123456789');
      const { models, api } = await found(doctor);
      assert.equal(api?.state, 'skipped');
      assert.equal(models?.state, 'failed');
      assert.match(models.hint ?? '', /whole API key was copied/);
      assert.equal(models.fix?.title, 'Add API Key…');
    });

    it('says that its project is not sent', async () => {
      const doctor = openKeyed({ connection: { project: 'p' } });
      const { settings } = await found(doctor);
      assert.equal(settings?.state, 'warning');
      assert.match(settings.says, /The project is not sent/);
      await settings.fix?.run();
      assert.deepEqual(doctor.ran, [['editConnection', { connection: doctor.connection.id }]]);
    });

    it('names the host of uploads', async () => {
      const doctor = openKeyed({ connection: { uploadEndpoint: 'https://files.example' } });
      assert.match((await found(doctor)).settings?.says ?? '', /, files to files\.example\.$/);
    });
  });

  describe('with application default credentials', () => {
    let home = '';
    beforeEach(async () => {
      home = await mkdtemp(join(tmpdir(), 'doctor-'));
    });
    afterEach(() => rm(home, { recursive: true, force: true }));

    async function write(file: unknown): Promise<void> {
      const path = wellKnownAdcPath({ platform: 'linux', env: {}, home });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(file));
    }

    /** Credentials whose token endpoint is the emulator's in place of Google's. */
    async function openAdc(): Promise<Doctor> {
      const doctor = open({
        connection: { endpoint: emulator().baseUrl, auth: 'adc' },
        home,
        change: ({ http, surroundings }, onSecret) => {
          const shared = { http, clock: systemClock, l10n: english };
          const endpoint = new TokenEndpoint({
            ...{ ...shared, onSecret },
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

    it('refuses those of another type', async () => {
      await write({ type: 'external_account' });
      const { adcFile } = await found(await openAdc());
      assert.equal(adcFile?.state, 'failed');
      assert.match(adcFile.says, /external_account/);
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
      await write({ ...file, quota_project_id: 'charged' });
      const after = (await found(await openAdc())).project;
      assert.equal(after?.says, 'Calls count for the project charged.');
    });

    it('says that a project is needed, and how to name one', async () => {
      const { refresh_token } = await signIn(emulator());
      const { client_id, client_secret } = clientOf(emulator());
      await write({ type: 'authorized_user', client_id, client_secret, refresh_token });
      await control(emulator(), 'POST', 'faults', {
        ...{ kind: 'status', operation: 'models.list', status: 403 },
        message: 'The API requires a quota project, which is not set by default.',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED' },
        ],
      });
      const { project } = await found(await openAdc());
      assert.equal(project?.state, 'failed');
      assert.match(project.hint ?? '', /set-quota-project/);
      assert.equal(project.fix?.title, 'Edit Connection…');
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
      assert.equal(results.emulator?.says, `It runs, and listens on port ${port}.`);
      assert.equal(results.models?.state, 'passed');
    });

    it('says why it does not start, and offers the log', async () => {
      const error = new AppError('emulatorFailed', 'It did not start.', { hint: 'See the log.' });
      const doctor = openBuiltIn(() => Promise.reject(error));
      const results = await found(doctor);
      assert.equal(results.emulator?.says, 'It did not start.');
      assert.equal(results.models?.blockedBy, 'emulator');
      await results.emulator.fix?.run();
      assert.deepEqual(doctor.ran, [['showLog']]);
    });
  });

  describe('its clock', () => {
    const clocks: readonly (readonly [number, string, RegExp])[] = [
      [4, 'passed', /^The clock agrees with that of 127\.0\.0\.1:\d+\.$/],
      [-4, 'passed', /agrees/],
      [12, 'warning', /^The clock is 12 minutes ahead of that of 127/],
      [-12, 'warning', /^The clock is 12 minutes behind that of 127/],
      [60 * 30, 'warning', /^The clock is 30 hours ahead/],
      [60 * 24 * 365, 'warning', /^The clock is 365 days ahead/],
    ];
    for (const [minutes, state, says] of clocks) {
      it(`${state} when it is ${minutes} minutes ahead`, async () => {
        const clock = { ...systemClock, now: () => Date.now() + minutes * MINUTE };
        const result = (await found(openKeyed({ clock }))).clock;
        assert.equal(result?.state, state);
        assert.match(result.says, says);
      });
    }

    it('is not judged without an answer that says what time it is', async () => {
      const server = await FaultServer.start((_request, wire) => wire.answer(404, ''));
      opened.push({ dispose: () => server.close() });
      const result = (await found(openKeyed({ connection: { endpoint: server.origin } }))).clock;
      assert.deepEqual(
        [result?.state, result?.says],
        ['skipped', 'No answer said what time it is.'],
      );
    });

    it('is asked without a credential', async () => {
      const seen: string[] = [];
      const server = await FaultServer.start((request, wire) => {
        if (request.target === '/') seen.push(...Object.keys(request.headers));
        return wire.answer(404, '');
      });
      opened.push({ dispose: () => server.close() });
      const doctor = openKeyed({ connection: { endpoint: server.origin } });
      await storeKey(doctor, 'canary-key-0123456789');
      await found(doctor);
      assert.ok(seen.includes('host'));
      assert.ok(!seen.includes('x-goog-api-key') && !seen.includes('authorization'));
    });
  });

  describe('its loopback address', () => {
    const judge = async (map: (address: string) => Promise<string>) => {
      const doctor = open({ connection: {} });
      doctor.system.map = map;
      return (await found(doctor)).loopback;
    };

    it('passes where a browser on this machine reaches it', async () => {
      const result = await judge((address) => Promise.resolve(address));
      assert.deepEqual(
        [result?.state, result?.says],
        ['passed', 'A browser on this machine reaches VS Code.'],
      );
    });

    it('says that a port of the user’s machine is forwarded', async () => {
      const result = await judge((address) => Promise.resolve(address.replace(/:\d+/, ':50999')));
      assert.equal(result?.state, 'passed');
      assert.match(result.says, /forwards 127\.0\.0\.1:50999 of your machine/);
    });

    for (const address of ['https://x-1.tunnel.example/cb', 'http://10.0.0.7:80/cb']) {
      it(`says that only a pasted address works behind ${address}`, async () => {
        const result = await judge(() => Promise.resolve(address));
        assert.equal(result?.state, 'warning');
        assert.match(result.hint ?? '', /paste the address that the browser ends at/);
      });
    }
  });

  describe('its network', () => {
    const unproxied = ['<-loopback>'];
    const networkOf = async (network: NetworkSettings, endpoint = emulator().baseUrl) => {
      const doctor = openKeyed({ network, connection: { endpoint } });
      await storeKey(doctor);
      return { doctor, results: await found(doctor) };
    };

    it('names the proxy that is used, and never its password', async () => {
      const certificate = selfSigned('localhost');
      const server = await FaultServer.start((_request, wire) => wire.json(200, {}), certificate);
      const { port } = new URL(server.origin);
      const proxy = await ConnectProxy.start(Number(port));
      const address = `http://user:canary-password@127.0.0.1:${proxy.port}`;
      const { results } = await networkOf(
        { proxy: address, noProxy: unproxied, certificates: [certificate.cert] },
        `https://localhost:${port}`,
      );
      opened.push({ dispose: () => proxy.close() }, { dispose: () => server.close() });
      assert.equal(results.models?.state, 'passed', results.models?.says);
      assert.equal(
        results.network?.says,
        `localhost:${port} is reached through the proxy 127.0.0.1:${proxy.port}.`,
      );
      assert.ok(proxy.tunnels.length > 0);
    });

    it('names a proxy that refuses, and opens its setting', async () => {
      const proxy = await ConnectProxy.start(1, 407);
      opened.push({ dispose: () => proxy.close() });
      const address = `http://user:canary-password@127.0.0.1:${proxy.port}`;
      const { doctor, results } = await networkOf(
        { proxy: address, noProxy: unproxied },
        'https://localhost:1',
      );
      const { clock, models, network } = results;
      assert.deepEqual(
        [clock?.state, models?.state, network?.state],
        ['skipped', 'skipped', 'failed'],
      );
      assert.equal(
        network?.says,
        `The proxy asks for a user and password. The proxy 127.0.0.1:${proxy.port} is used.`,
      );
      assert.match(network.hint ?? '', /http\.proxyAuthorization/);
      await network.fix?.run();
      assert.deepEqual(doctor.ran, [['settings', 'http.proxy']]);
      assert.doesNotMatch(JSON.stringify(results), /canary/);
    });

    it('refuses a setting that is no proxy’s address', async () => {
      const { results } = await networkOf({ proxy: 'ftp://x', noProxy: unproxied });
      assert.equal(results.network?.state, 'failed');
      assert.match(results.network.says, /not a proxy/);
    });

    it('names a certificate that is not trusted, and opens its setting', async () => {
      const server = await FaultServer.start(() => undefined, selfSigned('localhost'));
      opened.push({ dispose: () => server.close() });
      const { port } = new URL(server.origin);
      const { doctor, results } = await networkOf({}, `https://localhost:${port}`);
      assert.match(results.network?.says ?? '', /certificate of localhost:\d+ is not trusted/);
      await results.network?.fix?.run();
      assert.deepEqual(doctor.ran, [['settings', 'http.systemCertificates']]);
    });

    it('sends who mistyped an endpoint of their own to it', async () => {
      const { results } = await networkOf({}, 'http://127.0.0.1:1');
      assert.match(results.network?.says ?? '', /refused\. No proxy is used\.$/);
      assert.equal(results.network?.fix?.title, 'Edit Connection…');
      assert.equal(results.models?.state, 'skipped');
    });

    it('is known without a credential too', async () => {
      const { models, network } = await found(
        openKeyed({ connection: { endpoint: 'http://127.0.0.1:1' } }),
      );
      assert.deepEqual([models?.blockedBy, network?.state], ['key', 'failed']);
    });

    it('warns where certificates are not checked', async () => {
      const { doctor, results } = await networkOf({ strictSSL: false });
      assert.equal(results.network?.state, 'warning');
      await results.network.fix?.run();
      assert.deepEqual(doctor.ran, [['settings', 'http.proxyStrictSSL']]);
    });
  });
});
