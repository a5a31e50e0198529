import type { Fix, ModelTurn, Outcome } from '../conversation';
import type { PanelContext } from './context';
import { element } from './dom';
import { failureBlock, fixButtons } from './failures';
import { fill } from './format';
import { icon } from './icon';
import { revealedText } from './pieces';
import {
  canContinue,
  fixesOf,
  plainCategory,
  tokenFlow,
  VERDICT_ROWS,
  verdictText,
} from './verdicts';

/**
 * What stands under an answer: how it ended, tokens and times in one quiet line, then why it was
 * blocked or failed and the buttons that go on. Of earlier answers only those without a word can be asked for again.
 */
export function verdictView(
  turn: ModelTurn,
  outcome: Outcome,
  isLast: boolean,
  context: PanelContext,
): HTMLElement {
  const { strings } = context;
  const row = VERDICT_ROWS[outcome.verdict];
  const result = element('div', { class: `verdict ${row.tone}` });
  const offered: readonly Fix[] = isLast
    ? fixesOf(outcome, canContinue(turn))
    : outcome.unanswered
      ? ['retry']
      : [];
  const fixes = offered.length > 0 ? fixButtons(offered, turn.id, context) : undefined;
  if (outcome.verdict === 'failed') {
    const failure = outcome.failure ?? { message: strings.failed };
    const words = failureBlock(failure, fixes);
    result.append(element('div', { class: 'failure' }, icon('error'), words));
    if (outcome.usage) result.append(line(turn, outcome, undefined, context));
    if (outcome.unanswered) result.append(leftOut(context));
    return result;
  }
  result.append(line(turn, outcome, row.icon, context));
  const ratings = ratingsView(outcome, context);
  if (ratings) result.append(ratings);
  if (outcome.failure) result.append(failureBlock(outcome.failure, undefined));
  if (outcome.unanswered) result.append(leftOut(context));
  if (fixes?.hasChildNodes()) result.append(fixes);
  return result;
}

/** The message above is kept, and not sent along with the next one. */
function leftOut({ strings }: PanelContext): HTMLElement {
  return element('p', { class: 'failure-hint', text: strings.leftOutUntilSent });
}

function line(
  turn: ModelTurn,
  outcome: Outcome,
  symbol: Parameters<typeof icon>[0] | undefined,
  context: PanelContext,
): HTMLElement {
  const { strings, format } = context;
  const result = element('p', { class: 'verdict-line' });
  if (symbol) {
    const words = revealedText(verdictText(outcome, strings));
    const label = element('span', { text: words });
    result.append(element('span', { class: 'verdict-words' }, icon(symbol), label));
  }
  const { usage } = outcome;
  if (usage) {
    const { promptTokenCount: prompt = 0, candidatesTokenCount: answer = 0 } = usage;
    const counts = [tokenFlow(usage, context)];
    const { thoughtsTokenCount: thoughts } = usage;
    if (thoughts) {
      const { thoughtTokensOne, thoughtTokensMany } = strings;
      counts.push(
        fill(thoughts === 1 ? thoughtTokensOne : thoughtTokensMany, format.count(thoughts)),
      );
    }
    if (usage.cachedContentTokenCount) {
      counts.push(fill(strings.cachedTokens, format.count(usage.cachedContentTokenCount)));
    }
    const total = usage.totalTokenCount ?? prompt + answer + (thoughts ?? 0);
    const hint = fill(
      strings.tokenFlowHint,
      ...[prompt, answer, total].map((value) => format.count(value)),
    );
    result.append(fact(counts.join(', '), hint));
  }
  if (outcome.firstTokenMs !== undefined) {
    result.append(fact(fill(strings.firstToken, format.duration(outcome.firstTokenMs))));
  }
  // Nobody knows how long an answer took that a closed window broke off.
  if (outcome.durationMs > 0) {
    result.append(fact(fill(strings.duration, format.duration(outcome.durationMs))));
  }
  if (turn.answer) result.append(jsonLink(turn.id, context));
  return result;
}

function fact(text: string, hint?: string): HTMLElement {
  return element('span', { class: 'fact', text, attributes: { title: hint } });
}

/** The table of categories, closed; only where the service rated something and it matters. */
function ratingsView(outcome: Outcome, { strings }: PanelContext): HTMLElement | undefined {
  const ratings = outcome.safetyRatings ?? [];
  if (ratings.length === 0 || !/^(blocked|promptBlocked)$/.test(outcome.verdict)) return undefined;
  const head = element('tr');
  for (const title of [strings.category, strings.probability, strings.blockedHere]) {
    head.append(element('th', { text: title, attributes: { scope: 'col' } }));
  }
  const body = element('tbody');
  for (const { category = '', probability = '', blocked } of ratings) {
    body.append(
      element(
        'tr',
        { class: blocked ? 'is-blocked' : '' },
        element('td', { text: revealedText(plainCategory(category)) }),
        element('td', { text: revealedText(plainCategory(probability)) }),
        element('td', { text: blocked ? strings.yes : strings.no }),
      ),
    );
  }
  return element(
    'details',
    { class: 'disclosure ratings' },
    element('summary', {}, icon('chevron-right'), strings.safetyDetails),
    element(
      'div',
      { class: 'table-frame' },
      element('table', {}, element('thead', {}, head), body),
    ),
  );
}

/** Opens the whole answer of a turn, at the end of the line that says how it ended. */
function jsonLink(turn: string, { strings, ask }: PanelContext): HTMLElement {
  const result = element('button', {
    class: 'link-button json-link',
    text: strings.answerJson,
    attributes: { type: 'button', title: strings.answerJsonHint },
  });
  result.addEventListener('click', () => void ask('showAnswerJson', { turn }));
  return result;
}
