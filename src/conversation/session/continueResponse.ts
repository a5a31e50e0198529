import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { isInBackground } from '../answer/mergeAnswer';
import { type Conversation, DEFAULT_MODE } from '../model/conversation';
import { isResumable } from '../model/interaction';
import { MODES } from '../model/modes';
import { withFilledPrompt } from '../model/variables';
import { hasAnswer } from '../model/turns';
import { rereadTurns } from '../attachments/references';
import type { SessionAccess } from './context';
import { withTurnsReplaced } from '../store/branches';
import { newId } from '../store/conversationFile';
import { lastAnswer, withoutLastAnswer } from '../store/transcript';

/** Requests or streams the rest of the last response; regenerates an empty one. */
export async function continueResponse(session: SessionAccess): Promise<void> {
  session.refuseWhileStreaming();
  const { mode = DEFAULT_MODE } = session.conversation;
  const { isChat, hasSteps } = MODES[mode];
  const last = lastAnswer(session.conversation);
  if (last?.interaction && isResumable(last.interaction)) {
    await session.ask({ kind: 'resume', of: last });
  } else if (!isChat || hasSteps || !last || !hasAnswer(last.content.parts ?? [])) {
    await session.regenerate();
  } else {
    await session.ask({ kind: 'continue', of: last });
  }
}

/** Resumes a stored response that was interrupted when its window or tab closed. */
export function resumeCutOff(session: SessionAccess): void {
  const last = lastAnswer(session.conversation);
  if (last?.outcome?.verdict !== 'interrupted') return;
  if (!last.interaction || !isResumable(last.interaction)) return;
  void session.ask({ kind: 'resume', of: last });
}

/** Regenerates the last response, or sends an unanswered last message. */
export async function regenerate(session: SessionAccess): Promise<void> {
  session.refuseWhileStreaming();
  const next = withoutLastAnswer(session.conversation);
  if (next.turns.length === 0) {
    throw new AppError('noMessage', l10n.t('There is no message to respond to.'));
  }
  await askAgain(session, next);
}

/**
 * Requests a response to the start of the conversation, which may be edited. The replaced turns remain as a
 * branch unless they are empty. An empty response to the same messages restores the earlier response.
 */
export async function askAgain(session: SessionAccess, next: Conversation): Promise<void> {
  const turns = await rereadTurns(next.turns, session.services.workspaceFiles);
  session.refuseWhileStreaming();
  const before = session.conversation.turns;
  const edited = turns.findIndex(
    (turn, at) => next.turns[at] !== before[at] || turn.content !== before[at]?.content,
  );
  const after = turns.map((turn, at) =>
    edited === -1 || at < edited ? turn : { ...turn, id: newId() },
  );
  const answer = before[after.length];
  const instead = answer?.role === 'model' ? ({ kind: 'instead', of: answer } as const) : undefined;
  const asNew = {
    kind: 'new',
    background: instead !== undefined && isInBackground(instead),
  } as const;
  const text =
    edited === -1
      ? l10n.t('Response regenerated. The earlier messages remain as a branch.')
      : l10n.t('Message edited and sent again. The earlier messages remain as a branch.');
  session.undo.note({ before, after, asked: true, text });
  await session.ask(edited === -1 ? (instead ?? asNew) : asNew, () =>
    withFilledPrompt(withTurnsReplaced({ ...next, turns: before }, after)),
  );
}
