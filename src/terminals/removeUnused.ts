import * as l10n from '@vscode/l10n';
import type { Prompts } from '../platform/prompts';

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
