import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { errorCode } from '../base/errors';
import { isProcessAlive } from '../base/isProcessAlive';
import { isObject, tryParse } from '../base/json';

/** Milliseconds after which nobody can still be starting what takes a few seconds. */
const OLDEST = 60_000;

/** Gives a lock back. */
export type Unlock = () => Promise<void>;

/**
 * Takes a lock that processes of this machine share, as a file that only one of them can make. Undefined where another has
 * it. One whose process is gone is taken away, and can be had with the next try.
 * @param now milliseconds since 1970.
 */
export async function tryLock(path: string, now: number): Promise<Unlock | undefined> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify({ pid: process.pid, at: now }));
    await file.close();
    return () => rm(path, { force: true });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const found = await readText(path);
  if (found !== undefined && (await isLeft(path, found, now))) await takeAway(path, found);
  return undefined;
}

async function isLeft(path: string, text: string, now: number): Promise<boolean> {
  const lock = tryParse(text);
  const { pid, at } = isObject(lock) ? lock : {};
  if (typeof pid === 'number' && typeof at === 'number') {
    return !isProcessAlive(pid) || now - at > OLDEST;
  }
  // Not written yet, or never to the end.
  const made = await stat(path).catch(() => undefined);
  return made !== undefined && now - made.mtimeMs > OLDEST;
}

/** Another may have done the same meanwhile, and have made a new one: that is put back. */
async function takeAway(path: string, found: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readText(aside)) !== found) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
