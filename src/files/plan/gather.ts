import { AppError, CancelledError } from '../../base/errors';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import type { FileTarget } from '../../base/fileTarget';
import { plainText } from '../../platform/plainText';
import type { FilesRoom } from '../room';
import { VIRTUAL_LIMIT } from '../source/readVirtual';
import type { UserFile } from '../userFiles';
import { askLinks } from './askLinks';
import { askPatterns } from './askPatterns';
import { displayNameOf, type Candidate, type LeftOut, type LeftOutReason } from './candidate';
import { FILE_LIMIT } from './limits';
import { shortName } from './shortName';
import type { FolderPatterns } from './walkFolder';

/** What was chosen, folders with what is in them. */
export interface Gathered {
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly LeftOut[];
  readonly hasFolder: boolean;
  /** There is a repository, but git could not be asked what it ignores. */
  readonly isGitUnknown: boolean;
}

type Parts = Pick<FilesRoom, 'userFiles' | 'prompts' | 'progress' | 'readSetting' | 'l10n'>;

/** Files that are looked at at once. */
const AT_ONCE = 16;

/**
 * Finds the files that were chosen, and says which of them can't be uploaded. Reads none. Undefined when a
 * question was dismissed; throws `AppError` where the only file is none.
 */
export async function gather(
  room: Parts,
  targets: readonly FileTarget[],
): Promise<Gathered | undefined> {
  const leftOut: LeftOut[] = [];
  const chosen = await lookAt(room, unique(targets), leftOut, targets.length === 1);
  const named = await askLinks(room, chosen, leftOut);
  if (!named) return undefined;
  const folders = named.filter(({ kind }) => kind === 'folder');
  const patterns = folders.length > 0 ? await askPatterns(room, folders) : undefined;
  let isGitUnknown = false;
  const candidates: Candidate[] = named
    .filter(({ kind }) => kind !== 'folder')
    .map((file) => ({ file, displayName: displayNameOf(file.name), isOfFolder: false }));
  for (const folder of folders) {
    if (!patterns) return undefined;
    const title = room.l10n.t('Looking through {0}', shortName(folder.name));
    const inside = await room.progress(title, (signal) =>
      lookThrough(room, folder, patterns, leftOut, signal),
    );
    isGitUnknown ||= inside.isGitUnknown;
    const files = await askLinks(room, inside.files, leftOut, folder);
    if (!files) return undefined;
    const from = folder.target.path.replace(/\/?$/, '/').length;
    candidates.push(
      ...files.map((file) => ({
        file,
        displayName: displayNameOf(file.target.path.slice(from)),
        isOfFolder: true,
      })),
    );
  }
  return {
    candidates: onceEach(candidates).filter((one) => isUsable(one, leftOut)),
    ...{ leftOut, isGitUnknown, hasFolder: folders.length > 0 },
  };
}

async function lookThrough(
  room: Parts,
  folder: UserFile,
  patterns: FolderPatterns,
  leftOut: LeftOut[],
  signal: AbortSignal,
): Promise<{ readonly files: readonly UserFile[]; readonly isGitUnknown: boolean }> {
  const { userFiles } = room;
  const found = await userFiles.filesBelow(folder.target, patterns, signal);
  leftOut.push(...found.leftOut.map((name): LeftOut => ({ name, reason: 'pattern' })));
  const ignored = await userFiles.ignored(folder.target, found.files);
  throwIfAborted(signal);
  const wanted = found.files.filter((target) => !ignored.files.has(target));
  const names = namesWithFolders(folder.target, [...ignored.files], wanted);
  leftOut.push(...names.map((name): LeftOut => ({ name, reason: 'ignored' })));
  const files = await lookAt(room, wanted, leftOut, false, signal);
  // Links to folders, and folders that can't be read, are in the list as what they are.
  for (const { kind, name } of files) {
    if (kind === 'folder') leftOut.push({ name, reason: 'folder' });
  }
  return {
    files: files.filter(({ kind }) => kind !== 'folder'),
    isGitUnknown: ignored.isGitUnknown,
  };
}

/** The names of files that are left out; where a folder has no other ones, its path in their place. */
function namesWithFolders(
  folder: FileTarget,
  leftOut: readonly FileTarget[],
  wanted: readonly FileTarget[],
): readonly string[] {
  const start = folder.path.replace(/\/?$/, '/').length;
  const foldersOf = ({ path }: FileTarget): readonly string[] => {
    const parts = path.slice(start).split('/').slice(0, -1);
    return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
  };
  const kept = new Set(wanted.flatMap(foldersOf));
  const names = leftOut.map(
    (target) => foldersOf(target).find((path) => !kept.has(path)) ?? nameOf(target),
  );
  return [...new Set(names)];
}

/** What can't be looked at is left out; thrown instead where it is all there is. */
async function lookAt(
  { userFiles, l10n }: Parts,
  targets: readonly FileTarget[],
  leftOut: LeftOut[],
  isOnly: boolean,
  signal?: AbortSignal,
): Promise<readonly UserFile[]> {
  const found: (UserFile | undefined)[] = targets.map(() => undefined);
  await mapConcurrent(AT_ONCE, targets.entries(), async ([index, target]) => {
    throwIfAborted(signal);
    try {
      const file = await userFiles.inspect(target);
      if (file.kind !== 'other') found[index] = file;
      else if (isOnly) {
        throw new AppError(
          'notAFile',
          l10n.t(
            '{0} is a pipe, a socket or a device, not a file that can be uploaded.',
            plainText(file.path),
          ),
        );
      } else leftOut.push({ name: file.name, reason: 'other' });
    } catch (error) {
      if (isOnly || CancelledError.is(error) || !(error instanceof AppError)) throw error;
      const reason: LeftOutReason = error.reason === 'fileGone' ? 'gone' : 'unreadable';
      leftOut.push({ name: nameOf(target), reason });
    }
  });
  return found.filter((file) => file !== undefined);
}

function isUsable({ file, isOfFolder }: Candidate, leftOut: LeftOut[]): boolean {
  const reason = whyNot(file, isOfFolder);
  if (reason) leftOut.push({ name: file.name, reason, size: file.size });
  return reason === undefined;
}

function whyNot(file: UserFile, isOfFolder: boolean): LeftOutReason | undefined {
  if (file.size > FILE_LIMIT) return 'tooLarge';
  if (file.localPath === undefined && file.size > VIRTUAL_LIMIT) return 'tooLargeVirtual';
  // Such as the empty `__init__.py` of Python: nothing that a prompt could use. A named one is meant.
  return isOfFolder && file.size === 0 ? 'empty' : undefined;
}

function unique(targets: readonly FileTarget[]): readonly FileTarget[] {
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()];
}

/** A file that was chosen both by itself and with its folder is taken once. */
function onceEach(candidates: readonly Candidate[]): readonly Candidate[] {
  const first = new Map<string, Candidate>();
  for (const one of candidates) {
    const key = keyOf(one.file.target);
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()];
}

function keyOf({ scheme, authority, path }: FileTarget): string {
  return `${scheme}://${authority}${path}`;
}

function nameOf({ path }: FileTarget): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
