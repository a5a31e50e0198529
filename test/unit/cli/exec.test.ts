import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { FolderLock, lockOf } from '../../../src/recordings/folderLock';
import { EMULATOR, type Ended, ran, spawned } from './program';

/** A program that says that it runs, and waits. */
const WAITS = 'console.log(process.pid); setInterval(() => {}, 1000)';

describe('exec', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emulator-exec-'));
  });
  after(() => rm(folder, { recursive: true }));

  const started = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess =>
    spawn(process.execPath, [EMULATOR, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });

  const run = (args: readonly string[], env = process.env): Promise<Ended> =>
    spawned(args, { env });

  const node = (code: string, ...options: readonly string[]): readonly string[] => [
    ...['exec', ...options, '--', process.execPath, '-e', code],
  ];

  it('records with the own keys of its caller, answers that again, and ends with 1 where it can not', async () => {
    const recordings = ['--recordings', join(folder, 'recordings')];
    const program = (text: string): string => `
      const { GOOGLE_GEMINI_BASE_URL: base, GOOGLE_API_KEY: key } = process.env;
      console.log(key);
      fetch(base + '/v1beta/models/gemini-3.8-flash:generateContent', {
        method: 'POST',
        headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ contents: [{ parts: [{ text: '${text}' }] }] }),
      }).then((answer) => console.log(answer.status));`;
    const env = { ...process.env, CI: '', GOOGLE_API_KEY: 'own-key-1' };
    // The upstream is what runs around it.
    const inner = JSON.stringify([
      ...[EMULATOR, 'record', ...recordings, '--upstream', 'BASE', '--', process.execPath, '-e'],
      program('Hi'),
    ]);
    const outer = node(
      `const args = ${inner}.map((one) => one.replace(/^BASE$/, process.env.GOOGLE_GEMINI_BASE_URL));
      const { status } = require('node:child_process').spawnSync(process.execPath, args, {
        stdio: 'inherit', env: { ...process.env, GOOGLE_API_KEY: 'own-key-1' } });
      process.exit(status);`,
    );
    const recorded = await run([...outer], env);
    assert.deepEqual([recorded.code, recorded.written], [0, 'own-key-1\n200\n'], recorded.told);
    assert.match(recorded.told, /record main: 0 from recordings, 0 missing, 1 recorded, 0 unused/);
    const again = await run(node(program('Hi'), '--mode', 'replay', ...recordings), env);
    assert.deepEqual([again.code, again.written.endsWith('\n200\n')], [0, true], again.told);
    const other = await run(node(program('Ho'), '--mode', 'replay', ...recordings), env);
    assert.deepEqual([other.code, other.written.endsWith('\n404\n')], [1, true], other.told);
    assert.match(other.told, /text: recorded "Hi", asked "Ho"/);
    assert.match(
      other.told,
      /replay main: 0 from recordings, 1 missing, 0 recorded, 1 unused\n {4}--mode record-missing records/,
    );
  });

  it('says which options do nothing without a mode', async () => {
    const { code, told } = await run(node('0', '--recordings', folder, '--replay-speed', 'full'));
    assert.equal(code, 0);
    assert.match(told, /--recordings and --replay-speed do nothing without a --mode that records/);
  });

  it('begins no recording while another run makes them, and ends with 3', async () => {
    const recordings = join(folder, 'busy');
    const lock = new FolderLock(join(recordings, 'main'));
    lock.take();
    const args = ['--recordings', recordings, '--upstream', 'http://127.0.0.1:1', '--'];
    const program = [process.execPath, '-e', 'console.log("ran")'];
    const env = { ...process.env, CI: '' };
    const busy = await run(['record', ...args, ...program], env);
    const other = await run(['record', '--session', 'other', ...args, ...program], env);
    lock.release();
    assert.deepEqual([busy.code, busy.written], [3, '']);
    assert.match(busy.told, /^emulator: Another run records in .*busy.main .* Wait for its end/);
    assert.deepEqual([other.code, other.written], [0, 'ran\n'], other.told);
    assert.equal(existsSync(lockOf(join(recordings, 'other'))), false);
  });

  it('says what was asked although a recording can not be read, and names that file', async () => {
    const recordings = join(folder, 'broken');
    const file = join(recordings, 'main', '0001-models.get-00000000.json');
    mkdirSync(join(recordings, 'main'), { recursive: true });
    writeFileSync(file, '{');
    const asks = `fetch(process.env.GOOGLE_GEMINI_BASE_URL + '/v1beta/models/emulator-flash', {
      headers: { 'x-goog-api-key': process.env.GEMINI_API_KEY } })`;
    const replay = ['--mode', 'replay', '--recordings', recordings];
    const broken = await run(node(asks, ...replay));
    assert.equal(broken.code, 1);
    assert.match(
      broken.told,
      /^emulator: 1 request\n +1 models\.get \(1 × 400\)\n {2}replay main: 0 from recordings, 0 missing, 0 recorded, 1 unused\n {4}Cannot read .*0001-models\.get-00000000\.json: /,
    );
    // Where nothing was asked of it, nothing is wrong.
    const idle = await run(node('', ...replay));
    assert.deepEqual([idle.code, idle.told], [0, 'emulator: 0 requests\n']);
  });

  it('says that there is no key for the live service, and where there are no recordings', async () => {
    const recordings = join(folder, 'none');
    const keys = ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];
    const env = Object.fromEntries(
      Object.entries({ ...process.env, CI: '' }).filter(([name]) => !keys.includes(name)),
    );
    const record = ['record', '--recordings', recordings, '--', process.execPath, '-e', ''];
    const without = await run(record, env);
    assert.match(without.told, /^emulator: There is no key in .*GEMINI_API_KEY.*\.$/m);
    const asks = `for (const path of ['emulator-flash', '%1b[2J'])
      fetch(process.env.GOOGLE_GEMINI_BASE_URL + '/v1beta/models/' + path, {
        headers: { 'x-goog-api-key': process.env.GEMINI_API_KEY } })`;
    const empty = await run(node(asks, '--mode', 'replay', '--recordings', recordings), env);
    assert.match(
      empty.told,
      /none that is like it\.\n {2}There are no recordings in .*none.main\.\n/,
    );
    assert.match(empty.told, /There is no recording for \/models\/ \[2J,/);
    assert.equal(empty.told.split('There are no recordings').length, 2);
    const beside = join(recordings, 'other');
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(beside, '0001-models.get-1f2e3d4c.json'), '{}');
    const named = await run(node(asks, '--mode', 'replay', '--recordings', recordings), env);
    assert.match(named.told, /none.main\. There are some beside it in other\.\n/);
    assert.equal(empty.told.includes('\u001b'), false);
    assert.doesNotMatch(empty.told, /Ignored|no key/);
  });

  it('sets what clients read, and says what they asked', async () => {
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
      })();`;
    const { code, written, told } = await run(
      node(program, '--session', 'mine', '--latency=0', '--rate', '0'),
      { ...process.env, GOOGLE_API_KEY: 'of the caller', GEMINI_API_KEY: '' },
    );
    const [base, ...rest] = JSON.parse(written) as readonly unknown[];
    assert.match(String(base), /^http:\/\/127\.0\.0\.1:\d+\/s\/mine$/);
    assert.deepEqual(rest, [200, 404, 200, '']);
    assert.equal(code, 0);
    assert.equal(told, 'emulator: 2 requests\n       2 models.generateContent (1 × 404)\n');
  });

  it('leaves the version to the client or the caller unless it is told one', async () => {
    const program = `console.log(process.env.GOOGLE_GENAI_API_VERSION)`;
    const { GOOGLE_GENAI_API_VERSION: _, ...without } = process.env;
    const own = { ...without, GOOGLE_GENAI_API_VERSION: 'v1alpha' };
    const named = ['--api-version', 'v1beta'];
    assert.equal((await run(node(program), without)).written, 'undefined\n');
    assert.equal((await run(node(program), own)).written, 'v1alpha\n');
    assert.equal((await run(node(program, ...named, '--session=a'), own)).written, 'v1beta\n');
    const env = ['env', '--base-url', 'http://127.0.0.1:4321', '--format', 'sh'];
    assert.doesNotMatch((await ran(env, { env: own })).written, /API_VERSION/);
    const { written } = await ran([...env, ...named], { env: without });
    assert.match(written, /^export GOOGLE_GENAI_API_VERSION='v1beta'$/m);
  });

  it('ends with the code of the command, or with that of its signal', async () => {
    assert.equal((await run(node('process.exit(7)'))).code, 7);
    assert.equal((await run(node("process.kill(process.pid, 'SIGKILL')"))).code, 137);
  });

  it('says nothing of a database that Node.js 22 calls an experiment, and passes on other warnings', async () => {
    const preload = join(folder, 'warns.cjs');
    writeFileSync(
      preload,
      `process.nextTick(() => ['SQLite is', 'Something else is'].map((text) =>
        process.emitWarning(text + ' an experimental feature', 'ExperimentalWarning')));`,
    );
    const env = { ...process.env, NODE_OPTIONS: `--require ${preload}` };
    const { told } = await run(['--version'], env);
    assert.match(told, /Something else is an experimental feature/);
    assert.doesNotMatch(told, /SQLite/);
  });

  it('refuses what it cannot run in one line', async () => {
    const cases: readonly (readonly [readonly string[], RegExp, number])[] = [
      [['exec'], /^emulator: Write the command after --/, 2],
      [['exec', '--fly', '--', 'node'], /^emulator: .*--fly/, 2],
      [['exec', '--session', 'a b', '--', 'node'], /^emulator: --session must have/, 2],
      [['exec', '--session', '..', '--', 'node'], /^emulator: --session must have/, 2],
      [['exec', '--session=a=b', '--', 'node'], /^emulator: --session must have .* not “a=b”/, 2],
      [
        ['exec', '--session', 'a', '--session=b', '--', 'node'],
        /^emulator: .* is there twice\./,
        2,
      ],
      [
        ['exec', '--api-version', 'v2', '--', 'node'],
        /^emulator: --api-version must be one of v1beta, v1, v1alpha, v1beta3, not “v2”\.$/m,
        2,
      ],
      [
        ['exec', '--api-version=v1', '--api-version', 'v1beta', '--', 'node'],
        /^emulator: .*--api-version: it is there twice\./,
        2,
      ],
      ...['--ready-file=x', '--until-released', '--until-input-ends'].map(
        (option) =>
          [['exec', option, '--', 'node'], /^emulator: --\S+ is of the command start/, 2] as const,
      ),
      ...[['--mode', 'record-missing'], ['--mode=replay']].map(
        (mode) =>
          [['record', ...mode, '--', 'node'], /^emulator: .* record\. .*exec --mode/, 2] as const,
      ),
      [
        ['fly'],
        /^emulator: There is no command fly\. Commands: start, exec, record, env, validate, run-prompts\./,
        2,
      ],
    ];
    for (const [args, expected, code] of cases) {
      const ended = await ran(args);
      assert.match(ended.told, expected);
      assert.deepEqual([ended.code, ended.written], [code, ''], args.join(' '));
    }
    const { code, written, told } = await run(['exec', '--', join(folder, 'nothing')]);
    assert.match(told, /^emulator: Cannot run /m);
    assert.deepEqual([code, written], [2, '']);
  });

  for (const signal of ['SIGTERM', 'SIGQUIT'] as const) {
    it(`hands ${signal} on, and waits for the command`, async () => {
      const program = `process.on('${signal}', () => { console.log('bye'); process.exit(5); }); ${WAITS}`;
      const child = started(node(program));
      assert.ok(child.stdout);
      const lines = createInterface({ input: child.stdout });
      await once(lines, 'line');
      child.kill(signal);
      const [[line], [code]] = await Promise.all([once(lines, 'line'), once(child, 'exit')]);
      assert.deepEqual([line, code], ['bye', 5]);
    });
  }

  it('leaves no command behind when it is killed', async () => {
    const child = started(node(WAITS));
    assert.ok(child.stdout);
    const ended = text(child.stdout);
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    // The command holds the other end of its output until it is gone, and would for ever.
    assert.match(await ended, /^\d+\n$/);
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
    assert.equal(all.GOOGLE_GENAI_USE_VERTEXAI, 'false');
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
    assert.equal((await ran(['env', '--base-url', url, '--format', 'xml'])).code, 2);
  });
});
