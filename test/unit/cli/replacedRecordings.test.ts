import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json';
import { recordingsText } from '../../../src/cli/responseSources';
import { ask, asked, type Got, MODEL, type Recording, RecordingStage } from './recorded';

const GENERATE = `${MODEL}:generateContent`;

describe('recordings that are made anew', () => {
  const stage = new RecordingStage();
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());

  const recorder = async (): Promise<Recording> => {
    const { baseUrl } = await stage.upstream();
    return await stage.start({ mode: 'record', upstream: baseUrl });
  };

  const askFor = async (emulator: Recording, ...texts: readonly string[]): Promise<void> => {
    for (const text of texts) await ask(emulator, GENERATE, asked(text));
  };

  const recordAll = async (...texts: readonly string[]): Promise<void> => {
    const recording = await recorder();
    await askFor(recording, ...texts);
    await recording.close();
  };

  const folder = (): string => join(stage.folder, '.genlang', 'recordings', 'main');

  const names = async (): Promise<readonly string[]> => Object.keys(await stage.files());

  it('leave the others, and say which nobody has requested', async () => {
    await recordAll('One', 'Two', 'Three');
    const before = await stage.files();
    const [first = '', second = '', third = ''] = Object.keys(before);
    const recording = await recorder();
    await askFor(recording, 'Two', 'Four');
    await recording.close();
    const after = await stage.files();
    assert.deepEqual({ ...after, ...before }, after);
    assert.match(Object.keys(after).at(-1) ?? '', /^0004-/);
    const { prunable, removed } = recording.standIns.counts[0] ?? {};
    assert.deepEqual([prunable, removed], [[first, third], undefined]);
    const text = recordingsText(recording.standIns.counts);
    const line = `Recorded earlier and not requested this time: ${first}, ${third}. record --prune`;
    assert.ok(text.includes(line), text);
    assert.ok(!text.includes(second));
  });

  it('take the place of all where that is asked for, and list what is removed', async () => {
    await recordAll('One', 'Two', 'Three');
    const [first = '', second = '', third = ''] = await names();
    const { baseUrl } = await stage.upstream();
    const given = { mode: 'record', upstream: baseUrl, prune: true };
    await (await stage.start(given)).close();
    assert.equal((await names()).length, 3, 'Nothing was asked.');
    const recording = await stage.start(given);
    await askFor(recording, 'Two');
    await recording.close();
    assert.deepEqual(await names(), [second]);
    const text = recordingsText(recording.standIns.counts);
    assert.match(text, new RegExp(`removed ${first}\\n *removed ${third}\\n`));
    assert.ok(!text.includes('--prune'));
    await assert.rejects(
      stage.start({ mode: 'replay', prune: true }),
      /--prune removes recordings that weren’t requested\. Use it only in record mode\./,
    );
  });

  it('leave the others where they were cut short, also where those would be removed', async () => {
    await recordAll('One', 'Two', 'Three');
    const before = await names();
    const upstream = await stage.upstream();
    const given = { mode: 'record', upstream: upstream.baseUrl, prune: true };
    const recording = await stage.start(given);
    await askFor(recording, 'One');
    recording.standIns.cutShort();
    await recording.close();
    assert.deepEqual(await names(), before);
    assert.match(
      recording.told.join('\n'),
      /^2 earlier recordings remain in .*main because the recorded command failed or was stopped\.$/,
    );
    assert.equal(recording.standIns.counts[0]?.prunable, undefined);
  });

  it('take the place of none where they were cut short, and add what is new', async () => {
    await recordAll('One', 'Two');
    const before = await stage.files();
    const upstream = await stage.upstream();
    const token = { 'x-emulator-control': upstream.controlToken };
    const fault = { kind: 'status', status: 403, operation: 'models.generateContent', count: 1 };
    const { status, text } = await ask(upstream, '/$emulator/faults', fault, token);
    assert.equal(status, 200, text);
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    assert.equal((await ask(recording, GENERATE, asked('One'))).status, 403);
    await askFor(recording, 'Three');
    recording.standIns.cutShort();
    await recording.close();
    const after = await stage.files();
    assert.deepEqual({ ...after, ...before }, after);
    assert.equal(Object.keys(after).length, 3);
  });

  it('take the place of none where the service refuses the credential, whatever the command makes of that', async () => {
    await recordAll('One', 'Two');
    const before = await stage.files();
    const upstream = await stage.upstream({ apiKey: 'the-right-key-1' });
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const { text } = await ask(recording, GENERATE, asked('One'));
    assert.match(text, /API_KEY_INVALID/);
    await recording.close();
    assert.deepEqual(await stage.files(), before);
    assert.match(
      recording.told.join('\n'),
      /the API rejected the key or token, but the existing recording/,
    );
    assert.equal(recording.standIns.counts[0]?.withheld, 1);
  });

  it('have no error in them that passes, where only what is missing is recorded', async () => {
    const upstream = await stage.upstream();
    const token = { 'x-emulator-control': upstream.controlToken };
    const fault = { kind: 'status', status: 429, operation: 'models.generateContent', count: 1 };
    await ask(upstream, '/$emulator/faults', fault, token);
    const recording = await stage.start({ mode: 'record-missing', upstream: upstream.baseUrl });
    const statuses = [
      (await ask(recording, GENERATE, asked('One'))).status,
      (await ask(recording, GENERATE, asked('One'))).status,
    ];
    assert.deepEqual([statuses, (await names()).length], [[429, 200], 1]);
    assert.match(
      recording.told.join('\n'),
      /temporary error 429, so the next run sends the request again/,
    );
    assert.equal(recording.standIns.counts[0]?.withheld, 0);
  });

  it('leave the others where the upstream did not answer, and have failed', async () => {
    await recordAll('One', 'Two', 'Three');
    const before = await names();
    const upstream = await stage.upstream();
    const given = { mode: 'record', upstream: upstream.baseUrl, prune: true };
    const recording = await stage.start(given);
    await askFor(recording, 'One');
    await upstream.close();
    await askFor(recording, 'Two');
    await recording.close();
    assert.deepEqual(await names(), before);
    assert.equal(recording.standIns.counts[0]?.withheld, 1);
  });

  it('leave the earlier one in the place of one that has a secret', async () => {
    await recordAll('One', 'My key is not-yet-mine-1.');
    const before = await stage.files();
    const recording = await recorder();
    for (const text of ['One', 'My key is not-yet-mine-1.']) {
      await ask(recording, GENERATE, asked(text), { 'x-goog-api-key': 'not-yet-mine-1' });
    }
    await recording.close();
    assert.deepEqual(await stage.files(), before);
  });

  it('are written although an earlier one can not be read', async () => {
    await recordAll('One', 'Two', 'Three');
    const [, second = ''] = await names();
    const before = await stage.files();
    writeFileSync(join(folder(), second), '<<<<<<< HEAD');
    await recordAll('One', 'Two', 'Three');
    const after = await stage.files();
    assert.equal(Object.keys(after).length, 3);
    assert.equal(Object.values(after).includes(before[second] ?? ''), true);
  });

  it('go on page by page, though pages have other tokens then', async () => {
    const stores = '/v1beta/fileSearchStores';
    const list = async (emulator: Recording): Promise<readonly number[]> => {
      const sizes: number[] = [];
      let token = '';
      do {
        const { status, text } = await ask(emulator, `${stores}?pageSize=1&pageToken=${token}`);
        assert.equal(status, 200, text);
        const page = JSON.parse(text) as JsonObject;
        sizes.push((page.fileSearchStores as readonly JsonObject[]).length);
        token = String(page.nextPageToken ?? '');
      } while (token !== '');
      return sizes;
    };
    const record = async (others: number): Promise<readonly number[]> => {
      const upstream = await stage.upstream();
      for (let n = 0; n < others; n += 1) {
        const made = await ask(upstream, stores, { displayName: 'Another' });
        const { name } = JSON.parse(made.text) as { name: string };
        await fetch(`${upstream.baseUrl}/v1beta/${name}?key=a-made-up-key-1`, { method: 'DELETE' });
      }
      for (const displayName of ['One', 'Two', 'Three']) {
        await ask(upstream, stores, { displayName });
      }
      const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
      const sizes = await list(recording);
      await recording.close();
      return sizes;
    };
    const sizes = await record(0);
    assert.equal(sizes.length >= 3, true, `${sizes.length}`);
    const before = await stage.files();
    assert.deepEqual(await record(2), sizes);
    assert.deepEqual(await stage.files(), before);
    assert.deepEqual(await list(await stage.start({ mode: 'replay' })), sizes);
  });

  describe('with other answers', () => {
    const textIn = ({ text }: Got): JsonObject => JSON.parse(text) as JsonObject;
    const upload = async (emulator: Recording): Promise<JsonObject> => {
      const got = await fetch(`${emulator.baseUrl}/upload/v1beta/files?key=a-made-up-key-1`, {
        ...{ method: 'POST', body: 'The geese left.' },
        headers: { 'x-goog-upload-protocol': 'raw', 'content-type': 'text/plain' },
      });
      return ((await got.json()) as { readonly file: JsonObject }).file;
    };
    const askAbout = (emulator: Recording, { uri }: JsonObject, text: string): Promise<Got> => {
      const fileData = { fileUri: String(uri), mimeType: 'text/plain' };
      return ask(emulator, GENERATE, { contents: [{ parts: [{ text }, { fileData }] }] });
    };

    /** What a program does with a name that the service has made up. */
    const flows: { readonly [what: string]: (emulator: Recording) => Promise<readonly Got[]> } = {
      'a file that is looked at, and named in a question': async (emulator) => {
        const file = await upload(emulator);
        const there = await ask(emulator, `/v1beta/${String(file.name)}`);
        const prose = `Q: what is in ${String(file.name)}?`;
        return [there, await askAbout(emulator, file, prose)];
      },
      'an interaction that is looked at, and goes on': async (emulator) => {
        const begin = { model: 'emulator-flash', input: 'a' };
        const { id } = textIn(await ask(emulator, '/v1beta/interactions', begin));
        const there = await ask(emulator, `/v1beta/interactions/${String(id)}`);
        const next = { ...begin, input: 'Q', previous_interaction_id: String(id) };
        return [there, await ask(emulator, '/v1beta/interactions', next)];
      },
    };

    for (const [what, flow] of Object.entries(flows)) {
      it(`keep their names together: ${what}`, async () => {
        for (const round of [1, 2]) {
          const rules = [
            { when: { user: { regex: '^Q' } }, response: { text: `Answer ${round}` } },
          ];
          const upstream = await stage.upstream({ randomSeed: `round ${round}` });
          await ask(
            upstream,
            '/$emulator/mocks',
            { mocks: rules },
            { 'x-emulator-control': upstream.controlToken },
          );
          const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
          await flow(recording);
          await recording.close();
          const replay = await stage.start({ mode: 'replay' });
          const got = await flow(replay);
          assert.deepEqual(
            got.map(({ status }) => status),
            got.map(() => 200),
            replay.told.join('\n'),
          );
          assert.ok(got.some(({ text }) => text.includes(`Answer ${round}`)));
          assert.deepEqual(
            replay.standIns.counts.map(({ misses, unused }) => [misses, unused]),
            [[0, 0]],
          );
        }
      });
    }
  });

  it('keep parts that were changed by hand', async () => {
    const long = `${'word '.repeat(2000)} 2026-01-31`;
    await recordAll(long);
    const [part = ''] = (await names()).filter((name) => name.startsWith('bodies'));
    const path = join(folder(), part);
    writeFileSync(path, readFileSync(path, 'utf8').replace('2026-01-31', '2026-02-01'));
    await recordAll(long);
    assert.deepEqual(readdirSync(join(folder(), 'bodies')), [part.slice('bodies/'.length)]);
    const replay = await stage.start({ mode: 'replay' });
    assert.equal((await ask(replay, GENERATE, asked(long))).status, 200);
  });

  it('are read with the line ends of another system, and with a mark at the beginning', async () => {
    const data = Buffer.from('One line.\n'.repeat(1000)).toString('base64');
    const body = asked('What is in it?', {
      systemInstruction: { parts: [{ inlineData: { mimeType: 'text/plain', data } }] },
    });
    const recording = await recorder();
    const recorded = await ask(recording, GENERATE, body);
    await recording.close();
    assert.ok((await names()).some((name) => name.endsWith('.bin')));
    for (const name of await names()) {
      const path = join(folder(), name);
      const text = readFileSync(path, 'utf8').replaceAll('\n', '\r\n');
      writeFileSync(path, name.startsWith('bodies') ? text : `\ufeff${text}`);
    }
    const replay = await stage.start({ mode: 'replay' });
    assert.deepEqual(await ask(replay, GENERATE, body), recorded);
    assert.deepEqual(replay.told, []);
  });

  it('are made by one at a time: another asks nothing, says so, and loses nothing', async () => {
    const [first, second] = [await recorder(), await recorder()];
    await askFor(first, 'One');
    const refused = await ask(second, GENERATE, asked('Two'));
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Another run is recording in .*main/);
    assert.match(second.told.join('\n'), /models\.generateContent wasn’t recorded: Another run/);
    const token = { 'x-emulator-control': second.controlToken };
    assert.deepEqual(
      [second.standIns.counts[0]?.withheld, second.standIns.counts[0]?.recorded],
      [1, 0],
    );
    const told = await ask(second, '/$emulator/mode', { mode: 'record' }, token);
    assert.deepEqual([told.status, told.text.includes('Another run is recording')], [400, true]);
    assert.throws(() => second.standIns.claim(''), /Another run is recording/);
    await first.close();
    await askFor(second, 'Two');
    await second.close();
    assert.equal((await names()).length, 2);
  });

  it('go on where another mode is refused, and end with what the earlier ones have and nobody asked', async () => {
    await recordAll('One', 'Two', 'Two', 'Three');
    const [first = '', , third = '', fourth = ''] = await names();
    const upstream = await stage.upstream();
    const busy = await stage.start({ mode: 'generate' });
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const tell = async (emulator: Recording, body: JsonObject): Promise<JsonObject> => {
      const token = { 'x-emulator-control': emulator.controlToken };
      return JSON.parse((await ask(emulator, '/$emulator/mode', body, token)).text) as JsonObject;
    };
    await tell(busy, { mode: 'record', upstream: upstream.baseUrl, folder: 'busy' });
    await askFor(recording, 'Two');
    const refused = await tell(recording, { mode: 'record', folder: 'busy' });
    assert.match(JSON.stringify(refused), /Another run is recording/);
    await askFor(recording, 'Four');
    assert.equal(recording.standIns.counts[0]?.unused, 3);
    // In the same folder: nobody else can have it in between.
    const { ended } = await tell(recording, { mode: 'record', upstream: upstream.baseUrl });
    const { recorded, misses, unused, notes } = ended as JsonObject;
    assert.deepEqual([recorded, misses, unused], [2, 0, 3]);
    assert.deepEqual(
      (notes as readonly JsonObject[])
        .filter(({ what }) => what !== 'recorded' && what !== 'same')
        .map(({ what, text }) => [what, text]),
      [first, third, fourth].map((file) => ['notRequested', file]),
    );
    const after = await names();
    assert.equal(after.length, 5);
    // Nothing was asked: it is no recording that others could be unused in.
    const { ended: nothing } = await tell(recording, { mode: 'generate' });
    assert.deepEqual((nothing as JsonObject).notes, []);
    assert.deepEqual(await names(), after);
  });

  it('are not begun where a link leads them out of the project', async () => {
    await recordAll('One');
    const before = await stage.files();
    const recordings = join(stage.folder, '.genlang', 'recordings');
    const away = mkdtempSync(join(tmpdir(), 'away-'));
    renameSync(recordings, join(away, 'recordings'));
    symlinkSync(join(away, 'recordings'), recordings);
    const upstream = await stage.upstream();
    for (const mode of ['record', 'record-missing']) {
      const recording = await stage.start({ mode, upstream: upstream.baseUrl });
      assert.throws(() => recording.standIns.claim(''), { reason: 'badPlace' });
      const { status, text } = await ask(recording, GENERATE, asked('Two'));
      assert.deepEqual(
        [status, /a link in its path points elsewhere/.test(text)],
        [400, true],
        text,
      );
    }
    assert.deepEqual(await stage.files(), before);
    // What others have recorded there may answer.
    const replay = await stage.start({ mode: 'replay' });
    assert.equal((await ask(replay, GENERATE, asked('One'))).status, 200);
    rmSync(away, { recursive: true });
  });

  it('are not begun where they could not be written', async () => {
    const upstream = await stage.upstream();
    const given = { mode: 'record', upstream: upstream.baseUrl, recordings: '/dev/null/x' };
    await assert.rejects(stage.start(given), /Couldn’t write recordings in .*null/);
  });

  it('have no request in them that names another host', async () => {
    const recording = await recorder();
    const { port } = new URL(recording.baseUrl);
    const options = { port, path: 'http://127.0.0.1:1/v1beta/models', agent: false };
    const [answer] = (await once(get(options), 'response')) as [IncomingMessage];
    answer.resume();
    assert.equal(answer.statusCode, 400);
    await recording.close();
    assert.deepEqual(recording.told, []);
  });

  it('are a part where that is said, and nothing else is unused then', async () => {
    await recordAll('One', 'Two', 'Two');
    const before = await names();
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'generate' });
    const tell = (body: JsonObject): Promise<unknown> =>
      ask(recording, '/$emulator/mode', body, { 'x-emulator-control': recording.controlToken });
    await tell({ mode: 'record', upstream: upstream.baseUrl, keepsUnasked: true });
    await askFor(recording, 'Two', 'Three');
    const ended = (await tell({ mode: 'generate' })) as Got;
    assert.doesNotMatch(ended.text, /notRequested/);
    const after = await names();
    assert.deepEqual([after.length, after.slice(0, 3)], [4, before]);
    const replay = await stage.start({ mode: 'replay' });
    for (const text of ['One', 'Two', 'Three']) {
      assert.equal((await ask(replay, GENERATE, asked(text))).status, 200, text);
    }
  });
});
