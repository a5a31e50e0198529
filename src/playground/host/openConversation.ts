import { errorMessage } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import { FEWEST_COLUMNS } from '../compare';
import type { Conversation, Failure } from '../conversation';
import { isConversationId } from './conversationFile';
import type { ConversationStore, Loaded } from './conversationStore';
import { newConversation, withInterruptionsTold, type Beginning } from './transcript';

export interface Opened {
  readonly conversation: Conversation;
  /** What is on disk of it. */
  readonly known?: Extract<Loaded, { kind: 'found' }>;
  /** Why another conversation than the wanted one was opened. */
  readonly notice?: Failure;
}

/**
 * The conversation with an id, or a new one where there is none, or none that can be read; the reason
 * is told. Never rejects: a panel that can't be restored would be an empty one.
 */
export async function openConversation(
  store: ConversationStore,
  id: string | undefined,
  beginning: Beginning,
  now: number,
  l10n: L10n,
): Promise<Opened> {
  if (id === undefined || !isConversationId(id)) {
    return { conversation: newConversation(beginning, now, l10n) };
  }
  try {
    const loaded = await store.load(id);
    switch (loaded.kind) {
      case 'found':
        return { conversation: withInterruptionsTold(loaded.conversation, l10n), known: loaded };
      case 'absent':
        // Nothing was written into it yet; its panel keeps the draft under this id.
        return { conversation: newConversation(beginning, now, l10n, id) };
      case 'corrupt':
        return {
          conversation: newConversation(beginning, now, l10n),
          notice: corruptNotice(loaded, l10n),
        };
    }
  } catch (error) {
    return {
      conversation: newConversation(beginning, now, l10n),
      notice: {
        message: l10n.t(
          'The file of this conversation could not be opened: {0}.',
          errorMessage(error),
        ),
        hint: l10n.t('It was left as it is; this is a new conversation.'),
        fixes: ['showLog'],
      },
    };
  }
}

/** The conversations of a comparison without those that are gone; undefined where fewer than two are left. */
export async function openColumns(
  store: Pick<ConversationStore, 'load'>,
  ids: readonly string[],
  l10n: L10n,
): Promise<readonly Opened[] | undefined> {
  const loaded = await Promise.all(ids.map((id) => store.load(id)));
  const opened = loaded.flatMap((known): readonly Opened[] => {
    if (known.kind !== 'found') return [];
    return [{ conversation: withInterruptionsTold(known.conversation, l10n), known }];
  });
  return opened.length < FEWEST_COLUMNS ? undefined : opened;
}

function corruptNotice(
  { keptAs, reason }: Extract<Loaded, { kind: 'corrupt' }>,
  l10n: L10n,
): Failure {
  return {
    message: l10n.t('The file of this conversation is damaged: {0}.', reason),
    hint: l10n.t('It is kept as {0}; this is a new conversation.', keptAs),
    fixes: ['showLog'],
  };
}
