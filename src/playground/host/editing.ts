import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { filledAgain, type Variables } from '../../conversation/model/turns';
import type { Handlers } from '../../webview/rpc';
import { type Conversation, DEFAULT_MODE, type Turn } from '../../conversation/model/conversation';
import type { ChoiceIcon, editingCalls, promptCalls } from '../../conversation/model/calls';
import type { ChoiceRow } from './choices';
import {
  signatureCount,
  withCandidate,
  withEditedTurn,
  withoutTurn,
} from '../../conversation/answer/editedTurn';
import type { PanelDeps, TurnAction } from './panelDeps';
import { requireMaxTexts } from '../../conversation/request/conversationRequest';
import { askAgain } from '../../conversation/session/followUps';
import { withTurnsReplaced, withTurnsRestored } from '../../conversation/store/branches';
import { checkedAnswer } from '../../conversation/answer/turnResult';
import {
  conversationUpTo,
  forkConversation,
  toTurn,
  withInserted,
  withTurn,
} from '../../conversation/store/transcript';

export function editingHandlers(deps: PanelDeps): Handlers<{ calls: typeof editingCalls }> {
  const { session } = deps;
  return {
    async editTurn({ turn: id, text, ask }) {
      session.refuseWhileStreaming();
      const turn = requireTurn(deps, id);
      const edit = (conversation: Conversation): Conversation =>
        withEditedTurn(conversation, id, text);
      const edited = edit(session.conversation).turns.find((other) => other.id === id);
      if (edited?.content.parts?.length === 0) {
        throw new AppError('noText', l10n.t('The message can’t be empty.'));
      }
      if (edited) requireMaxTexts(textOnly(session.conversation, edited, ask));
      if (ask && turn.role === 'user') return await regenerateFrom(deps, { turn: id, edit });
      const isUnsigned = edited && signatureCount(edited) < signatureCount(turn);
      changeTurns(
        deps,
        edit,
        isUnsigned
          ? l10n.t('Message edited. Its thought signature no longer applied and was removed.')
          : l10n.t('Message edited.'),
      );
      return true;
    },
    async insertTurn({ turn, place, role, text }) {
      session.refuseWhileStreaming();
      requireTurn(deps, turn);
      if (text.trim() === '') throw new AppError('noText', l10n.t('There is no text to insert.'));
      const written = toTurn({ role, text }, session.target);
      requireMaxTexts({ ...session.conversation, turns: [written] });
      changeTurns(
        deps,
        (conversation) => withInserted(conversation, turn, place, written),
        l10n.t('Message inserted.'),
      );
      return true;
    },
    async chooseCandidate({ turn: id, index }) {
      session.refuseWhileStreaming();
      const turn = requireTurn(deps, id);
      if (turn.role !== 'model') return;
      const chosen = withCandidate(turn, index);
      if (chosen === turn) return;
      session.change((conversation) => withTurn(conversation, checkedAnswer(chosen, conversation)));
    },
    undo: ({ redo }) => undoChange(deps, redo),
  };
}

function textOnly(conversation: Conversation, message: Turn, again: boolean): Conversation {
  const { turns, mode } = conversation;
  const answer = turns[turns.findIndex(({ id }) => id === message.id) + 1];
  const was = answer?.role === 'model' && !again ? answer.mode : mode;
  return { ...conversation, mode: was ?? DEFAULT_MODE, turns: [message] };
}

function requireTurn({ session }: PanelDeps, id: string): Turn {
  const turn = session.conversation.turns.find((other) => other.id === id);
  if (turn) return turn;
  throw new AppError('gone', l10n.t('That message is no longer part of the conversation.'));
}

const regeneration = {
  icon: 'refresh' as const,
  run: async (deps: PanelDeps, { id }: Turn): Promise<void> => {
    await regenerateFrom(deps, { turn: id });
  },
};

function isLastAnswer({ id, role }: Turn, { session }: PanelDeps): boolean {
  return role === 'model' && session.conversation.turns.at(-1)?.id === id;
}

