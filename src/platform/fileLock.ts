import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { errorCode } from '../base/errors';

export type Unlock = () => void;

/** Locks of this process. A file with our process id that isn't listed is from an earlier process. */
const held = new Set<string>();

/** In ms; a younger file without a process id may still be being written. */
const MAX_WRITING_AGE = 5000;

/**
 * Takes a lock shared by processes of this machine, as an exclusively created file. Takes over locks of
 * ended processes. Undefined if another process holds the lock.
 * @param maxAge in ms; older locks are taken over too.
 */
export function tryLock(path: string, maxAge = Infinity): Unlock | undefined {
  if (isHeld(path, maxAge)) return undefined;
  return existsSync(path) ? takeOver(path, maxAge) : create(path);
}

/**
 * Replaces an abandoned lock. Only one process at a time may do so: without this second lock, a slower one
 * would remove the new lock of a faster one.
 */
function takeOver(path: string, maxAge: number): Unlock | undefined {
  const unlock = tryLock(`${path}.takeover`);
  if (!unlock) return undefined;
  try {
    if (isHeld(path, maxAge)) return undefined;
    rmSync(path, { force: true });
    return create(path);
  } finally {
    unlock();
  }
}

function create(path: string): Unlock | undefined {
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

/** Returns the process id of a lock's owner, or undefined. */
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

export function isProcessAlive(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
