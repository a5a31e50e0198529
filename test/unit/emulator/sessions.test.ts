import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { ask, control, json, type Sent, useEmulator } from './wire';
import { folderForEach } from '../../fakes/folder';

describe('emulator: sessions', () => {
  const folder = folderForEach();
  const emulator = useEmulator({ seed: 'empty' });

  const storesIn = async (prefix: string): Promise<readonly unknown[]> => {
    const { fileSearchStores = [] } = await json(emulator(), `${prefix}/v1beta/fileSearchStores`);
    return fileSearchStores as readonly unknown[];
  };

  it('have resources of their own', async () => {
    await json(emulator(), '/s/one/v1beta/fileSearchStores', { displayName: 'Of one' });
    assert.equal((await storesIn('/s/one')).length, 1);
    assert.deepEqual(await storesIn('/s/other'), []);
    assert.deepEqual(await storesIn(''), []);
  });

  it('have faults, clocks and logs of their own', async () => {
    const at = { ...emulator(), baseUrl: `${emulator().baseUrl}/s/faulty` };
    await control(at, 'POST', 'faults', { kind: 'status', status: 503, count: 1 });
    await control(at, 'POST', 'clock', { advanceSeconds: 3600 });
    const states = await Promise.all([
      control(at, 'GET', 'state'),
      control(emulator(), 'GET', 'state'),
    ]);
    const [moved = 0, usual = 0] = states.map(({ time }) => Date.parse(String(time)));
    assert.ok(moved - usual > 3_000_000, `${moved} ${usual}`);
    assert.equal((await ask(emulator(), '/v1beta/models')).status, 200);
    assert.equal((await ask(at, '/v1beta/models')).status, 503);
    const { entries } = await control(at, 'GET', 'log');
    assert.deepEqual(
      (entries as readonly { readonly target: string }[]).map(({ target }) => target),
      ['/v1beta/models'],
    );
  });

  it('give addresses that stay within them', async () => {
    const started = await ask(emulator(), '/s/sends/upload/v1beta/files', {
      body: { file: { displayName: 'note.txt' } },
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-type': 'text/plain',
      },
    });
    const address = String(started.headers['x-goog-upload-url']);
    assert.ok(address.startsWith(`${emulator().baseUrl}/s/sends/upload/`), address);
    const sent = await fetch(address, {
      method: 'POST',
      headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
      body: 'Hello',
    });
    const { file } = (await sent.json()) as { readonly file: { readonly uri: string } };
    assert.ok(file.uri.startsWith(`${emulator().baseUrl}/s/sends/v1beta/files/`), file.uri);
    const { files = [] } = await json(emulator(), '/v1beta/files');
    assert.deepEqual(files, []);
    const { baseUrl } = await json(emulator(), '/s/sends/$discovery/rest?version=v1beta');
    assert.equal(baseUrl, `${emulator().baseUrl}/s/sends/`);
  });

  it('are kept each in a folder of its own', async () => {
    const options = { seed: 'empty', dataFolder: folder() } as const;
    const first = await startEmulator(options);
    await json(first, '/s/kept/v1beta/fileSearchStores', { displayName: 'Kept' });
    await json(first, '/s/~passing/v1beta/fileSearchStores', { displayName: 'Passing' });
    await first.close();
    // Of names that begin so nothing is kept.
    assert.deepEqual(readdirSync(join(folder(), 'sessions')), ['kept']);
    assert.ok(existsSync(join(folder(), 'sessions', 'kept', 'emulator.sqlite')));
    const again = await startEmulator(options);
    try {
      const { fileSearchStores = [] } = await json(again, '/s/kept/v1beta/fileSearchStores');
      assert.equal((fileSearchStores as readonly unknown[]).length, 1);
      assert.deepEqual(await json(again, '/v1beta/fileSearchStores'), {});
    } finally {
      await again.close();
    }
  });
});

describe('emulator: what sessions cost', () => {
  const folder = folderForEach();
  let begun = 0;
  const written = (): readonly string[] => {
    const sessions = join(folder(), 'sessions');
    return existsSync(sessions) ? readdirSync(sessions) : [];
  };
  const start = (more: EmulatorOptions = {}): Promise<Emulator> =>
    startEmulator({ dataFolder: folder(), prepare: () => (begun += 1), ...more });

  beforeEach(async () => {
    begun = 0;
  });

  it('is nothing where a request is turned away', async () => {
    const emulator = await start({ apiKey: 'emulator-key' });
    const origin = 'https://evil.example';
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    const live = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent';
    const refused: readonly (readonly [path: string, sent: Sent, status: number])[] = [
      ['/v1beta/models', { headers: { origin } }, 403],
      [live, { headers: { ...upgrade, origin } }, 403],
      ['/v1beta/models', { headers: { 'x-goog-api-key': 'wrong' } }, 400],
      ['/upload/v1beta/files', { raw: 'x', anonymous: true }, 403],
      ['/$emulator/state', { headers: { 'x-emulator-control': 'wrong' } }, 403],
    ];
    try {
      for (const [at, [path, sent, status]] of refused.entries()) {
        const answer = await ask(emulator, `/s/name-${at}${path}`, sent);
        assert.equal(answer.status, status, `${path} ${JSON.stringify(sent)}`);
      }
      assert.deepEqual([begun, written()], [1, []]);
      const { entries } = await control(emulator, 'GET', 'log');
      assert.equal((entries as readonly unknown[]).length, refused.length);
      await json(emulator, '/s/in/v1beta/models');
      assert.equal(begun, 2);
    } finally {
      await emulator.close();
    }
  });
});
