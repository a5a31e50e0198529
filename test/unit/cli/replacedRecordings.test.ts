import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json';
import { recordingsText } from '../../../src/cli/responseSources';
import { control } from '../emulator/wire';
import { ask, asked, type Got, MODEL, type Recording, useStage } from './recorded';

const GENERATE = `${MODEL}:generateContent`;

describe('recordings that are made anew', () => {
  const stage = useStage();

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

  describe('with other answers', () => {
    const upload = async (emulator: Recording): Promise<JsonObject> => {
      const got = await fetch(`${emulator.baseUrl}/upload/v1beta/files?key=a-made-up-key-1`, {
        method: 'POST',
        body: 'The geese left.',
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
    };

    for (const [what, flow] of Object.entries(flows)) {
      it(`keep their names together: ${what}`, async () => {
        for (const round of [1, 2]) {
          const rules = [
            { when: { user: { regex: '^Q' } }, response: { text: `Answer ${round}` } },
          ];
          const upstream = await stage.upstream({ randomSeed: `round ${round}` });
          await control(upstream, 'POST', 'mocks', { mocks: rules });
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

  it('are made by one at a time: another asks nothing, says so, and loses nothing', async () => {
    const [first, second] = [await recorder(), await recorder()];
    await askFor(first, 'One');
    const refused = await ask(second, GENERATE, asked('Two'));
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Another run is recording in .*main/);
    assert.match(second.told.join('\n'), /models\.generateContent wasn’t recorded: Another run/);
    assert.deepEqual(
      [second.standIns.counts[0]?.withheld, second.standIns.counts[0]?.recorded],
      [1, 0],
    );
    assert.throws(() => second.standIns.claim(''), /Another run is recording/);
    await first.close();
    await askFor(second, 'Two');
    await second.close();
    assert.equal((await names()).length, 2);
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
});