export const editingActions: readonly (readonly TurnAction[])[] = [
  [
    {
      label: () => l10n.t('Edit Message'),
      icon: 'edit',
      run: async ({ session }, { id, role }) => {
        session.show({ name: 'edit', turn: id, place: 'here', role });
      },
    },
    {
      ...regeneration,
      label: () => l10n.t('Regenerate Response'),
      when: isLastAnswer,
    },
    {
      ...regeneration,
      label: () => l10n.t('Regenerate From Here'),
      when: (turn, deps) => !isLastAnswer(turn, deps),
    },
    {
      label: () => l10n.t('Regenerate with Another Model'),
      icon: 'server-process',
      next(deps, { id }) {
        requireAskable(deps, id);
        return deps.pickers.answerer(deps.session, async (prepare) => {
          await regenerateFrom(deps, { turn: id, prepare });
        });
      },
    },
    {
      label: () => l10n.t('Fork Conversation From Here'),
      icon: 'repo-forked',
      run: async ({ session, actions }, { id }) => {
        await actions.openNew(
          forkConversation(session.conversation, id, session.services.clock.now()),
        );
      },
    },
    {
      label: () => l10n.t('Compare Models From Here'),
      icon: 'split-horizontal',
      run: async ({ session, actions }, { id }) => {
        session.refuseWhileStreaming();
        await actions.openCompared(conversationUpTo(session.conversation, id));
      },
    },
  ],
  [
    insertion(() => l10n.t('Insert Message Before'), 'before'),
    insertion(() => l10n.t('Insert Message After'), 'after'),
  ],
  [
    {
      label: () => l10n.t('Delete Message'),
      icon: 'trash',
      run: async (deps, { id }) => deleteTurns(deps, (turns) => withoutTurn(turns, id)),
    },
    {
      label: () => l10n.t('Delete Message and Everything After'),
      icon: 'trash',
      when: ({ id }, { session }) => session.conversation.turns.at(-1)?.id !== id,
      run: async (deps, { id }) =>
        deleteTurns(deps, (turns) =>
          turns.slice(
            0,
            turns.findIndex((turn) => turn.id === id),
          ),
        ),
    },
  ],
  [
    {
      label: () => l10n.t('Undo Last Change'),
      icon: 'discard',
      when: (_turn, { session }) => session.undo.undoable(session.conversation.turns) !== undefined,
      run: (deps) => undoChange(deps, false),
    },
  ],
];

/** Asks for the role. The page edits the text, so nothing changes until the user is done. */
function insertion(label: () => string, place: 'before' | 'after'): TurnAction {
  return {
    label,
    icon: place === 'before' ? 'arrow-up' : 'arrow-down',
    next({ session }, { id }) {
      session.refuseWhileStreaming();
      const row = (role: Turn['role'], said: string, icon: ChoiceIcon): ChoiceRow => ({
        id: role,
        label: said,
        icon,
        async choose() {
          session.show({ name: 'edit', turn: id, place, role });
          return true;
        },
      });
      return {
        title: l10n.t('Insert a message'),
        placeholder: l10n.t('Select the author'),
        rows: async () => [
          row('user', l10n.t('You'), 'account'),
          row('model', l10n.t('The model'), 'sparkle'),
        ],
      };
    },
  };
}

function deleteTurns(deps: PanelDeps, keep: (turns: readonly Turn[]) => readonly Turn[]): void {
  const { session } = deps;
  session.refuseWhileStreaming();
  const kept = keep(session.conversation.turns);
  const count = session.conversation.turns.length - kept.length;
  if (count === 0) return;
  changeTurns(
    deps,
    (conversation) => ({ ...conversation, turns: kept }),
    count === 1 ? l10n.t('1 message deleted.') : l10n.t('{0} messages deleted.', count),
  );
}

interface Regeneration {
  readonly turn: string;
  readonly edit?: (conversation: Conversation) => Conversation;
  /** Called when the resend is certain, before the turns change. */
  readonly prepare?: () => void;
}

