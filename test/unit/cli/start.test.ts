import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { EXIT } from '../../../src/cli/exitCodes';
import type { Emulator } from '../../../src/emulator/options';
import { ENDED_BUSY, ENDED_DAMAGED } from '../../../src/service/emulatorProcess';
import { ask, control } from '../emulator/wire';
import { EMULATOR, ran, spawned } from './program';

describe('emulator: as a program', () => {
  let folder: string;
  let children: ChildProcess[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emulator-program-'));
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => {
    children = [];
  });
  afterEach(async () => {
    const runs = ({ exitCode, signalCode }: ChildProcess): boolean =>
      exitCode === null && signalCode === null;
    for (const child of children.filter(runs)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  function run(...args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [EMULATOR, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  }

  async function started(child: ChildProcess): Promise<Emulator> {
    assert.ok(child.stdout);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return JSON.parse(line) as Emulator;
  }

  /** What it ended with, and what it wrote until then. */
  async function ended(
    child: ChildProcess,
  ): Promise<{ code: unknown; written: string; told: string }> {
    assert.ok(child.stdout && child.stderr);
    const [written, told, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[unknown]>,
    ]);
    return { code, written, told };
  }

  it('loses nothing that it answered when it is killed', async () => {
    const data = join(folder, 'data');
    const first = run('--data', data);
    const emulator = await started(first);
    const headers = { authorization: `Bearer ${emulator.accessToken}` };
    const body = { name: 'corpora/kept', displayName: 'Kept' };
    const made = await ask(emulator, '/v1beta/corpora', { headers, body });
    assert.equal(made.status, 200);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const again = await started(run('--data', relative('.', data)));
    // Who reads it from the ready file has another working directory.
    assert.ok(isAbsolute(again.clientSecretFile), again.clientSecretFile);
    assert.equal((await control(again, 'GET', 'state')).isKept, true);
    const found = await ask(again, '/v1beta/corpora/kept', {
      headers: { authorization: `Bearer ${again.accessToken}` },
    });
    assert.equal(found.text, made.text);
  });

  it('prints its help and nothing else, and refuses what it does not know in one line', async () => {
    const help = await spawned(['--help']);
    assert.deepEqual([help.code, help.told], [0, '']);
    assert.match(help.written, /\n {2}--port N /);
    assert.match(help.written, /\n {2}--allow-code +Lets checks run functions/);
    for (const word of ['-h', 'help']) assert.equal((await ran([word])).written, help.written);
    const wrong = await ran(['--fly']);
    assert.deepEqual([wrong.code, wrong.written], [2, '']);
    assert.match(wrong.told, /^emulator: [^\n]*--fly[^\n]*\n$/);
  });

  it('says what a replay came to, and ends with 1 where a request had no recording', async () => {
    for (const misses of [0, 1]) {
      const recordings = join(folder, 'none');
      const child = run('start', '--mode', 'replay', '--recordings', recordings);
      const emulator = await started(child);
      if (misses > 0) await ask(emulator, '/v1beta/models');
      const end = ended(child);
      child.kill('SIGTERM');
      const { code, told } = await end;
      assert.equal(code, misses, told);
      assert.equal(/replay main: 0 from recordings, 1 missing/.test(told), misses > 0, told);
    }
  });

  it('writes a file once it is ready, and takes it away at its end', async () => {
    const file = join(folder, 'ready.json');
    const child = run('--ready-file', file);
    const emulator = await started(child);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), emulator);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
    // One that another had left is not taken for that of a start which fails.
    const left = join(folder, 'left.json');
    await writeFile(left, '{}');
    const { port } = new URL(String(emulator.baseUrl));
    assert.equal((await ran(['--ready-file', left, '--port', port])).code, 3);
    await assert.rejects(stat(left), { code: 'ENOENT' });
    child.kill('SIGTERM');
    await once(child, 'exit');
    await assert.rejects(stat(file), { code: 'ENOENT' });
    const { code, told } = await spawned(['--ready-file', join(folder, 'no', 'folder')]);
    assert.equal(code, 2);
    assert.match(told, /^emulator: Cannot write [^\n]*\n$/);
  });

  it('ends with npm, which says nothing', async () => {
    const code = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`;
    const npm = spawn(process.execPath, ['-e', code, EMULATOR], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_execpath: 'npm' },
    });
    children.push(npm);
    await started(npm);
    npm.kill('SIGKILL');
    // The emulator holds the other end until it is gone.
    await once(npm, 'close');
  });

  it('refuses a key that looks real, and does not show it', async () => {
    const key = `AIza${'x'.repeat(35)}`;
    const { code, told } = await ran(['--api-key', key]);
    assert.equal(code, 2);
    assert.match(told, /looks like a real key/);
    assert.ok(!told.includes(key), told);
  });

  it('ends with a code of its own where the port is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, told } = await ran(['--port', String(port)]);
    server.close();
    assert.equal(code, 3);
    assert.match(told, new RegExp(`^emulator: Port ${port} is already in use`));
  });

  it('lets other machines in only once somebody has agreed', async () => {
    const { code, written, told } = await ended(run('--host', '0.0.0.0'));
    assert.deepEqual([code, written], [2, '']);
    assert.match(told, /^emulator: --host 0\.0\.0\.0 [^\n]* no terminal [^\n]*--yes[^\n]*\n$/);
    const child = run('--host', '0.0.0.0', '--yes');
    const { baseUrl } = await started(child);
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:/);
    child.kill();
    assert.ok(child.stderr);
    const { port } = new URL(baseUrl);
    const line = new RegExp(
      `^emulator: Other machines reach it at http://[^\\n]*:${port}[^\\n]*\\n$`,
    );
    assert.match(await text(child.stderr), line);
  });

  it('ends with a code of its own where its data is damaged', async () => {
    const data = join(folder, 'damaged');
    await mkdir(data);
    await writeFile(join(data, 'emulator.sqlite'), 'no database'.repeat(1000));
    const { code, told } = await ran(['--data', data]);
    assert.equal(code, 5);
    assert.match(told, /^emulator: Cannot use [^\n]*emulator\.sqlite[^\n]*\n$/);
  });

  it('ends with the codes that the extension knows it by', () => {
    assert.equal(ENDED_BUSY, `code ${EXIT.notStarted}`);
    assert.equal(ENDED_DAMAGED, `code ${EXIT.dataUnusable}`);
  });

  it('says in one line that Node.js is too old for it', async () => {
    const older =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.12.0" } })';
    const child = spawn(process.execPath, ['--import', `data:text/javascript,${older}`, EMULATOR], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const { code, written, told } = await ended(child);
    assert.deepEqual([code, written], [2, '']);
    assert.equal(told, 'emulator: Node.js 22.13 or later is needed, and this is 22.12.0.\n');
  });

  it('says where the runtime can keep nothing, and serves all the same', async () => {
    const child = spawn(
      process.execPath,
      ['--no-experimental-sqlite', EMULATOR, '--data', join(folder, 'none')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    children.push(child);
    const emulator = await started(child);
    assert.equal((await control(emulator, 'GET', 'state')).isKept, false);
    assert.equal((await ask(emulator, '/v1beta/models')).status, 200);
    child.kill();
    assert.match(await text(child.stderr), /^emulator: This runtime has no database, [^\n]*\n$/);
  });
});
