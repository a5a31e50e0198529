import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a program has to end by itself, in ms: ten times what one needs that must save something first. */
const GRACE = 30_000;

/**
 * For what makes many objects and drops them again, such as the tree of every file: with room for young ones it spends a sixth
 * less time.
 */
export const ROOM = '--max-semi-space-size=64';

/**
 * Runs a program to its end, its output going to ours. No shell is involved.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} Its exit code; 1 when a signal ended it.
 * @throws {Error} When it can't be started.
 */
export async function run(file, args, options = {}) {
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/**
 * Runs a program to its end and returns what it printed.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} Standard output and error together, in order.
 * @throws {Error} When it can't be started.
 */
export async function capture(file, args, options = {}) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const [code] = await once(child, 'close');
  return { code: code ?? 1, output };
}

/**
 * Ends a child of ours and whatever it has started: asks, waits, and only then insists.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ strange?: RegExp, patient?: RegExp }} [kinds] By their command lines: `strange` is no business of ours, and killed at once; `patient` waits a while for somebody who needs it, and is asked to end once everything else has.
 * @returns {Promise<string[]>} Command lines of what it had started and what had to be killed, or would not end.
 */
export async function stopTree(child, { strange, patient } = {}) {
  const below = child.pid === undefined ? [] : descendants(child.pid);
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), GRACE);
    await ended;
    clearTimeout(insist);
  }
  const left = Object.groupBy(below.filter(isAlive), ({ pid }) => {
    const line = commandLine(pid);
    return strange?.test(line) ? 'strange' : patient?.test(line) ? 'patient' : 'other';
  });
  for (const { pid } of left.strange ?? []) kill(pid);
  const outlived = await killLeft(left.other ?? []);
  for (const { pid } of left.patient?.filter(isAlive) ?? []) kill(pid, 'SIGTERM');
  return [...outlived, ...(await killLeft(left.patient ?? []))];
}

/** Ends everything that this process has started, for when there is no time to ask each part nicely. */
export async function stopDescendants() {
  const below = descendants(process.pid);
  for (const { pid } of below.filter(isAlive)) kill(pid, 'SIGTERM');
  await killLeft(below);
}

/**
 * Waits for processes to end, and kills those that don't.
 * @param {readonly ProcessEntry[]} entries
 * @returns {Promise<string[]>} Command lines of those that had to be killed.
 */
async function killLeft(entries) {
  const deadline = performance.now() + GRACE;
  let left = entries.filter(isAlive);
  while (left.length > 0 && performance.now() < deadline) {
    await pause(50);
    left = left.filter(isAlive);
  }
  return left.flatMap((entry) => {
    const line = commandLine(entry.pid);
    // It may have ended just now.
    if (!isAlive(entry)) return [];
    console.error(`Process ${entry.pid} would not end: ${line}`);
    kill(entry.pid);
    return [line];
  });
}

/**
 * @param {number} pid Of a process that may end at the same moment.
 * @param {NodeJS.Signals} [signal]
 */
function kill(pid, signal = 'SIGKILL') {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/**
 * A process, and when it started: a process id alone may be given to another one.
 * @typedef {{ pid: number, parent: number, started: string }} ProcessEntry
 */

/**
 * Every process below one, where the system tells (Linux); none elsewhere.
 * @param {number} pid
 * @returns {ProcessEntry[]}
 */
export function descendants(pid) {
  const all = readProcesses();
  const found = [];
  const parents = new Set([pid]);
  // Parents come before their children only by start time: repeat until nothing is added.
  for (let before = -1; before !== parents.size;) {
    before = parents.size;
    for (const entry of all) {
      if (parents.has(entry.parent) && !parents.has(entry.pid)) {
        parents.add(entry.pid);
        found.push(entry);
      }
    }
  }
  return found;
}

/** @returns {ProcessEntry[]} */
function readProcesses() {
  if (process.platform !== 'linux') {
    return [];
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== undefined);
}

/**
 * @param {number} pid
 * @returns {ProcessEntry | undefined} Nothing when it has ended, also when nobody has waited for it yet.
 */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent] = fields;
    const started = fields[19];
    return state === 'Z' || started === undefined
      ? undefined
      : { pid, parent: Number(parent), started };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT' || code === 'ESRCH') {
      return undefined;
    }
    throw error;
  }
}

/** @param {number} pid */
function commandLine(pid) {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : 'it just has';
}

/** @param {ProcessEntry} entry */
function isAlive(entry) {
  return readProcess(entry.pid)?.started === entry.started;
}
