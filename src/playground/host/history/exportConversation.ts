import { safeFileName } from '../../../platform/safeFiles';
import type { L10n } from '../../../platform/l10n';
import type { Conversation } from '../../conversation';
import type { ConversationEntry } from './conversationEntry';
import { conversationMarkdown } from './conversationMarkdown';
import type { HistoryRoom } from './historyRoom';
import { loadConversation } from './loadConversation';
import { sharedConversation } from './sharedConversation';

interface Format {
  readonly extension: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: string;
  readonly write: (conversation: Conversation) => string;
}

/** Writes a conversation to a file of the user, as Markdown or JSON. */
export async function exportConversation(
  room: HistoryRoom,
  { id }: Pick<ConversationEntry, 'id'>,
): Promise<void> {
  const { prompts, localFiles, lastFolder, l10n } = room;
  const conversation = await loadConversation(room, id);
  const format = await prompts.pick(
    { title: l10n.t('Export Conversation'), placeholder: l10n.t('Choose what it is written as') },
    formats(l10n).map((value) => ({ ...value, value })),
  );
  if (!format) return;
  const { extension, label } = format;
  const target = await localFiles.saveAs({
    title: l10n.t('Export Conversation'),
    name: safeFileName(conversation.title, `.${extension}`, 'conversation'),
    filter: { name: label, extensions: [extension] },
    folder: await lastFolder.load(),
  });
  if (!target) return;
  const text = format.write(conversation);
  await target.write(oneOf(text));
  await lastFolder.save(target.uri);
  // Not waited for: it stays until somebody takes it away.
  void prompts.notify('info', l10n.t('Exported to {0}.', target.path));
}

function formats(l10n: L10n): readonly Format[] {
  return [
    {
      extension: 'md',
      label: l10n.t('Markdown'),
      detail: l10n.t('To read and to share'),
      icon: 'markdown',
      write: (conversation) => conversationMarkdown(conversation, l10n),
    },
    {
      extension: 'json',
      label: l10n.t('JSON'),
      detail: l10n.t('All of it, to be imported again'),
      icon: 'json',
      write: (conversation) => `${JSON.stringify(sharedConversation(conversation), null, 2)}\n`,
    },
  ];
}

async function* oneOf(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}
