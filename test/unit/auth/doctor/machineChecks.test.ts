import assert from 'node:assert/strict';
import type { NetworkSettings } from '../../../../src/api/transport';
import { systemClock } from '../../../../src/base/clock';
import { selfSigned } from '../../../fakes/certificate';
import { ConnectProxy } from '../../../fakes/connectProxy';
import { FaultServer } from '../../../fakes/faultServer';
import { useEmulator } from '../../emulator/wire';
import { found, openDoctor, type Doctor, type DoctorRigOptions } from './rig';

const MINUTE = 60_000;

describe('diagnosing the way to a service', () => {
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

  describe('its clock', () => {
    const clocks: readonly (readonly [number, string, RegExp])[] = [
      [4, 'passed', /^The clock matches 127\.0\.0\.1:\d+\.$/],
      [12, 'warning', /^The clock is 12 minutes ahead of 127\.0\.0\.1:\d+\./],
      [-12, 'warning', /^The clock is 12 minutes behind 127\.0\.0\.1:\d+\./],
      [60 * 30, 'warning', /^The clock is 30 hours ahead/],
    ];
    for (const [minutes, state, says] of clocks) {
      it(`${state} when it is ${minutes} minutes ahead`, async () => {
        const clock = { ...systemClock, now: () => Date.now() + minutes * MINUTE };
        const result = (await found(openKeyed({ clock }))).clock;
        assert.equal(result?.state, state);
        assert.match(result.says, says);
      });
    }

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

    for (const address of ['https://x-1.tunnel.example/cb', 'http://10.0.0.7:80/cb']) {
      it(`says that only a pasted address works behind ${address}`, async () => {
        const result = await judge(() => Promise.resolve(address));
        assert.equal(result?.state, 'warning');
        assert.match(
          result.hint ?? '',
          /When you sign in, paste the URL of the last page that your/,
        );
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
        `The proxy requires a username and password. Using proxy 127.0.0.1:${proxy.port}.`,
      );
      assert.match(network.hint ?? '', /http\.proxyAuthorization/);
      await network.fixes?.[0]?.run();
      assert.deepEqual(doctor.ran, [['settings', 'http.proxy']]);
      assert.doesNotMatch(JSON.stringify(results), /canary/);
    });

    it('names a certificate that is not trusted, and opens its setting', async () => {
      const server = await FaultServer.start(() => undefined, selfSigned('localhost'));
      opened.push({ dispose: () => server.close() });
      const { port } = new URL(server.origin);
      const { doctor, results } = await networkOf({}, `https://localhost:${port}`);
      assert.match(results.network?.says ?? '', /certificate of localhost:\d+ isn’t trusted/);
      await results.network?.fixes?.[0]?.run();
      assert.deepEqual(doctor.ran, [['settings', 'http.systemCertificates']]);
    });

    it('warns where certificates are not checked', async () => {
      const { doctor, results } = await networkOf({ strictSSL: false });
      assert.equal(results.network?.state, 'warning');
      await results.network.fixes?.[0]?.run();
      assert.deepEqual(doctor.ran, [['settings', 'http.proxyStrictSSL']]);
    });
  });
});
