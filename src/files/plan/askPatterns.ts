import { settings } from '../../catalog/ids';
import type { FilesRoom } from '../room';
import type { UserFile } from '../userFiles';
import { shortName } from './shortName';
import type { FolderPatterns } from './walkFolder';

/** Asks which files of folders are taken, beginning with what the settings say. Undefined when dismissed. */
export async function askPatterns(
  { prompts, l10n, readSetting }: Pick<FilesRoom, 'prompts' | 'l10n' | 'readSetting'>,
  folders: readonly UserFile[],
): Promise<FolderPatterns | undefined> {
  const [first] = folders;
  const include = patternsOf(readSetting('files.include'), settings['files.include']);
  const exclude = patternsOf(readSetting('files.exclude'), settings['files.exclude']);
  const answer = await prompts.input({
    title:
      folders.length === 1
        ? l10n.t('Upload the Folder {0}', shortName(first?.name ?? ''))
        : l10n.t('Upload {0} Folders', folders.length),
    prompt: l10n.t(
      'Patterns of the files to upload, separated by commas; those with ! before them are left out, as is what git ignores.',
    ),
    value: writePatterns({ include, exclude }),
  });
  return answer === undefined ? undefined : readPatterns(answer);
}

/** Such as `*.ts, !dist`, with the excluded ones last. */
export function writePatterns({ include, exclude }: FolderPatterns): string {
  return [...include, ...exclude.map((pattern) => `!${pattern}`)].join(', ');
}

/** The same back. Commas within braces do not separate; without anything to include, it is everything. */
export function readPatterns(text: string): FolderPatterns {
  const patterns = text
    .split(/,(?![^{]*\})/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '' && pattern !== '!');
  const include = patterns.filter((pattern) => !pattern.startsWith('!'));
  const exclude = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1).trim());
  return { include: include.length > 0 ? include : ['**'], exclude };
}

/** Anything but a list of texts counts as the default. */
function patternsOf(value: unknown, byDefault: readonly string[]): readonly string[] {
  if (!Array.isArray(value)) return byDefault;
  return value.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}
