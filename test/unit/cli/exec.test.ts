import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../../src/base/json';
import { startEmulator } from '../../../src/emulator/server';
import { type Command, EMULATOR, execRan, ran } from './program';
import { folderForAll } from '../../fakes/folder';

const MODEL = '/v1beta/models/gemini-3.8-flash';
const KEYS = ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];

/** A command that asks for some paths, one after the other, and notes their statuses. */
const asking =
  (statuses: number[], path: string, body?: JsonObject): Command =>
  async ({ GOOGLE_GEMINI_BASE_URL: base = '', GOOGLE_API_KEY, GEMINI_API_KEY }) => {
    const { status } = await fetch(base + path, {
      headers: {
        'x-goog-api-key': GOOGLE_API_KEY || GEMINI_API_KEY || '',
        'content-type': 'application/json',
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    statuses.push(status);
    return undefined;
  };

const saying = (statuses: number[], said: string): Command =>
  asking(statuses, `${MODEL}:generateContent`, { contents: [{ parts: [{ text: said }] }] });

const idle: Command = () => Promise.resolve(undefined);

describe('exec', () => {
  const folder = folderForAll();

  it('records with the own keys of its caller, answers that again, and ends with 1 where it can not', async () => {
    const recordings = ['--recordings', join(folder(), 'recordings')];
    const env = { ...process.env, CI: '', GOOGLE_API_KEY: 'own-key-1' };
    const upstream = await startEmulator();
    const statuses: number[] = [];
    const recorded = await execRan(
      [...recordings, '--upstream', upstream.baseUrl],
      async (given) => {
        assert.equal(given.GOOGLE_API_KEY, 'own-key-1');
        return await saying(statuses, 'Hi')(given);
      },
      { env, mode: 'record' },
    );
    await upstream.close();
    assert.deepEqual([recorded.code, statuses], [0, [200]], recorded.told);
    assert.match(recorded.told, /record main: 0 from recordings, 0 missing, 1 recorded, 0 unused/);
    const replay = ['--mode', 'replay', ...recordings];
    const again = await execRan(replay, saying(statuses, 'Hi'), { env });
    const other = await execRan(replay, saying(statuses, 'Ho'), { env });
    assert.deepEqual([again.code, other.code, statuses], [0, 1, [200, 200, 404]]);
    assert.match(other.told, /text: recorded "Hi", requested "Ho"/);
    assert.match(
      other.told,
      /replay main: 0 from recordings, 1 missing, 0 recorded, 1 unused\n {4}--mode record-missing records/,
    );
  });

  it('says that there is no key for the live service, and where there are no recordings', async () => {
    const recordings = join(folder(), 'none');
    const env = Object.fromEntries(
      Object.entries({ ...process.env, CI: '' }).filter(([name]) => !KEYS.includes(name)),
    );
    const without = await execRan(['--recordings', recordings], idle, { env, mode: 'record' });
    assert.match(without.told, /^emulator: No API key is set in .*GEMINI_API_KEY.*\.$/m);
    const replay = ['--mode', 'replay', '--recordings', recordings];
    const asks: Command = async (given) => {
      for (const name of ['emulator-flash', '%1b[2J']) {
        await asking([], `/v1beta/models/${name}`)(given);
      }
      return undefined;
    };
    const empty = await execRan(replay, asks, { env });
    assert.match(empty.told, /none is similar\.\n {2}The folder .*none.main has no recordings\.\n/);
    assert.match(empty.told, /No recording matches \/models\/ \[2J,/);
    assert.equal(empty.told.split('has no recordings').length, 2);
    assert.equal(empty.told.includes('\u001b'), false);
    assert.doesNotMatch(empty.told, /Ignored|no key/);
    const beside = join(recordings, 'other');
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(beside, '0001-models.get-1f2e3d4c.json'), '{}');
    const named = await execRan(replay, asks, { env });
    assert.match(named.told, /none.main has no recordings\. Recordings exist in other\.\n/);
  });

  it('sets what clients read, says what they asked, and ends with the code of the command', async () => {
    const program = `
      const { GOOGLE_GEMINI_BASE_URL: base, GOOGLE_API_KEY: key } = process.env;
      const headers = { 'x-goog-api-key': key, 'content-type': 'application/json' };
      const post = (path, body) =>
        fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
      (async () => {
        const contents = [{ parts: [{ text: 'Hi' }] }];
        const one = await post('/v1beta/models/gemini-3.8-flash:generateContent', { contents });
        const other = await post('/v1/models/nothing:generateContent', { contents });
        const control = { 'x-emulator-control': process.env.EMULATOR_CONTROL_TOKEN };
        const log = await fetch(base + '/$emulator/log', { headers: control });
        const { GEMINI_API_KEY: second = 'none' } = process.env;
        console.log(JSON.stringify([base, one.status, other.status, log.status, second]));
        process.exitCode = 7;
      })();`;
    const child = spawn(
      process.execPath,
      [
        EMULATOR,
        'exec',
        '--session',
        'mine',
        '--latency=0',
        '--rate',
        '0',
        '--',
        process.execPath,
        '-e',
        program,
      ],
      { env: { ...process.env, GOOGLE_API_KEY: 'of the caller', GEMINI_API_KEY: '' } },
    );
    const [written, told, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    const [base, ...rest] = JSON.parse(written) as readonly unknown[];
    assert.match(String(base), /^http:\/\/127\.0\.0\.1:\d+\/s\/mine$/);
    assert.deepEqual(rest, [200, 404, 200, '']);
    assert.equal(code, 7);
    assert.equal(told, 'emulator: 2 requests\n       2 models.generateContent (1 × 404)\n');
  });

  it('refuses what it cannot run in one line', async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['exec'], /^emulator: Add the command after --, for example exec -- npm test\./],
      [['exec', '--fly', '--', 'node'], /^emulator: .*--fly/],
      [['exec', '--sesion=a', '--', 'node'], /Did you mean --session\?/],
      [['exec', '--session', '--', 'node'], /^emulator: .*--session.* argument missing/],
      [['exec', '--session', '..', '--', 'node'], /^emulator: Invalid --session “\.\.”\./],
      [['exec', '--api-version', 'v2', '--', 'node'], /--api-version must be one of v1beta, v1, /],
      ...['--ready-file=x', '--until-released'].map(
        (option) =>
          [['exec', option, '--', 'node'], /^emulator: --\S+ is an option of start/] as const,
      ),
      ...[['--mode', 'record-missing'], ['--mode=replay']].map(
        (mode) =>
          [['record', ...mode, '--', 'node'], /^emulator: .* record\. .*exec --mode/] as const,
      ),
      [
        ['fly'],
        /^emulator: Unknown command fly\. Commands: start, exec, record, env, validate, run-prompts, mcp, check\./,
      ],
      [['exec', '--', join(folder(), 'nothing')], /^emulator: Couldn’t run /m],
    ];
    for (const [args, expected] of cases) {
      const ended = await ran(args);
      assert.match(ended.told, expected);
      assert.deepEqual([ended.code, ended.written], [2, ''], args.join(' '));
    }
  });

  it('prints the environment of a running one', async () => {
    const url = 'http://127.0.0.1:4321';
    const keys = { GOOGLE_API_KEY: '', GEMINI_API_KEY: '' };
    const env = { ...process.env, ...keys, NO_PROXY: "it's.example" };
    const json = await ran(
      ['env', '--base-url', `${url}/`, '--format', 'json', '--session', 'one'],
      { env },
    );
    const all = JSON.parse(json.written) as NodeJS.ProcessEnv;
    assert.equal(all.GOOGLE_GEMINI_BASE_URL, `${url}/s/one`);
    assert.deepEqual([all.GEMINI_API_KEY, all.GOOGLE_API_KEY], ['emulator', undefined]);
    assert.equal(all.NO_PROXY, "it's.example,127.0.0.1,localhost,::1");
    const lines = {
      dotenv: `NO_PROXY="it's.example,`,
      sh: String.raw`export NO_PROXY='it'\''s.example,`,
      powershell: `$env:NO_PROXY = 'it''s.example,`,
    };
    for (const [format, line] of Object.entries(lines)) {
      const { written, code } = await ran(['env', '--base-url', url, '--format', format], { env });
      assert.ok(written.includes(line), written);
      assert.equal(code, 0);
    }
    assert.equal((await ran(['env'])).code, 2);
  });
});
