import { plainText } from '../../platform/plainText';
import type { FilesRoom } from '../room';
import type { UserFile } from '../userFiles';
import type { LeftOut } from './candidate';
import { shortName } from './shortName';

/**
 * Asks for each link that leads out of its workspace folder whether what is there is meant: nothing outside is
 * sent without being named. Gives those that are to be uploaded; undefined when dismissed.
 * @param agreed a folder that was asked for: what lies in the place where it leads to goes with it.
 */
export async function askLinks(
  { prompts, l10n }: Pick<FilesRoom, 'prompts' | 'l10n'>,
  files: readonly UserFile[],
  leftOut: LeftOut[],
  agreed?: UserFile,
): Promise<readonly UserFile[] | undefined> {
  const [upload, leave, leaveAll] = [
    l10n.t('Upload'),
    l10n.t('Leave Out'),
    l10n.t('Leave Out All Such Links'),
  ];
  const left = new Set<UserFile>();
  const isAsked = ({ leadsTo }: UserFile): boolean =>
    leadsTo !== undefined && !isBelow(leadsTo, agreed?.leadsTo);
  const links = files.filter(isAsked);
  for (const [index, link] of links.entries()) {
    if (left.has(link)) continue;
    const rest = links.slice(index);
    const answer = await prompts.confirm(
      l10n.t('“{0}” leads out of the workspace folder.', shortName(link.name)),
      {
        detail: l10n.t(
          'It is, or lies behind, a link to {0}. Upload what is there?',
          plainText(link.leadsTo ?? ''),
        ),
        actions: [
          upload,
          ...(files.length > 1 ? [leave] : []),
          ...(rest.length > 1 ? [leaveAll] : []),
        ],
      },
    );
    if (answer === undefined) return undefined;
    const out = answer === leaveAll ? rest : answer === leave ? [link] : [];
    for (const one of out) left.add(one);
  }
  leftOut.push(...[...left].map(({ name }) => ({ name, reason: 'leadsOut' as const })));
  return files.filter((file) => !left.has(file));
}

function isBelow(path: string, folder: string | undefined): boolean {
  if (folder === undefined) return false;
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}
