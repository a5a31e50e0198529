import { AppError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { UserFile, UserFiles } from '../userFiles';

/** Bytes of a file of a virtual file system, which VS Code only gives whole. */
export const VIRTUAL_LIMIT = 100_000_000;

/** The content of such a file. Throws `AppError` (`tooLarge`) above 100 MB, before anything is read. */
export async function readVirtual(file: UserFile, userFiles: UserFiles): Promise<Uint8Array> {
  if (file.size > VIRTUAL_LIMIT) {
    throw new AppError(
      'tooLarge',
      `${plainText(file.path)} lies in a virtual file system, of which files of up to 100 MB can be read.`,
      { hint: 'Copy it to this machine, and upload it from there.' },
    );
  }
  return await userFiles.readAll(file.target);
}
