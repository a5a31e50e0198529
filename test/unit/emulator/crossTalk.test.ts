import assert from 'node:assert/strict';
import type { Emulator } from '../../../src/emulator/options';
import { ask, control, json, useEmulator } from './wire';

const WORKERS = 8;
const RUNS = 5;
const generate = '/v1beta/models/emulator-flash:generateContent';

/** What one worker does in its session, again and again: it must see all of its own, and nothing else. */
async function work(emulator: Emulator, worker: number): Promise<void> {
  const own = { ...emulator, baseUrl: `${emulator.baseUrl}/s/worker-${worker}` };
  const year = 2030 + worker;
  for (let run = 1; run <= RUNS; run += 1) {
    await control(own, 'POST', 'clock', { set: `${year}-01-01T1${run}:00:00Z` });
    const started = await ask(own, '/upload/v1beta/files', {
      body: { file: { displayName: `${worker}.${run}` } },
      headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
    });
    const url = String(started.headers['x-goog-upload-url']);
    assert.ok(url.startsWith(`${own.baseUrl}/`), url);
    const done = await ask(own, url.slice(own.baseUrl.length), {
      raw: 'Geese',
      headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
    });
    const { file } = JSON.parse(done.text) as { file: { uri: string; createTime: string } };
    assert.ok(file.uri.startsWith(`${own.baseUrl}/v1beta/files/`), file.uri);
    assert.match(file.createTime, new RegExp(`^${year}-01-01T1${run}:`));
    const { files } = await json(own, '/v1beta/files');
    const names = (files as readonly { displayName?: string }[]).flatMap((one) =>
      one.displayName?.startsWith(`${worker}.`) ? [one.displayName] : [],
    );
    assert.equal(names.length, run);
    // A fault of its own, and of nobody else.
    await control(own, 'POST', 'faults', { kind: 'status', status: 418 + worker });
    const body = { contents: [{ parts: [{ text: `[[echo]]${worker}.${run}` }] }] };
    assert.equal((await ask(own, generate, { body })).status, 418 + worker);
    assert.match(JSON.stringify(await json(own, generate, body)), new RegExp(`"${worker}.${run}"`));
  }
  const { entries } = await control(own, 'GET', 'log');
  assert.equal((entries as readonly unknown[]).length, 5 * RUNS);
}

describe('emulator: workers beside each other', () => {
  const emulator = useEmulator({ seed: 'empty', limits: { uploadGranularity: 1 } });

  it('have state, clock, faults, addresses and log of their own', async () => {
    await Promise.all(Array.from({ length: WORKERS }, (_, index) => work(emulator(), index + 1)));
  });
});
