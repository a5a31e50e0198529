import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import type { Emulator } from '../../../../src/emulator/options';
import { startEmulator } from '../../../../src/emulator/server';
import { ask, useEmulator } from '../wire';

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
const withIpv6 = addresses.some(({ address }) => address === '::1') ? it : it.skip;
/** What other machines may reach this one by. */
const outer = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
const withNetwork = outer === undefined ? it.skip : it;

/** The same path by another of its addresses. */
const at = ({ baseUrl }: Emulator, name: string, path = '/healthz'): string =>
  `${baseUrl.replace('127.0.0.1', name)}${path}`;

const status = async (address: string): Promise<number> => (await fetch(address)).status;

describe('emulator: where it listens', () => {
  const emulator = useEmulator();

  withIpv6('is one service on 127.0.0.1 and on ::1', async () => {
    const headers = { 'x-goog-api-key': emulator().apiKey };
    const made = await fetch(at(emulator(), '127.0.0.1', '/upload/v1beta/files'), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain', 'x-goog-upload-protocol': 'raw' },
      body: 'Both',
    });
    const { file } = (await made.json()) as { file: { name: string; uri: string } };
    assert.equal(new URL(file.uri).hostname, '127.0.0.1');
    const found = await fetch(at(emulator(), '[::1]', `/v1beta/${file.name}`), { headers });
    const told = (await found.json()) as typeof file;
    assert.equal(told.name, file.name);
    // Within the address that was asked.
    assert.equal(new URL(told.uri).hostname, '[::1]');
    assert.equal(await status(at(emulator(), 'localhost')), 200);
  });

  withNetwork('lets other machines in only where it is told to', async () => {
    await assert.rejects(fetch(at(emulator(), outer ?? '')), TypeError);
    for (const host of ['0.0.0.0', '::', outer ?? '']) {
      const open = await startEmulator({ host });
      try {
        assert.ok(open.openAddresses.includes(at(open, outer ?? '', '')), host);
        for (const name of ['127.0.0.1', 'localhost', outer ?? '']) {
          assert.equal(await status(at(open, name)), 200, `${host}: ${name}`);
        }
        const headers = { host: `others.example:${new URL(open.baseUrl).port}` };
        assert.equal((await ask(open, '/healthz', { headers })).status, 403);
      } finally {
        await open.close();
      }
    }
  });

  it('says where it cannot listen', async () => {
    // Of a network that is kept for examples in texts.
    const nowhere = startEmulator({ host: '192.0.2.1' });
    await assert.rejects(nowhere, { reason: 'cannotListen', message: /^Couldn’t listen on 192/ });
  });
});
