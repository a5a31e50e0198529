import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Entry, send, treeOf } from '../../../src/cli/processTree';
import { EMULATOR } from './program';

/** What starts `exec` here, as npm or a script does; it says the number of its process. */
const PARENT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' });
  console.log(child.pid);
  setInterval(() => {}, 1000);`;

/** A command with processes of its own, which outlive the shell that has started them unless somebody ends them. */
const COMMAND = 'sleep 600 & sleep 600 & echo up; wait; exit 3';
/** One that does not hear. */
const DEAF = `trap '' TERM INT HUP; echo up; sleep 600; sleep 600`;

/** One with a process of another user beside its own, as far as the programs below know: who may signal all has none. */
const FOREIGN = 'sleep 600 > /dev/null & echo $! > "$FOREIGN"; sleep 600 & echo up; wait; exit 3';
const REFUSES = `
  const { existsSync, readFileSync } = require('node:fs');
  const { FOREIGN } = process.env;
  const kill = process.kill.bind(process);
  process.kill = (pid, signal) => {
    if (existsSync(FOREIGN) && Number(readFileSync(FOREIGN, 'utf8')) === pid) {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    }
    return kill(pid, signal);
  };`;

/** How many processes there are below the parent: `exec`, the one that keeps its command, the command, all that it starts. */
const STAGES = [1, 2, 3, 5] as const;

let next: Promise<readonly Entry[]> | undefined;

/** All that runs below this process, read once for everyone who waits. */
async function look(): Promise<readonly Entry[]> {
  await new Promise(setImmediate);
  next = undefined;
  return treeOf(process.pid);
}

/** Waits until so many processes are there as are wanted: one, with all that it has started. */
async function until(pid: number, wanted: (count: number) => boolean): Promise<void> {
  const isIn = (all: readonly Entry[], one: Entry | undefined): boolean =>
    one !== undefined &&
    (one.pid === pid ||
      isIn(
        all,
        all.find((other) => other.pid === one.parent),
      ));
  for (let count: number | undefined; count === undefined || !wanted(count);) {
    next ??= look();
    const all = await next;
    count = all.filter((one) => isIn(all, one)).length;
  }
}

interface Running {
  readonly parent: ChildProcess & { readonly pid: number };
  readonly exec: number;
}

/** What ends it, by name. */
const ENDS: { readonly [name: string]: (running: Running) => void } = {
  'SIGKILL of exec': ({ exec }) => process.kill(exec, 'SIGKILL'),
  'SIGKILL of its parent': ({ parent }) => process.kill(parent.pid, 'SIGKILL'),
  'SIGTERM to exec': ({ exec }) => process.kill(exec, 'SIGTERM'),
  'SIGTERM twice': ({ exec }) => {
    process.kill(exec, 'SIGTERM');
    // Early on, the first one ends it at once.
    send(exec, 'SIGTERM');
  },
  'SIGINT to the group': ({ parent }) => process.kill(-parent.pid, 'SIGINT'),
};

(process.platform === 'win32' ? describe.skip : describe)('exec: what it leaves behind', () => {
  /** Starts all of it, and ends it once so many processes are there; resolves when none is left. */
  async function leaves(
    command: string,
    stage: number,
    end: string,
    env = process.env,
  ): Promise<void> {
    const args = ['-e', PARENT, EMULATOR, 'exec', '--seed', 'empty', '--', 'sh', '-c', command];
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    const parent = spawn(process.execPath, args, { stdio: [...stdio], detached: true, env });
    const { pid } = parent;
    assert.ok(pid !== undefined && parent.stdout);
    // Each of them holds the other end until it is gone.
    const gone = once(parent.stdout, 'close');
    const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
    await until(pid, (count) => count > stage);
    ENDS[end]?.({ parent: Object.assign(parent, { pid }), exec: Number(line) });
    // The parent is ours: what is told to `exec` alone does not end it.
    if (end.includes('exec') || end.includes('twice')) {
      await until(Number(line), (count) => count === 0);
      parent.kill('SIGKILL');
    }
    await gone;
  }

  for (const end of Object.keys(ENDS)) {
    it(`is nothing after ${end}, whatever of it was there`, async () => {
      // Whoever has lost its parent before it ran at all can't know that there was another one.
      const stages = STAGES.filter((stage) => stage > 1 || !end.includes('parent'));
      await Promise.all(stages.map((stage) => leaves(COMMAND, stage, end)));
    });
  }

  it('is nothing where the command does not hear', () => leaves(DEAF, 4, 'SIGKILL of exec'));

  it('is only what may not be signalled', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'emulator-orphans-'));
    const [foreign, preload] = [join(folder, 'foreign'), join(folder, 'refuses.cjs')];
    await writeFile(preload, REFUSES);
    const options = `--require ${preload}`;
    try {
      for (const end of ['SIGKILL of exec', 'SIGTERM to exec']) {
        const env = { ...process.env, FOREIGN: foreign, NODE_OPTIONS: options };
        await leaves(FOREIGN, 5, end, env);
        const pid = Number(await readFile(foreign, 'utf8'));
        assert.equal(treeOf(pid).length, 1, end);
        send(pid, 'SIGKILL');
        await rm(foreign);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
