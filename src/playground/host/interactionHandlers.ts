import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { AppError } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import type { Handlers } from '../../webview/rpc';
import type { ModelTurn, Turn } from '../../conversation/model/conversation';
import { isResumable } from '../../conversation/model/interaction';
import type { interactionCalls } from '../../conversation/model/calls';
import type { PlaygroundEvent } from '../../conversation/model/protocol';
import { withBranchAt, withBranchShown } from '../../conversation/store/branches';
import type { SessionAccess } from '../../conversation/session/context';
import { continueResponse } from '../../conversation/session/continueResponse';
import { markCopyDeleted } from '../../conversation/request/interactionBody';
import { confirmStorage, retentionText } from '../../conversation/session/storagePolicy';
import type { PanelDeps, TurnAction } from './panelDeps';

export function interactionHandlers(deps: PanelDeps): Handlers<{ calls: typeof interactionCalls }> {
  const { session } = deps;
  return {
    async setStored({ stored }) {
      if (stored) {
        await confirmStorage(session);
        return;
      }
      const connection = requireConnected(session.target.connection);
      await session.services.keeping.choose(connection, false);
      session.emitState();
    },
    branchFrom: async ({ turn, step }) => branchFrom(deps, turn, step),
    async showBranch({ branch }) {
      session.refuseWhileStreaming();
      if (showBranch(session, branch)) return;
      const message = l10n.t('That branch is no longer part of the conversation.');
      throw new AppError('gone', message);
    },
    async deleteInteraction({ turn: id }) {
      const turn = session.conversation.turns.find((other) => other.id === id);
      return turn?.role === 'model' && (await deleteInteraction(deps, turn));
    },
  };
}

function showBranch(session: SessionAccess, turn: string): boolean {
  const next = withBranchShown(session.conversation, turn);
  if (!next) return false;
  session.undo.clear();
  session.change(() => next);
  return true;
}

/**
 * Shows a response on its branch. Resumes reading if the server still generates it.
 * @throws AppError if the response is on another branch than the one that is streaming
 */
export async function showAnswer(
  session: SessionAccess,
  id: string,
  tell: (event: PlaygroundEvent) => void,
): Promise<void> {
  const isShown = (): boolean => session.conversation.turns.some((turn) => turn.id === id);
  if (!isShown() && withBranchShown(session.conversation, id)) {
    session.refuseWhileStreaming();
    showBranch(session, id);
  }
  // The last turn is already visible. A streaming response isn't a turn yet.
  const last = session.conversation.turns.at(-1);
  if (last?.id !== id) {
    if (isShown()) tell({ name: 'turn', turn: id });
  } else if (!session.isStreaming && last.role === 'model') {
    if (last.interaction && isResumable(last.interaction)) await continueResponse(session);
  }
}

/** Branches from a turn or a step. Returns whether the following turns became a branch. */
function branchFrom({ session }: PanelDeps, turn: string, step: number | null): boolean {
  session.refuseWhileStreaming();
  const next = withBranchAt(session.conversation, turn, step);
  if (next) {
    // The undo history belongs to the previous branch.
    session.undo.clear();
    session.change(() => next);
  }
  session.show({ name: 'focus', target: 'composer' });
  return next !== undefined;
}

/** Deletes a stored interaction after confirmation. Throws API errors. */
async function deleteInteraction(
  { session, prompts }: PanelDeps,
  { id: turn, interaction }: ModelTurn,
): Promise<boolean> {
  session.refuseWhileStreaming();
  const { id, connection = '' } = interaction ?? {};
  if (id === undefined) return false;
  const action = l10n.t('Delete on Server');
  const detail = [
    l10n.t(
      'The response stays in this conversation. Later messages are then sent with all previous steps.',
    ),
    retentionText(),
  ].join('\n\n');
  const question = l10n.t('Delete the copy of this response on the server?');
  if ((await prompts.confirm(question, { detail, actions: [action] })) !== action) return false;
  const { clients, interactions } = session.services;
  try {
    const client = await clients.get(connection);
    await client.call('interactions.delete', { name: `interactions/${id}` });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.httpStatus !== 404) throw error;
  }
  await interactions.forget({ connection, id });
  session.change((head) => markCopyDeleted(head, turn));
  return true;
}

function isKept(turn: Turn): boolean {
  if (turn.role !== 'model') return false;
  const { id, stored, gone } = turn.interaction ?? {};
  return id !== undefined && stored === true && !gone;
}

export const interactionActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Branch From Here'),
    icon: 'git-branch',
    when: (turn) => turn.role === 'model' && turn.interaction !== undefined,
    run: async (deps, { id }) => {
      branchFrom(deps, id, null);
    },
  },
  {
    label: () => l10n.t('Delete on Server…'),
    icon: 'trash',
    when: isKept,
    run: async (deps, turn) => {
      if (turn.role === 'model') await deleteInteraction(deps, turn);
    },
  },
];
