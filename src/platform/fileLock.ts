import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { errorCode } from '../base/errors';
import { isProcessAlive } from '../base/isProcessAlive';

/** Gives a lock back. */
export type Unlock = () => void;

/** Locks that this process has: a file with its ID that isn't among them was left by another process. */
const held = new Set<string>();

/** In ms: for so long a file without an ID may be one that is just being written. */
const MAX_WRITING_AGE = 5000;

/**
 * Takes a lock that processes of this machine share, as a file that only one of them can make. Undefined if another one
 * has it. A lock whose process has ended is taken over.
 * @param maxAge in ms; an older lock is taken over too.
 */
export function tryLock(path: string, maxAge = Infinity): Unlock | undefined {
  if (isHeld(path, maxAge)) return undefined;
  rmSync(path, { force: true });
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  held.add(path);
  return () => {
    held.delete(path);
    rmSync(path, { force: true });
  };
}

/** The ID of the process that has made a lock; undefined if there is none. */
export function lockOwner(path: string): number | undefined {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isHeld(path: string, maxAge: number): boolean {
  if (held.has(path)) return true;
  const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (madeAt === undefined) return false;
  const age = Date.now() - madeAt;
  const owner = lockOwner(path);
  if (owner === undefined) return age < MAX_WRITING_AGE;
  return owner !== process.pid && age < maxAge && isProcessAlive(owner);
}
