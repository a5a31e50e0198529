import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type * as Sqlite from 'node:sqlite';
import { AppError, errorCode, errorMessage } from '../../base/errors';
import { MemoryState } from './memoryState';
import { SqliteState } from './sqliteState';
import type { State } from './state';
import type { OpenFiles } from './stateFile';

export type { Kind, State, Stored } from './state';
export { MemoryState } from './memoryState';
export { OpenFiles } from './stateFile';

const FILE = 'emulator.sqlite';
// Files that the emulator may find in its data folder.
const OURS =
  /^(?:emulator\.sqlite(?:-wal|-shm|-journal)?|uploads|sessions|client_secret\.json(?:\.\d+)?)$/;

/**
 * Opens the state in a data folder, or in memory without a folder or SQLite; see `isKept`. Throws `AppError`
 * if the folder is unusable or has other content.
 * @param files limits open session files; nothing is written until the first change after `prepared`
 */
export async function openState(folder: string | undefined, files?: OpenFiles): Promise<State> {
  const sqlite = await loadSqlite();
  if (!sqlite) return new MemoryState();
  const inMemory = (): Sqlite.DatabaseSync => new sqlite.DatabaseSync(':memory:');
  if (folder === undefined) return new SqliteState(inMemory(), false);
  const path = join(folder, FILE);
  const open = (): Sqlite.DatabaseSync =>
    usable(path, () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      makePrivate(folder, path);
      return new sqlite.DatabaseSync(path);
    });
  const exists = (): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const isThere = !files || exists();
  return usable(path, () => {
    const database = isThere ? open() : inMemory();
    if (isThere) requireWhole(database);
    const used = (state: SqliteState): void => files?.used(state);
    return new SqliteState(database, true, files && { exists, open, used });
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
function requireWhole(database: Sqlite.DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 10000;');
  const [row] = database.prepare('PRAGMA quick_check(1)').all();
  if (row?.quick_check !== 'ok') throw new Error('it is damaged');
}

/** `node:sqlite` needs Node.js 22.13 or later. */
async function loadSqlite(): Promise<typeof Sqlite | undefined> {
  try {
    return await import('node:sqlite');
  } catch (error) {
    if (errorCode(error) === 'ERR_UNKNOWN_BUILTIN_MODULE') return undefined;
    throw error;
  }
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
