import * as l10n from '@vscode/l10n';
import { mapConcurrent, throwIfAborted } from '../base/async';
import { AppError, CancelledError } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import { settings } from '../catalog/settings';
import { plainText } from '../platform/plainText';
import type { FilesContext } from './context';
import { displayNameOf, shortName } from './names';
import { type UserFile, VIRTUAL_LIMIT } from './openSource';
import { askLinks } from './inspectFiles';
import {
  DOCUMENT_LIMIT,
  FILE_LIMIT,
  type Candidate,
  type ExcludedFile,
  type ExclusionReason,
} from './uploadPlan';
import type { FolderPatterns } from './walkFolder';

export interface GatheredFiles {
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly ExcludedFile[];
  readonly hasFolder: boolean;
  /** Whether there is a repository, but Git couldn't list its ignored files. */
  readonly isGitUnknown: boolean;
}

type UploadPlaceKind = 'files' | 'store' | 'environment';

type GatherDeps = Pick<FilesContext, 'userFiles' | 'prompts' | 'progress' | 'readSetting'>;

const MAX_CONCURRENT = 16;

/**
 * Finds uploadable files without opening any. Undefined if a prompt was dismissed. Throws
 * `AppError` if the only target can't be uploaded.
 */
export async function gatherFiles(
  context: GatherDeps,
  targets: readonly FileTarget[],
  place: UploadPlaceKind = 'files',
): Promise<GatheredFiles | undefined> {
  const leftOut: ExcludedFile[] = [];
  const chosen = await inspectTargets(context, unique(targets), leftOut, targets.length === 1);
  const named = await askLinks(context, chosen, leftOut);
  if (!named) return undefined;
  const folders = named.filter(({ kind }) => kind === 'folder');
  const patterns = folders.length > 0 ? await askPatterns(context, folders) : undefined;
  let isGitUnknown = false;
  const candidates: Candidate[] = named
    .filter(({ kind }) => kind !== 'folder')
    .map((file) => ({ file, displayName: displayNameOf(file.name), isOfFolder: false }));
  for (const folder of folders) {
    if (!patterns) return undefined;
    const title = l10n.t('Scanning {0}', shortName(folder.name));
    const inside = await context.progress(title, (signal) =>
      filesInFolder(context, folder, patterns, leftOut, signal),
    );
    isGitUnknown ||= inside.isGitUnknown;
    const files = await askLinks(context, inside.files, leftOut, folder);
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
    candidates: onceEach(candidates).filter((one) => isUsable(one, leftOut, place)),
    leftOut,
    isGitUnknown,
    hasFolder: folders.length > 0,
  };
}

async function filesInFolder(
  context: GatherDeps,
  folder: UserFile,
  patterns: FolderPatterns,
  leftOut: ExcludedFile[],
  signal: AbortSignal,
): Promise<{ readonly files: readonly UserFile[]; readonly isGitUnknown: boolean }> {
  const { userFiles } = context;
  const found = await userFiles.filesBelow(folder.target, patterns, signal);
  leftOut.push(...found.leftOut.map((name): ExcludedFile => ({ name, reason: 'pattern' })));
  const ignored = await userFiles.ignored(folder.target, found.files);
  throwIfAborted(signal);
  const wanted = found.files.filter((target) => !ignored.files.has(target));
  const names = namesWithFolders(folder.target, [...ignored.files], wanted);
  leftOut.push(...names.map((name): ExcludedFile => ({ name, reason: 'ignored' })));
  const files = await inspectTargets(context, wanted, leftOut, false, signal);
  for (const { kind, name } of files) {
    if (kind === 'folder') leftOut.push({ name, reason: 'folder' });
  }
  return {
    files: files.filter(({ kind }) => kind !== 'folder'),
    isGitUnknown: ignored.isGitUnknown,
  };
}

/** Names of skipped files; if a folder has no other files, the folder's path instead. */
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

/** Inspects files and skips unreadable ones; throws if there is only one (`isOnly`). */
async function inspectTargets(
  { userFiles }: GatherDeps,
  targets: readonly FileTarget[],
  leftOut: ExcludedFile[],
  isOnly: boolean,
  signal?: AbortSignal,
): Promise<readonly UserFile[]> {
  const found: (UserFile | undefined)[] = targets.map(() => undefined);
  await mapConcurrent(MAX_CONCURRENT, targets.entries(), async ([index, target]) => {
    throwIfAborted(signal);
    try {
      const file = await userFiles.inspect(target);
      if (file.kind !== 'other') found[index] = file;
      else if (isOnly) {
        throw new AppError(
          'notAFile',
          l10n.t('{0} can’t be uploaded because it isn’t a regular file.', plainText(file.path)),
        );
      } else leftOut.push({ name: file.name, reason: 'other' });
    } catch (error) {
      if (isOnly || CancelledError.is(error) || !(error instanceof AppError)) throw error;
      const reason: ExclusionReason = error.reason === 'fileGone' ? 'gone' : 'unreadable';
      leftOut.push({ name: nameOf(target), reason });
    }
  });
  return found.filter((file) => file !== undefined);
}

function isUsable(
  { file, isOfFolder }: Candidate,
  leftOut: ExcludedFile[],
  place: UploadPlaceKind,
): boolean {
  const isTooLarge = place === 'store' && file.size > DOCUMENT_LIMIT;
  // A project folder needs its empty files.
  const isWhole = place === 'environment';
  const reason = isTooLarge ? 'tooLargeForStore' : reasonAgainst(file, isOfFolder && !isWhole);
  if (reason) leftOut.push({ name: file.name, reason, size: file.size });
  return reason === undefined;
}

function reasonAgainst(file: UserFile, isOfFolder: boolean): ExclusionReason | undefined {
  if (file.size > FILE_LIMIT) return 'tooLarge';
  if (file.localPath === undefined && file.size > VIRTUAL_LIMIT) return 'tooLargeVirtual';
  // Empty files such as Python's `__init__.py` are useless in a prompt, unless the user selected them directly.
  return isOfFolder && file.size === 0 ? 'empty' : undefined;
}

function unique(targets: readonly FileTarget[]): readonly FileTarget[] {
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()];
}

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

async function askPatterns(
  { prompts, readSetting }: Pick<FilesContext, 'prompts' | 'readSetting'>,
  folders: readonly UserFile[],
): Promise<FolderPatterns | undefined> {
  const [first] = folders;
  const include = patternsOf(readSetting('files.include'), settings['files.include'].default);
  const exclude = patternsOf(readSetting('files.exclude'), settings['files.exclude'].default);
  const answer = await prompts.input({
    title:
      folders.length === 1
        ? l10n.t('Upload Folder “{0}”', shortName(first?.name ?? ''))
        : l10n.t('Upload {0} Folders', folders.length),
    prompt: l10n.t(
      'Enter glob patterns for the files to upload, separated by commas. Patterns that start with ! exclude files. Files ignored by Git are always excluded.',
    ),
    value: writePatterns({ include, exclude }),
  });
  return answer === undefined ? undefined : readPatterns(answer);
}

/** Formats patterns as `*.ts, !dist`, excluded patterns last. */
export function writePatterns({ include, exclude }: FolderPatterns): string {
  return [...include, ...exclude.map((pattern) => `!${pattern}`)].join(', ');
}

/** Parses the output of `writePatterns`. Commas in braces don't separate; no include means everything. */
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

function patternsOf(value: unknown, byDefault: readonly string[]): readonly string[] {
  if (!Array.isArray(value)) return byDefault;
  return value.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
}
