import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { PickItem, Prompts } from '../../platform/prompts';
import { MIN_COLUMNS } from '../model/compare';
import type { Conversation, Failure } from '../model/conversation';
import { isConversationId } from './conversationFile';
import { type ConversationEntry, ConversationIndex } from './conversationIndex';
import type { ConversationStore, LoadedConversation } from './conversationStore';
import { type InitialState, newConversation, withInterruptionsReported } from './transcript';

export interface OpenedConversation {
  readonly conversation: Conversation;
  readonly known?: Extract<LoadedConversation, { kind: 'found' }>;
  readonly notice?: Failure;
}

/**
 * Opens a conversation, or a new one with a notice if the conversation is missing or unreadable. Never
 * rejects, because the panel would stay empty.
 */
export async function openConversation(
  store: ConversationStore,
  id: string | undefined,
  beginning: InitialState,
  now: number,
): Promise<OpenedConversation> {
  if (id === undefined || !isConversationId(id)) {
    return { conversation: newConversation(beginning, now) };
  }
  try {
    const loaded = await store.load(id);
    switch (loaded.kind) {
      case 'found':
        return {
          conversation: withInterruptionsReported(loaded.conversation),
          known: loaded,
        };
      case 'absent':
        // Nothing has been written yet; the panel stores its draft under this ID.
        return { conversation: newConversation(beginning, now, id) };
      case 'corrupt':
        return {
          conversation: newConversation(beginning, now),
          notice: damagedNotice(),
        };
    }
  } catch (error) {
    return {
      conversation: newConversation(beginning, now),
      notice: {
        message: l10n.t('Couldn’t open the file of this conversation: {0}.', errorMessage(error)),
        hint: l10n.t('The file was left unchanged. This is a new conversation.'),
        fixes: ['showLog'],
      },
    };
  }
}

/** Opens the remaining conversations of a comparison; undefined if fewer than two exist. */
export async function openColumns(
  store: Pick<ConversationStore, 'load'>,
  ids: readonly string[],
): Promise<readonly OpenedConversation[] | undefined> {
  const loaded = await Promise.all(ids.map((id) => store.load(id)));
  const opened = loaded.flatMap((known): readonly OpenedConversation[] => {
    if (known.kind !== 'found') return [];
    return [{ conversation: withInterruptionsReported(known.conversation), known }];
  });
  return opened.length < MIN_COLUMNS ? undefined : opened;
}

function damagedNotice(): Failure {
  return {
    message: l10n.t('The file of this conversation is damaged.'),
    hint: l10n.t('The file was saved under another name. This is a new conversation.'),
    fixes: ['showLog'],
  };
}

/** Shows a list of conversations; undefined if dismissed. */
export async function pickConversation(
  prompts: Prompts,
  entries: Promise<readonly ConversationEntry[]>,
  locale: string,
): Promise<string | undefined> {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const items = entries.then((all) => all.map((entry) => itemOf(entry, time)));
  if ((await items).length === 0) {
    await prompts.notify('info', l10n.t('There are no conversations on this machine yet.'));
    return undefined;
  }
  return await prompts.pick(
    {
      title: l10n.t('Open Conversation'),
      placeholder: l10n.t('Select a conversation (newest first)'),
    },
    items,
  );
}

function itemOf(
  { id, title, updateTime, messages, model, columns }: ConversationEntry,
  time: Intl.DateTimeFormat,
): PickItem<string> {
  const date = new Date(updateTime);
  const when = Number.isNaN(date.getTime()) ? '' : time.format(date);
  const count = messages === 1 ? l10n.t('1 message') : l10n.t('{0} messages', messages);
  const models = columns ? l10n.t('Comparison · {0} models', columns.length) : model;
  const parts = [when, count, models];
  return { label: title, detail: parts.filter(Boolean).join(' · '), value: id };
}

/**
 * Lists non-empty conversations, latest first, with each comparison as one. Calls `onUnreadable`
 * for unreadable files.
 */
export async function listConversations(
  files: FileStore,
  onUnreadable: (name: string, reason: string) => void,
): Promise<readonly ConversationEntry[]> {
  const index = new ConversationIndex(files);
  await index.refresh();
  const entries = index.rows();
  for (const { id, unreadable } of entries) {
    if (unreadable !== undefined && !id.includes('.')) onUnreadable(`${id}.json`, unreadable);
  }
  return entries.filter(({ unreadable }) => unreadable === undefined);
}
