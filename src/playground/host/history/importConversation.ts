import { AppError } from '../../../base/errors';
import type { SourceFile } from '../../../platform/localFiles';
import type { Conversation } from '../../conversation';
import type { Beginning } from '../transcript';
import type { HistoryRoom } from './historyRoom';
import { importedConversation } from './importedConversation';

/** Largest file that is read, in bytes: what a string in memory can hold without a strain. */
const LARGEST = 100_000_000;

/**
 * Reads a conversation of a file that the user picks; undefined when dismissed. Throws `AppError` where the file is
 * something else, or too large.
 */
export async function importConversation(
  room: Pick<HistoryRoom, 'localFiles' | 'lastFolder' | 'clock' | 'l10n'>,
  beginning: () => Promise<Beginning>,
): Promise<Conversation | undefined> {
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
  const conversation = importedConversation(await textOf(file), { ...context, name });
  await lastFolder.save(file.uri);
  return conversation;
}

async function textOf(file: SourceFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
