import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { DEFAULT_MODE } from '../model/conversation';
import { isResumable } from '../model/interaction';
import { MODES } from '../model/modes';
import { withFilledPrompt } from '../model/variables';
import { hasAnswer } from '../model/turns';
import { rereadTurns } from '../attachments/references';
import type { SessionAccess } from './context';
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

/**
 * Regenerates the last response, which is restored if the new one is empty or by undo. Sends an
 * unanswered last message.
 */
export async function regenerate(session: SessionAccess): Promise<void> {
  session.refuseWhileStreaming();
  const before = session.conversation;
  const last = lastAnswer(before);
  const { turns } = withoutLastAnswer(before);
  const reread = await rereadTurns(turns, session.services.workspaceFiles);
  session.refuseWhileStreaming();
  if (turns.length === 0) {
    throw new AppError('noMessage', l10n.t('There is no message to respond to.'));
  }
  const text = l10n.t('1 message replaced by a new response.');
  if (last) session.undo.note({ before: before.turns, after: reread, asked: true, text });
  await session.ask(last ? { kind: 'instead', of: last } : { kind: 'new' }, (conversation) =>
    withFilledPrompt({ ...conversation, turns: reread }),
  );
}
