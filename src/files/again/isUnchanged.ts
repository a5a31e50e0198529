import { shortName } from '../plan/shortName';
import type { Remembered } from '../remembered';
import type { FilesRoom } from '../room';
import { contentHash } from '../source/contentHash';
import type { UserFile } from '../userFiles';

/**
 * Whether a file has the content that was uploaded. Of the same size and age it has; of the same size and
 * another age, such as after a checkout, its content says. Throws what `contentHash` throws.
 */
export async function isUnchanged(
  { userFiles, progress, l10n }: Pick<FilesRoom, 'userFiles' | 'progress' | 'l10n'>,
  file: UserFile,
  { size, modifiedAt, hash }: Pick<Remembered, 'size' | 'modifiedAt' | 'hash'>,
): Promise<boolean> {
  if (file.size !== size) return false;
  if (file.modifiedAt === modifiedAt) return true;
  if (hash === undefined) return false;
  const title = l10n.t('Reading {0}', shortName(file.name));
  return (await progress(title, (signal) => contentHash(file, userFiles, signal))) === hash;
}
