import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EXIT } from '../../../src/cli/exitCodes';
import type { Emulator } from '../../../src/emulator/options';
import { EXIT_PORT_IN_USE, EXIT_DATA_DAMAGED } from '../../../src/service/emulatorProcess';
import { EMULATOR, ran, startRan } from './program';
import { folderForAll } from '../../fakes/folder';

describe('emulator: as a program', () => {
  const folder = folderForAll();

  async function started(child: ChildProcess): Promise<Emulator> {
    assert.ok(child.stdout);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return JSON.parse(line) as Emulator;
  }

  it('prints its help and nothing else, and refuses what it does not know in one line', async () => {
    const help = await ran(['--help']);
    assert.deepEqual([help.code, help.told], [0, '']);
    assert.match(help.written, /\n {2}--port N /);
    for (const word of ['-h', 'help']) assert.equal((await ran([word])).written, help.written);
    const wrong = await ran(['--fly']);
    assert.deepEqual([wrong.code, wrong.written], [2, '']);
    assert.match(wrong.told, /^emulator: [^\n]*--fly[^\n]*\n$/);
  });

  it('writes a file once it is ready, and takes it away when its input ends', async () => {
    const file = join(folder(), 'ready.json');
    const child = spawn(process.execPath, [EMULATOR, '--ready-file', file, '--until-input-ends']);
    const emulator = await started(child);
    assert.deepEqual(JSON.parse(await readFile(file, 'utf8')), emulator);
    if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
    // One that another had left is not taken for that of a start which fails.
    const left = join(folder(), 'left.json');
    await writeFile(left, '{}');
    const { port } = new URL(String(emulator.baseUrl));
    const busy = await ran(['--ready-file', left, '--port', port]);
    assert.equal(busy.code, 3);
    assert.match(busy.told, new RegExp(`^emulator: Port ${port} is already in use`));
    await assert.rejects(stat(left), { code: 'ENOENT' });
    child.stdin.end();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    await assert.rejects(stat(file), { code: 'ENOENT' });
  });

  it('refuses a key that looks real, and does not show it', async () => {
    const key = `AIza${'x'.repeat(35)}`;
    const { code, told } = await ran(['--api-key', key]);
    assert.equal(code, 2);
    assert.match(told, /looks like a real key/);
    assert.ok(!told.includes(key), told);
  });

  it('lets other machines in only once somebody has agreed', async () => {
    const { code, written, told } = await ran(['--host', '0.0.0.0']);
    assert.deepEqual([code, written], [2, '']);
    assert.match(told, /^emulator: --host 0\.0\.0\.0 [^\n]* no terminal [^\n]*--yes[^\n]*\n$/);
    let port = '';
    const open = await startRan(['--host', '0.0.0.0', '--yes'], ({ baseUrl }) => {
      ({ port } = new URL(baseUrl));
      return Promise.resolve();
    });
    assert.match(
      open.told,
      new RegExp(`^emulator: Other machines can reach it at http://[^\\n]*:${port}[^\\n]*\\n$`),
    );
  });

  it('ends with the codes that the extension knows it by', () => {
    assert.equal(EXIT_PORT_IN_USE, `code ${EXIT.notStarted}`);
    assert.equal(EXIT_DATA_DAMAGED, `code ${EXIT.dataUnusable}`);
  });
});
