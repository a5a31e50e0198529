import type * as Sqlite from 'node:sqlite';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, errorMessage } from '../../base/errors';
import { MemoryState } from './memoryState';
import { SqliteState } from './sqliteState';
import type { State } from './state';

const FILE = 'emulator.sqlite';

/**
 * State in a data folder, or in memory where none is given or the runtime has no database; `isKept` says
 * which. Throws `AppError` where the folder can't be used or holds something else.
 */
export async function openState(folder: string | undefined): Promise<State> {
  const sqlite = await loadSqlite();
  if (!sqlite) return new MemoryState();
  if (folder === undefined) return new SqliteState(new sqlite.DatabaseSync(':memory:'), false);
  const file = join(folder, FILE);
  try {
    makeFolder(folder);
    return new SqliteState(new sqlite.DatabaseSync(file), true);
  } catch (error) {
    throw new AppError('dataUnusable', `Cannot use ${file}: ${errorMessage(error)}.`, {
      hint: 'Choose another folder with --data, or move the file away.',
      cause: error,
    });
  }
}

/** Node's own database, from version 22.13 on. */
async function loadSqlite(): Promise<typeof Sqlite | undefined> {
  try {
    return await import('node:sqlite');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_BUILTIN_MODULE') return undefined;
    throw error;
  }
}

/**
 * Makes a folder and those above it. By hand: Node's own `recursive` never returns where the system
 * takes no folder and calls that a missing one, as below `/proc`.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent);
  mkdirSync(folder);
}
