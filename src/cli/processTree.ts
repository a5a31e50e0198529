import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { errorCode } from '../base/errors';

/** A process, and when it began: a number alone is given to another one later. */
export interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly began: string;
}

/** A process and all that it has started, as far as the system tells; nothing once it has ended. */
export function treeOf(pid: number): readonly Entry[] {
  const all = processes();
  const found = new Map(all.filter((one) => one.pid === pid).map((one) => [one.pid, one]));
  // Those of whom the parent is found later need another round.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const one of all) if (found.has(one.parent)) found.set(one.pid, one);
  }
  return [...found.values()];
}

/**
 * The processes that have a text in their environment, which all that they start inherit: those of a parent that has ended
 * stand in no tree any more. None where the system does not tell (all but Linux).
 */
export function markedWith(mark: string): readonly Entry[] {
  if (process.platform !== 'linux') return [];
  return processes().filter(({ pid }) => readProc(`${pid}/environ`).includes(mark));
}

/** Those of some processes that run still. */
export function running(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length === 0) return [];
  const now = new Map(processes().map(({ pid, began }) => [pid, began]));
  return entries.filter(({ pid, began }) => now.get(pid) === began);
}

/**
 * Sends a signal; whether the process could take it. One that has ended just now needs none, and one of another user, such
 * as what `sudo` runs, takes none from here.
 */
export function send(pid: number, signal: NodeJS.Signals | typeof NO_SIGNAL): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    return false;
  }
}

/** Whether a process takes signals from here. */
export const isOurs = ({ pid }: Entry): boolean => send(pid, NO_SIGNAL);

/** It only asks whether one could be sent. */
const NO_SIGNAL = 0;

/** Every process that runs; those that have ended, and nobody has asked how, do not. */
function processes(): readonly Entry[] {
  if (process.platform === 'win32') return [];
  return process.platform === 'linux' ? ofProc() : ofPs();
}

function ofProc(): readonly Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = readProc(`${name}/stat`);
      // The name of the program, in brackets, may have anything in it.
      const [state, parent, ...more] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const began = more[17];
      if (began === undefined || state === 'Z') return [];
      return [{ pid: Number(name), parent: Number(parent), began }];
    });
}

function readProc(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    // It has ended since, or is somebody else's.
    return '';
  }
}

function ofPs(): readonly Entry[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart='], { encoding: 'utf8' });
  return lines.split('\n').flatMap((line) => {
    const [, pid, parent, began] = /^\s*(\d+)\s+(\d+)\s+[^Z\s]\S*\s+(.*)$/.exec(line) ?? [];
    return began === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), began }];
  });
}
