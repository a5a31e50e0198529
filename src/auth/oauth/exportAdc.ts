import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import { formatAdc, type UserAdc } from './adcFile';

/** Whether something is there already, to be named before it is replaced. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Writes a user's credentials where the user's own programs find them: readable by the user only, whole or
 * not at all. A file that is there is kept beside it as `.bak`, or `.bak2` and so on where that is taken.
 * The user was asked before. Throws `AppError` (`adcNotWritten`); then the file is as it was.
 * @returns the path of the kept file, where there was one.
 */
export async function exportAdc(
  path: string,
  adc: UserAdc,
  l10n: L10n,
): Promise<string | undefined> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeWhole(fresh, formatAdc(adc));
    const kept = (await isThere(path)) ? await keep(path) : undefined;
    await rename(fresh, path);
    return kept;
  } catch (error) {
    // Where there is not even a folder, this fails too, and must not hide why.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw new AppError('adcNotWritten', l10n.t('The file {0} could not be written.', path), {
      hint: l10n.t('Check the permissions of the folder.'),
      cause: error,
    });
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies, so that there is no moment without the file. */
async function keep(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = `${path}.bak${number === 1 ? '' : number}`;
    try {
      await copyFile(path, kept, constants.COPYFILE_EXCL);
      await chmod(kept, 0o600);
      return kept;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
