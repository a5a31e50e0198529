import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import { plainText } from '../platform/plainText';
import { requireConnected } from '../platform/errors';
import type { Connection } from '../service/connection';
import type { FilesContext } from './context';
import { shortName } from './names';
import type { ExcludedFile } from './uploadPlan';
import type { UserFile } from './userFiles';

/**
 * Returns the target connection. Undefined (after a notification) if the workspace isn't trusted.
 * Throws `AppError` (`noConnection`).
 */
export async function requireReady(context: FilesContext): Promise<Connection | undefined> {
  const { prompts, services } = context;
  if (!context.isTrusted()) {
    const manage = l10n.t('Manage Workspace Trust');
    void prompts.notify('warning', untrusted(), manage).then(async (answer) => {
      if (answer === manage) await context.show('trust');
    });
    return undefined;
  }
  return requireConnected(services.connections.active);
}

/** Throws `AppError` (`notTrusted`) if the workspace isn't trusted: no files may be read. */
export function requireTrust({ isTrusted }: Pick<FilesContext, 'isTrusted'>): void {
  if (isTrusted()) return;
  throw new AppError('notTrusted', untrusted());
}

const untrusted = (): string =>
  l10n.t('Files can be uploaded only from a trusted workspace. This one is in Restricted Mode.');

/**
 * Asks before sending each link target outside the workspace folder; undefined if dismissed. Files
 * below an `agreed` folder need no confirmation.
 */
export async function askLinks(
  { prompts }: Pick<FilesContext, 'prompts'>,
  files: readonly UserFile[],
  leftOut: ExcludedFile[],
  agreed?: UserFile,
): Promise<readonly UserFile[] | undefined> {
  const [upload, leave, leaveAll] = [
    l10n.t('Upload'),
    l10n.t('Skip'),
    l10n.t('Skip All Outside Links'),
  ];
  const left = new Set<UserFile>();
  const isAsked = ({ leadsTo }: UserFile): boolean =>
    leadsTo !== undefined && !isBelow(leadsTo, agreed?.leadsTo);
  const links = files.filter(isAsked);
  for (const [index, link] of links.entries()) {
    if (left.has(link)) continue;
    const rest = links.slice(index);
    const answer = await prompts.confirm(
      l10n.t('“{0}” points outside the workspace folder.', shortName(link.name)),
      {
        detail: l10n.t(
          'The file resolves to {0}. Upload the target?',
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

/**
 * Asks to save files with unsaved changes, since only disk content is sent. Returns all files after
 * saving; undefined if dismissed. Throws `AppError` (`notSaved`).
 */
export async function askUnsaved(
  { prompts, userFiles }: Pick<FilesContext, 'prompts' | 'userFiles'>,
  files: readonly UserFile[],
): Promise<readonly UserFile[] | undefined> {
  const unsaved = files.filter(({ isUnsaved }) => isUnsaved);
  const [first] = unsaved;
  if (!first) return files;
  const [save, asIs] = [l10n.t('Save'), l10n.t('Use Saved Version')];
  const message =
    unsaved.length === 1
      ? l10n.t('{0} has unsaved changes.', shortName(first.name))
      : l10n.t('{0} files have unsaved changes.', unsaved.length.toLocaleString('en'));
  const detail = l10n.t('Only saved content is sent.');
  const answer = await prompts.confirm(message, { detail, actions: [save, asIs] });
  if (answer === undefined) return undefined;
  if (answer === asIs) return files;
  const saved: UserFile[] = [];
  for (const file of files) {
    if (!file.isUnsaved) saved.push(file);
    else if (await userFiles.save(file.target)) saved.push(await userFiles.inspect(file.target));
    else throw new AppError('notSaved', l10n.t('Couldn’t save {0}.', shortName(file.name)));
  }
  return saved;
}
