import * as l10n from '@vscode/l10n';
import type { TurnResult } from '../../conversation/model/conversation';
import type { PlaygroundState } from '../../conversation/model/protocol';
import { attachmentAnnouncement } from './attachmentTexts';
import { type Format } from './format';
import { verdictText } from './verdicts';
import { waitText } from './waitLine';

/**
 * Returns the screen reader text for the change between two snapshots: start, retry, or end of a response,
 * or attachment changes. Never includes the response text.
 */
export function announcement(
  before: PlaygroundState | undefined,
  after: PlaygroundState,
  format: Format,
): string | undefined {
  if (before?.conversation !== after.conversation) return undefined;
  const { waiting } = after;
  if (waiting && waiting.attempt !== before.waiting?.attempt) {
    return waitText(waiting, format);
  }
  if (after.isStalled && !before.isStalled)
    return l10n.t('No data for 10 seconds. The request is still running.');
  if (after.streaming !== undefined && after.streaming !== before.streaming) {
    return l10n.t('Response started.');
  }
  if (before.streaming === undefined || after.streaming !== undefined) {
    return attachmentAnnouncement(before, after, format);
  }
  const ended = after.turns.find((turn) => turn.id === before.streaming);
  return ended?.role === 'model' && ended.outcome ? outcomeText(ended.outcome, format) : undefined;
}

function outcomeText(outcome: TurnResult, format: Format): string {
  if (outcome.verdict === 'complete') {
    const count = outcome.usage?.candidatesTokenCount;
    const length = count === undefined ? undefined : format.tokens(count);
    return length === undefined
      ? `${l10n.t('Complete')}.`
      : l10n.t('Response finished, {0}.', length);
  }
  const text = `${verdictText(outcome)}.`;
  return outcome.failure ? `${text} ${outcome.failure.message}` : text;
}
