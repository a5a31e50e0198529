import * as l10n from '@vscode/l10n';
import { FILE_BYTES, FILE_SEARCH_BYTES } from '../api/schema/fieldLimits';
import { shownSize } from '../base/format';
import { FILES_QUOTA } from '../catalog/kinds';
import { plainText } from '../platform/plainText';
import { shortName } from './names';
import type { UserFile } from './openSource';

/** Maximum size of a file in bytes: 2 GiB. */
export const FILE_LIMIT = FILE_BYTES;

/** Maximum size of a File Search document in bytes: 100 MiB. */
export const DOCUMENT_LIMIT = FILE_SEARCH_BYTES;

export interface Candidate {
  readonly file: UserFile;
  readonly displayName: string;
  readonly isOfFolder: boolean;
}

export type ExclusionReason =
  | 'ignored'
  | 'pattern'
  | 'same'
  | 'empty'
  | 'unreadable'
  | 'gone'
  | 'other'
  | 'folder'
  | 'leadsOut'
  | 'tooLarge'
  | 'tooLargeForStore'
  | 'tooLargeVirtual';

export interface ExcludedFile {
  readonly name: string;
  readonly reason: ExclusionReason;
  /** In bytes, if known. */
  readonly size?: number;
}

export interface UploadPlan {
  readonly files: readonly {
    readonly displayName: string;
    readonly size: number;
    readonly isThere: boolean;
  }[];
  readonly leftOut: readonly ExcludedFile[];
  readonly isGitUnknown: boolean;
  /** Total bytes of the project's files; absent if the file quota doesn't apply. */
  readonly used?: number | undefined;
  readonly connection: string;
}

const SHOWN = 3;

/** Bytes by which the plan exceeds the project's quota. */
export function overQuota({ files, used }: Pick<UploadPlan, 'files' | 'used'>): number {
  return used === undefined ? 0 : Math.max(0, used + bytesOf(files) - FILES_QUOTA);
}

/** Bytes that the upload adds; existing files add none. */
function bytesOf(files: UploadPlan['files']): number {
  return files.reduce((sum, { size, isThere }) => sum + (isThere ? 0 : size), 0);
}

export function planText(plan: UploadPlan): { readonly message: string; readonly detail: string } {
  const { files, leftOut, isGitUnknown, connection } = plan;
  const count = files.length.toLocaleString('en');
  const [first] = files;
  const size = shownSize(files.reduce((sum, file) => sum + file.size, 0));
  const message =
    files.length === 1
      ? l10n.t('Upload {0} ({1}) to {2}?', shortName(first?.displayName ?? ''), size, connection)
      : l10n.t('Upload {0} files ({1}) to {2}?', count, size, connection);
  const there = files.filter(({ isThere }) => isThere).length;
  const lines: string[] = [];
  if (there > 0) {
    lines.push(
      there === 1
        ? l10n.t('1 file with the same content already exists. You can choose what to do.')
        : l10n.t(
            '{0} files with the same content already exist. You can choose what to do.',
            there.toLocaleString('en'),
          ),
    );
  }
  if (overQuota(plan) > 0) lines.push(quotaText(plan));
  lines.push(...excludedLines(leftOut));
  if (isGitUnknown) {
    lines.push(l10n.t('Couldn’t check which files Git ignores. They’re included.'));
  }
  return { message, detail: lines.join('\n') };
}

function quotaText(plan: Pick<UploadPlan, 'files' | 'used'>): string {
  const used = ((plan.used ?? 0) / 1e9).toFixed(1);
  const over = shownSize(overQuota(plan));
  return plan.files.length === 1
    ? l10n.t(
        'The file exceeds the project’s storage limit: {0} of 20 GB is used, and {1} more is needed.',
        used,
        over,
      )
    : l10n.t(
        'The files exceed the project’s storage limit: {0} of 20 GB is used, and {1} more is needed.',
        used,
        over,
      );
}

export function excludedLines(leftOut: readonly ExcludedFile[]): readonly string[] {
  const isLarge = ({ reason }: ExcludedFile): boolean =>
    reason === 'tooLarge' || reason === 'tooLargeForStore';
  const others = Map.groupBy(
    leftOut.filter((one) => !isLarge(one)),
    ({ reason }) => reason,
  );
  return [
    ...leftOut.filter(isLarge).map(({ name, reason, size }) => {
      const facts = [shortName(name), (size ?? 0).toLocaleString('en')];
      return reason === 'tooLarge'
        ? l10n.t('Skipped: {0} has {1} bytes. The limit is 2,147,483,648 bytes (2 GiB).', ...facts)
        : l10n.t(
            'Skipped: {0} has {1} bytes. The limit of a file search store is 104,857,600 bytes (100 MiB).',
            ...facts,
          );
    }),
    ...[...others].map(([reason, some]) =>
      l10n.t('Skipped, {0}: {1}', reasonText(reason), namesOf(some)),
    ),
  ];
}

export function planList({ files, leftOut }: UploadPlan): string {
  const sent = files.map(({ displayName, size, isThere }) => {
    const facts = [shownSize(size), ...(isThere ? [l10n.t('already exists')] : [])];
    return `  ${plainText(displayName)}  (${facts.join(', ')})`;
  });
  const others = leftOut.map(({ name, reason }) => `  ${plainText(name)}  (${reasonText(reason)})`);
  const left = others.length > 0 ? ['', l10n.t('Skipped'), ...others] : [];
  return [l10n.t('To upload'), ...sent, ...left, ''].join('\n');
}

function namesOf(some: readonly ExcludedFile[]): string {
  const names = some.slice(0, SHOWN).map(({ name }) => shortName(name));
  const more = some.length - names.length;
  if (more > 0) names.push(l10n.t('and {0} more', more.toLocaleString('en')));
  return names.join(', ');
}

function reasonText(reason: ExclusionReason): string {
  switch (reason) {
    case 'pattern':
      return l10n.t('excluded by patterns');
    case 'same':
      return l10n.t('duplicate content');
    case 'ignored':
      return l10n.t('ignored by Git');
    case 'empty':
      return l10n.t('empty');
    case 'unreadable':
      return l10n.t('unreadable');
    case 'gone':
      return l10n.t('no longer exists');
    case 'other':
      return l10n.t('not a regular file');
    case 'folder':
      return l10n.t('links to folders, and unreadable folders');
    case 'leadsOut':
      return l10n.t('links to outside the workspace folder');
    case 'tooLarge':
      return l10n.t('larger than 2 GiB');
    case 'tooLargeForStore':
      return l10n.t('larger than 100 MiB');
    case 'tooLargeVirtual':
      return l10n.t('in a virtual file system and larger than 100 MB');
  }
}
