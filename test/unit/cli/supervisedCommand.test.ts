import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SupervisedCommand } from '../../../src/cli/supervisedCommand';
import { EMULATOR } from './program';

/** A program that ends itself when it is told to, and a process of it that keeps its output open. */
const PROGRAM = `
  require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
  process.on('SIGTERM', () => {
    console.log('bye');
    process.exit(5);
  });
  console.log('up');`;

const EXEC = [EMULATOR, 'exec', '--seed', 'empty', '--', process.execPath, '-e', PROGRAM];

(process.platform === 'win32' ? describe.skip : describe)('the command of exec', () => {
  const started = async (
    args: readonly string[],
  ): Promise<{ readonly child: ChildProcess; readonly lines: string[] }> => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const reader = createInterface({ input: child.stdout });
    const lines: string[] = [];
    reader.on('line', (line) => lines.push(line));
    await once(reader, 'line');
    return { child, lines };
  };

  it('gets signals and is waited for, and what it has started ends with it', async () => {
    const { child, lines } = await started(EXEC);
    child.kill('SIGTERM');
    // Resolves once no process has the output.
    const [code] = (await once(child, 'close')) as [number];
    assert.deepEqual([lines, code], [['up', 'bye'], 5]);
  });

  it('ends with what has started exec', async () => {
    const parent = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`;
    const { child, lines } = await started(['-e', parent, ...EXEC]);
    child.kill('SIGKILL');
    await once(child, 'close');
    assert.deepEqual(lines, ['up', 'bye']);
  });

  it('has the code of the signal that ends it', async () => {
    const command = new SupervisedCommand('sh', ['-c', 'kill -KILL $$'], {});
    assert.equal(await command.ended, 137);
    command.release();
  });
});
