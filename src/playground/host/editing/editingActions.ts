import type { L10n } from '../../../platform/l10n';
import type { Turn } from '../../conversation';
import type { HandlerParts } from '../handlerParts';
import type { TurnAction } from '../turnAction';
import { askAgain } from './askAgain';
import { changeTurns } from './changeTurns';
import { forked } from './forked';
import { undoChange } from './undoChange';

/** Changes of a turn. */
export const editingActions: readonly TurnAction[] = [
  {
    label: (l10n) => l10n.t('Edit Message'),
    icon: 'edit',
    run: async ({ session }, { id, role }) => {
      session.show({ name: 'edit', turn: id, place: 'here', role });
    },
  },
  {
    label: (l10n) => l10n.t('Ask Again From Here'),
    icon: 'refresh',
    run: async (parts, { id }) => {
      await askAgain(parts, { turn: id });
    },
  },
  {
    label: (l10n) => l10n.t('Ask Again With Another Model…'),
    icon: 'server-process',
    run: async (parts, { id }) => {
      const prepare = (): Promise<boolean> => parts.pickers.model(parts.session);
      await askAgain(parts, { turn: id, prepare });
    },
  },
  {
    label: (l10n) => l10n.t('Fork Conversation From Here'),
    icon: 'repo-forked',
    run: async ({ session, actions, l10n }, { id }) => {
      await actions.openNew(forked(session.conversation, id, session.services.clock.now(), l10n));
    },
  },
  insertion((l10n) => l10n.t('Insert Message Before…'), 'before'),
  insertion((l10n) => l10n.t('Insert Message After…'), 'after'),
  {
    label: (l10n) => l10n.t('Delete Message'),
    icon: 'trash',
    run: async (parts, { id }) =>
      deleteTurns(parts, (turns) => turns.filter((turn) => turn.id !== id)),
  },
  {
    label: (l10n) => l10n.t('Delete This and Everything After'),
    icon: 'trash',
    when: ({ id }, { session }) => session.conversation.turns.at(-1)?.id !== id,
    run: async (parts, { id }) =>
      deleteTurns(parts, (turns) =>
        turns.slice(
          0,
          turns.findIndex((turn) => turn.id === id),
        ),
      ),
  },
  {
    label: (l10n) => l10n.t('Undo the Last Change'),
    icon: 'discard',
    when: (_turn, { session }) => session.undo.undoable(session.conversation.turns) !== undefined,
    run: (parts) => undoChange(parts, false),
  },
];

/** Lets the user choose who says it; the words are written in the page, and nothing changes before. */
function insertion(label: (l10n: L10n) => string, place: 'before' | 'after'): TurnAction {
  return {
    label,
    icon: place === 'before' ? 'arrow-up' : 'arrow-down',
    run: async ({ session, prompts, l10n }, { id }) => {
      session.refuseWhileStreaming();
      const role = await prompts.pick<Turn['role']>(
        { title: l10n.t('Insert a message'), placeholder: l10n.t('Choose who says it') },
        [
          { label: l10n.t('You'), value: 'user', icon: 'account' },
          { label: l10n.t('The model'), value: 'model', icon: 'sparkle' },
        ],
      );
      if (role !== undefined) session.show({ name: 'edit', turn: id, place, role });
    },
  };
}

function deleteTurns(parts: HandlerParts, keep: (turns: readonly Turn[]) => readonly Turn[]): void {
  const { session, l10n } = parts;
  session.refuseWhileStreaming();
  const kept = keep(session.conversation.turns);
  const count = session.conversation.turns.length - kept.length;
  if (count === 0) return;
  changeTurns(
    parts,
    (conversation) => ({ ...conversation, turns: kept }),
    count === 1 ? l10n.t('1 message deleted.') : l10n.t('{0} messages deleted.', count),
  );
}
