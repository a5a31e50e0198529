import * as l10n from '@vscode/l10n';
import type { Fix, ModelTurn, Outcome } from '../conversation';
import type { PanelContext } from './context';
import { element } from './dom';
import { failureBlock, fixButtons } from './failures';
import { icon } from '../../webview/kit/icon';
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
  const row = VERDICT_ROWS[outcome.verdict];
  const result = element('div', { class: `verdict ${row.tone}` });
  const offered: readonly Fix[] = isLast
    ? fixesOf(outcome, canContinue(turn))
    : outcome.unanswered
      ? ['retry']
      : [];
  const fixes = offered.length > 0 ? fixButtons(offered, turn.id, context) : undefined;
  if (outcome.verdict === 'failed') {
    const failure = outcome.failure ?? { message: l10n.t('Failed') };
    const words = failureBlock(failure, fixes);
    result.append(element('div', { class: 'failure' }, icon('error'), words));
    if (outcome.usage) result.append(line(turn, outcome, undefined, context));
    if (outcome.unanswered) result.append(leftOut());
    return result;
  }
  result.append(line(turn, outcome, row.icon, context));
  const ratings = ratingsView(outcome);
  if (ratings) result.append(ratings);
  if (outcome.failure) result.append(failureBlock(outcome.failure, undefined));
  if (outcome.unanswered) result.append(leftOut());
  if (fixes?.hasChildNodes()) result.append(fixes);
  return result;
}

/** The message above is kept, and not sent along with the next one. */
function leftOut(): HTMLElement {
  return element('p', {
    class: 'failure-hint',
    text: l10n.t('Later messages are sent without the one above until you send it again.'),
  });
}

function line(
  turn: ModelTurn,
  outcome: Outcome,
  symbol: Parameters<typeof icon>[0] | undefined,
  context: PanelContext,
): HTMLElement {
  const { format } = context;
  const result = element('p', { class: 'verdict-line' });
  if (symbol) {
    const words = revealedText(verdictText(outcome));
    const label = element('span', { text: words });
    result.append(element('span', { class: 'verdict-words' }, icon(symbol), label));
  }
  const { usage } = outcome;
  if (usage) {
    const { promptTokenCount: prompt = 0, candidatesTokenCount: answer = 0 } = usage;
    const counts = [tokenFlow(usage, context)];
    const { thoughtsTokenCount: thoughts } = usage;
    if (thoughts) {
      const shown = format.count(thoughts);
      counts.push(
        thoughts === 1 ? l10n.t('{0} thought token', shown) : l10n.t('{0} thought tokens', shown),
      );
    }
    if (usage.cachedContentTokenCount) {
      counts.push(l10n.t('{0} cached', format.count(usage.cachedContentTokenCount)));
    }
    const total = usage.totalTokenCount ?? prompt + answer + (thoughts ?? 0);
    const hint = l10n.t(
      'Tokens: {0} of prompt, {1} of answer, {2} in all.',
      ...[prompt, answer, total].map((value) => format.count(value)),
    );
    result.append(fact(counts.join(', '), hint));
  }
  if (outcome.firstTokenMs !== undefined) {
    result.append(fact(l10n.t('{0} to first token', format.duration(outcome.firstTokenMs))));
  }
  // Nobody knows how long an answer took that a closed window broke off.
  if (outcome.durationMs > 0) {
    result.append(fact(l10n.t('{0} in all', format.duration(outcome.durationMs))));
  }
  if (turn.answer) result.append(jsonLink(turn.id, context));
  return result;
}

function fact(text: string, hint?: string): HTMLElement {
  return element('span', { class: 'fact', text, attributes: { title: hint } });
}

/** The table of categories, closed; only where the service rated something and it matters. */
function ratingsView(outcome: Outcome): HTMLElement | undefined {
  const ratings = outcome.safetyRatings ?? [];
  if (ratings.length === 0 || !/^(blocked|promptBlocked)$/.test(outcome.verdict)) return undefined;
  const head = element('tr');
  for (const title of [l10n.t('Category'), l10n.t('Probability'), l10n.t('Blocked here')]) {
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
        element('td', { text: blocked ? l10n.t('Yes') : l10n.t('No') }),
      ),
    );
  }
  return element(
    'details',
    { class: 'disclosure ratings' },
    element('summary', {}, icon('chevron-right'), l10n.t('Safety ratings')),
    element(
      'div',
      { class: 'table-frame' },
      element('table', {}, element('thead', {}, head), body),
    ),
  );
}

/** Opens the whole answer of a turn, at the end of the line that says how it ended. */
function jsonLink(turn: string, { ask }: PanelContext): HTMLElement {
  const result = element('button', {
    class: 'link-button json-link',
    text: l10n.t('JSON'),
    attributes: { type: 'button', title: l10n.t('Opens the whole answer as the service gave it.') },
  });
  result.addEventListener('click', () => void ask('showAnswerJson', { turn }));
  return result;
}
