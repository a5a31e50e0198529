import * as l10n from '@vscode/l10n';
import type { PickItem, Prompts } from '../platform/prompts';
import { type Note, NOTES } from './sessionModes';

const ICONS: { readonly [W in Note['what']]: string } = {
  recorded: 'new-file',
  same: 'pass',
  missed: 'warning',
  lost: 'error',
  unused: 'circle-slash',
  notRequested: 'circle-slash',
};

/** Value of the item that removes recordings; not a valid file name. */
export const REMOVE = '*';

/**
 * Lists recorded, unmatched and unused items by type. Returns the chosen file or `REMOVE`.
 * Undefined if dismissed or if the item has no file.
 */
export async function chooseNote(
  prompts: Pick<Prompts, 'pick'>,
  title: string,
  notes: readonly Note[],
): Promise<string | undefined> {
  const items = NOTES.flatMap((what) =>
    notes.filter((note) => note.what === what).map((note, index) => rowOf(note, index === 0)),
  );
  const placeholder = l10n.t('Select a recording to open');
  const remove = { label: l10n.t('Remove Unused Recordings…'), icon: 'trash', value: REMOVE };
  const isOffered = notes.some(({ what }) => what === 'notRequested');
  const rows = isOffered ? [...items, { ...remove, separator: '' }] : items;
  const file = await prompts.pick({ title, placeholder }, rows);
  return file === '' ? undefined : file;
}

function rowOf({ what, text, nearest }: Note, isFirst: boolean): PickItem<string> {
  const isUnused = what === 'unused' || what === 'notRequested';
  const isFile = what === 'recorded' || what === 'same' || isUnused;
  return {
    label: text,
    icon: ICONS[what],
    ...(isFirst && { separator: headingOf(what) }),
    ...(what === 'missed' && {
      description:
        nearest === '' ? l10n.t('no similar recording') : l10n.t('closest is {0}', nearest),
    }),
    value: isFile ? text : nearest,
  };
}

function headingOf(what: Note['what']): string {
  switch (what) {
    case 'recorded':
      return l10n.t('Recorded');
    case 'same':
      return l10n.t('Re-recorded, unchanged');
    case 'missed':
      return l10n.t('Missing');
    case 'lost':
      return l10n.t('Not recorded');
    case 'unused':
      return l10n.t('Unused');
    case 'notRequested':
      return l10n.t('Unused: recorded earlier, not requested this time');
  }
}

export interface RecordingFiles {
  /** Undefined if the file doesn’t exist. */
  read(file: string): Promise<Uint8Array | undefined>;
  /** Moves the file to the trash if available. */
  remove(file: string): Promise<void>;
  write(file: string, content: Uint8Array): Promise<void>;
}

/** Removes the unused recordings that the user selects, with undo. */
export async function removeUnused(
  prompts: Pick<Prompts, 'notify' | 'pickMany'>,
  unused: readonly string[],
  files: RecordingFiles,
): Promise<void> {
  const chosen = await prompts.pickMany(
    {
      title: l10n.t('Remove Unused Recordings'),
      placeholder: l10n.t('Select the recordings to remove'),
    },
    unused.map((file) => ({ label: file, icon: 'file', value: file, checked: true })),
  );
  const removed = new Map<string, Uint8Array>();
  for (const file of chosen ?? []) {
    const content = await files.read(file);
    if (!content) continue;
    await files.remove(file);
    removed.set(file, content);
  }
  if (removed.size === 0) return;
  const putBack = l10n.t('Restore');
  const message = l10n.t('Recordings removed: {0}.', removed.size);
  if ((await prompts.notify('info', message, putBack)) !== putBack) return;
  for (const [file, content] of removed) await files.write(file, content);
}
