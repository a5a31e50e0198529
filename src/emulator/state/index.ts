import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError, errorCode, errorMessage } from '../../base/errors';
import { State } from './state';

export { type Kind, State, type Stored } from './state';

const FILE = 'emulator.sqlite';
// Files that the emulator may find in its data folder.
const OURS =
  /^(?:emulator\.sqlite(?:-wal|-shm|-journal)?|uploads|sessions|client_secret\.json(?:\.\d+)?)$/;

/**
 * Opens the state in a data folder, or in memory without one. Throws `AppError` if the folder is unusable or has other
 * content.
 * @param isLazy writes nothing until the first change after `prepared`
 */
export function openState(folder: string | undefined, isLazy = false): State {
  const inMemory = (): DatabaseSync => new DatabaseSync(':memory:');
  if (folder === undefined) return new State(inMemory(), false);
  const path = join(folder, FILE);
  const open = (): DatabaseSync =>
    usable(path, () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      makePrivate(folder, path);
      return new DatabaseSync(path);
    });
  const exists = (): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const isThere = !isLazy || exists();
  return usable(path, () => {
    const database = isThere ? open() : inMemory();
    if (isThere) requireWhole(database);
    return new State(database, true, isLazy ? { exists, open } : undefined);
  });
}

function usable<T>(path: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('dataUnusable', `Couldn’t use ${path}: ${errorMessage(error)}.`, {
      hint: 'Choose another folder with --data, or move the file away.',
      cause: error,
    });
  }
}

/** Throws if the file is corrupt; otherwise the error would occur during a request. */
function requireWhole(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 10000;');
  const [row] = database.prepare('PRAGMA quick_check(1)').all();
  if (row?.quick_check !== 'ok') throw new Error('it is damaged');
}

/**
 * Restricts access to the current user, because the state contains tokens and uploads. SQLite copies the
 * database's mode to its other files. Leaves a folder with other content unchanged.
 */
function makePrivate(folder: string, file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  const names = readdirSync(folder);
  if (names.every((name) => OURS.test(name))) restrict(folder, 0o700);
  for (const name of names.filter((one) => one.startsWith(FILE)))
    restrict(join(folder, name), 0o600);
}

function restrict(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // The folder belongs to another user, or the file system doesn't support permissions.
    if (!['EPERM', 'ENOTSUP', 'EROFS', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}
