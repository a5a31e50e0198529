import type { Outcome } from '../conversation';
import type { PlaygroundState } from '../protocol';
import type { Strings } from '../strings';
import { attachmentNews } from './attachmentWords';
import { fill, type Format } from './format';
import { verdictText } from './verdicts';
import { waitText } from './waitLine';

/**
 * What a screen reader is told about the step from one snapshot to the next: that an answer began, that
 * it is asked for again, or how it ended, never its text; else what became of attachments.
 */
export function announcement(
  before: PlaygroundState | undefined,
  after: PlaygroundState,
  strings: Strings,
  format: Format,
): string | undefined {
  if (before?.conversation !== after.conversation) return undefined;
  const { waiting } = after;
  if (waiting && waiting.attempt !== before.waiting?.attempt) {
    return waitText(waiting, strings, format);
  }
  if (after.isStalled && !before.isStalled) return strings.nothingArrived;
  if (after.streaming !== undefined && after.streaming !== before.streaming) {
    return strings.answerStarted;
  }
  if (before.streaming === undefined || after.streaming !== undefined) {
    return attachmentNews(before, after, strings, format);
  }
  const ended = after.turns.find((turn) => turn.id === before.streaming);
  return ended?.role === 'model' && ended.outcome
    ? outcomeText(ended.outcome, strings, format)
    : undefined;
}

function outcomeText(outcome: Outcome, strings: Strings, format: Format): string {
  if (outcome.verdict === 'complete') {
    const tokens = outcome.usage?.candidatesTokenCount;
    return tokens === undefined
      ? `${strings.complete}.`
      : fill(strings.answerFinished, format.tokens(tokens));
  }
  const text = `${verdictText(outcome, strings)}.`;
  return outcome.failure ? `${text} ${outcome.failure.message}` : text;
}
