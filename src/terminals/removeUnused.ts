import * as l10n from '@vscode/l10n';
import type { Prompts } from '../platform/prompts';

/** The files of a folder of recordings. */
export interface RecordingFiles {
  /** Undefined for a file that no longer exists. */
  read(file: string): Promise<Uint8Array | undefined>;
  /** Into the trash, if the file system has one. */
  remove(file: string): Promise<void>;
  write(file: string, content: Uint8Array): Promise<void>;
}

/** Removes those of the unused recordings that the user checks, and offers to put them back. */
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
