import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { DEFAULT_MODE } from '../model/conversation';
import { isResumable } from '../model/interaction';
import { MODES } from '../model/modes';
import { withFilledPrompt } from '../model/variables';
import { hasAnswer } from '../model/turns';
import type { SessionAccess } from './context';
import { lastAnswer, withoutLastAnswer } from '../store/transcript';

/** Asks for the rest of the last answer, or reads on in it; where nothing of it came, for the whole of it. */
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

/** Reads on in the answer that was cut off when its window or tab was closed, where the service keeps it. */
export function resumeCutOff(session: SessionAccess): void {
  const last = lastAnswer(session.conversation);
  if (last?.outcome?.verdict !== 'interrupted') return;
  if (!last.interaction || !isResumable(last.interaction)) return;
  // What goes wrong stands in the answer.
  void session.ask({ kind: 'resume', of: last });
}

/**
 * Drops the last answer and asks again; it comes back if the new try brings nothing, or by undo. A message at the end that
 * has no answer is sent.
 */
export async function regenerate(session: SessionAccess): Promise<void> {
  session.refuseWhileStreaming();
  const before = session.conversation;
  const last = lastAnswer(before);
  const { turns } = withoutLastAnswer(before);
  if (turns.length === 0) {
    throw new AppError('noMessage', l10n.t('There is no message to respond to.'));
  }
  const text = l10n.t('1 message replaced by a new response.');
  if (last) session.undo.note({ before: before.turns, after: turns, asked: true, text });
  await session.ask(last ? { kind: 'instead', of: last } : { kind: 'new' }, (conversation) =>
    withFilledPrompt(withoutLastAnswer(conversation)),
  );
}