/** Resends the conversation from a turn. Returns whether the request was sent. */
export async function regenerateFrom(deps: PanelDeps, again: Regeneration): Promise<boolean> {
  const { session } = deps;
  if (!requireAskable(deps, again.turn)) return false;
  again.prepare?.();
  const { conversation } = session;
  const edited = again.edit?.(conversation) ?? conversation;
  await askAgain(session, { ...edited, turns: resentTurns(edited.turns, again.turn) });
  return true;
}

/** Whether the turn still exists. Throws `AppError` if sending isn't possible now. */
function requireAskable({ session }: PanelDeps, id: string): boolean {
  session.refuseWhileStreaming();
  const { turns } = session.conversation;
  if (!turns.some((turn) => turn.id === id)) return false;
  if (resentTurns(turns, id).some(({ role }) => role === 'user')) return true;
  throw new AppError('noMessage', l10n.t('There is no message to respond to.'));
}

function resentTurns(turns: readonly Turn[], id: string): readonly Turn[] {
  const at = turns.findIndex((turn) => turn.id === id);
  return turns.slice(0, turns[at]?.role === 'user' ? at + 1 : at);
}

function changeTurns(
  { session }: Pick<PanelDeps, 'session'>,
  change: (conversation: Conversation) => Conversation,
  text: string,
): void {
  session.refuseWhileStreaming();
  const before = session.conversation.turns;
  const after = change(session.conversation).turns;
  if (after === before) return;
  session.undo.note({ before, after, text });
  session.change((conversation) => ({ ...conversation, turns: after }));
}

/** Undoes or redoes the last change of turns. Throws `AppError` if that isn't possible. */
async function undoChange({ session }: PanelDeps, redo: boolean): Promise<void> {
  session.refuseWhileStreaming();
  const { turns: now } = session.conversation;
  const done = redo ? session.undo.redo(now) : session.undo.undo(now);
  if (!done) throw new AppError('noUndo', l10n.t('There is nothing to undo.'));
  const { turns, asked } = done;
  session.change((conversation) =>
    redo && asked ? withTurnsReplaced(conversation, turns) : withTurnsRestored(conversation, turns),
  );
}

export function promptHandlers(deps: PanelDeps): Handlers<{ calls: typeof promptCalls }> {
  const { session, actions } = deps;
  return {
    async setVariables({ values }) {
      session.change((conversation) => ({ ...conversation, variables: values }));
    },
    async tryVariables({ values }) {
      const asked = askedWith(session.conversation, values);
      if (!asked) return false;
      const edit = (conversation: Conversation): Conversation =>
        withValues(conversation, values, asked.id);
      return await regenerateFrom(deps, { turn: asked.id, edit });
    },
    savePrompt: ({ text, over }) => actions.savePrompt(session, { text, over }),
    managePresets: () => actions.managePresets(session),
    async showPromptFile() {
      const { promptFile } = session.conversation;
      if (promptFile !== undefined) await actions.showPromptFile(promptFile);
    },
  };
}

/**
 * Returns the message to resend: the one before the first API response that the changed values affect, or
 * else before the last response.
 */
function askedWith({ turns }: Conversation, values: Variables): Turn | undefined {
  const first = turns.findIndex(
    (turn) => turn.role === 'user' && filledAgain(turn, values) !== turn,
  );
  const isAnswer = (turn: Turn): boolean => turn.role === 'model' && turn.answer !== undefined;
  const answer =
    first === -1
      ? turns.findLastIndex(isAnswer)
      : turns.findIndex((turn, at) => at > first && isAnswer(turn));
  const before = answer === -1 ? turns : turns.slice(0, answer);
  return before.findLast(({ role }) => role === 'user');
}

/** Applies new variable values to all messages up to `last`. */
function withValues(conversation: Conversation, variables: Variables, last: string): Conversation {
  const end = conversation.turns.findIndex(({ id }) => id === last);
  const turns = conversation.turns.map((turn, at) =>
    turn.role === 'user' && at <= end ? filledAgain(turn, variables) : turn,
  );
  return { ...conversation, variables, turns };
}
