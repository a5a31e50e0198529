import { AppError } from '../../base/errors';
import type { FilesRoom } from '../room';
import type { UserFile } from '../userFiles';
import { shortName } from './shortName';

/**
 * Asks where editors have changes that are not in the files, and saves them where the user says so: what is sent
 * is what is in a file. Gives all files as they are then; undefined when dismissed. Throws `AppError` (`notSaved`).
 */
export async function askUnsaved(
  { prompts, userFiles, l10n }: Pick<FilesRoom, 'prompts' | 'userFiles' | 'l10n'>,
  files: readonly UserFile[],
): Promise<readonly UserFile[] | undefined> {
  const unsaved = files.filter(({ isUnsaved }) => isUnsaved);
  const [first] = unsaved;
  if (!first) return files;
  const [save, asIs] = [l10n.t('Save'), l10n.t('Use What Is on Disk')];
  const message =
    unsaved.length === 1
      ? l10n.t('{0} has changes that are not saved.', shortName(first.name))
      : l10n.t('{0} files have changes that are not saved.', unsaved.length.toLocaleString('en'));
  const detail = l10n.t('Only what is saved is sent.');
  const answer = await prompts.confirm(message, { detail, actions: [save, asIs] });
  if (answer === undefined) return undefined;
  if (answer === asIs) return files;
  const saved: UserFile[] = [];
  for (const file of files) {
    if (!file.isUnsaved) saved.push(file);
    else if (await userFiles.save(file.target)) saved.push(await userFiles.inspect(file.target));
    else throw new AppError('notSaved', l10n.t('{0} was not saved.', shortName(file.name)));
  }
  return saved;
}
