import { AppError } from '../../../base/errors';
import type { SourceFile } from '../../../platform/localFiles';
import type { Beginning } from '../transcript';
import type { HistoryRoom } from './historyRoom';
import { importedConversation, type Imported } from './importedConversation';

/** Largest file that is read, in bytes: what a string in memory can hold without a strain. */
const LARGEST = 100_000_000;

/**
 * Reads a conversation of a file that the user picks; undefined when dismissed. Throws `AppError` where the file is
 * something else, or too large.
 */
export async function importConversation(
  room: Pick<HistoryRoom, 'localFiles' | 'lastFolder' | 'clock' | 'l10n'>,
  beginning: () => Promise<Beginning>,
): Promise<Imported | undefined> {
  const { localFiles, lastFolder, clock, l10n } = room;
  const file = await localFiles.pick({
    title: l10n.t('Import Conversation'),
    label: l10n.t('Import'),
    // A prompt of AI Studio has no ending.
    filter: { name: l10n.t('JSON'), extensions: ['json', '*'] },
    folder: await lastFolder.load(),
  });
  if (!file) return undefined;
  if (file.size > LARGEST) {
    throw new AppError('tooLarge', l10n.t('{0} is too large for a conversation.', file.name));
  }
  const context = { beginning: await beginning(), now: clock.now(), l10n };
  const name = file.name.replace(/\.\w+$/, '');
  const imported = importedConversation(await textOf(file), { ...context, name });
  await lastFolder.save(file.uri);
  return imported;
}

/** Tells which settings of a file are not in the conversation that was made of it. */
export function tellLeftOut(
  { leftOut }: Imported,
  { prompts, l10n }: Pick<HistoryRoom, 'prompts' | 'l10n'>,
): void {
  if (leftOut.length === 0) return;
  const message = l10n.t(
    'The conversation was imported without settings that the playground does not take: {0}.',
    leftOut.join(', '),
  );
  void prompts.notify('warning', message);
}

async function textOf(file: SourceFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
