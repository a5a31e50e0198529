import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { items } from '../../base/json';
import type { TurnSection } from './context';
import { disclosure } from './controls';
import { element } from './dom';
import { fieldsOf, textOf } from './jsonFields';
import { revealedText } from './pieces';
import { candidateOf } from './sources';

/** How probable the tokens of an answer were, where the service tells it; closed. */
export const logprobsView: TurnSection = (turn, _place, { format }) => {
  const candidate = candidateOf(turn);
  const average = candidate?.avgLogprobs;
  const { rows, count } = tokenRows(candidate);
  if (count === 0 && typeof average !== 'number') return undefined;
  const title =
    typeof average === 'number'
      ? l10n.t('Token probabilities, {0} on average', format.percent(Math.exp(average)))
      : l10n.t('Token probabilities');
  if (count === 0) return element('p', { class: 'fact', text: title });
  return disclosure(`logprobs ${turn.id}`, title, false, () => {
    const head = element('tr');
    for (const words of [l10n.t('Token'), l10n.t('Probability'), l10n.t('Alternatives')]) {
      head.append(element('th', { text: words, attributes: { scope: 'col' } }));
    }
    const body = element('tbody');
    for (const { token, probability, others } of rows) {
      const alternatives = others.map((other) =>
        element(
          'span',
          { class: 'alternative' },
          element('code', { text: quoted(other.token) }),
          ` ${format.percent(other.probability)}`,
        ),
      );
      body.append(
        element(
          'tr',
          {},
          element('td', {}, element('code', { text: quoted(token) })),
          element('td', { text: format.percent(probability) }),
          element('td', {}, ...alternatives),
        ),
      );
    }
    const table = element('table', { class: 'tokens' }, element('thead', {}, head), body);
    const note = l10n.t(
      'The first {0} of {1} tokens.',
      format.count(rows.length),
      format.count(count),
    );
    return [
      element('div', { class: 'table-frame token-frame' }, table),
      ...(rows.length < count ? [element('p', { class: 'note', text: note })] : []),
    ];
  });
};

/** A token with its spaces and line breaks in sight. */
function quoted(token: string): string {
  return revealedText(JSON.stringify(token).slice(1, -1).replaceAll(' ', '␣'));
}

/** More are not shown. */
const MOST = 200;
/** Alternatives of one token. */
const MOST_OTHERS = 5;

interface Likely {
  readonly token: string;
  /** 0 to 1 */
  readonly probability: number;
}

interface TokenRow extends Likely {
  readonly others: readonly Likely[];
}

/** The first tokens of an answer with their probabilities, and how many there are. */
function tokenRows(candidate: JsonObject | undefined): {
  readonly rows: readonly TokenRow[];
  readonly count: number;
} {
  const { chosenCandidates, topCandidates } = fieldsOf(candidate?.logprobsResult);
  const chosen = items(chosenCandidates);
  const tops = items(topCandidates);
  const rows = chosen.slice(0, MOST).map((item, index): TokenRow => {
    const row = likely(item);
    const others = items(fieldsOf(tops[index]).candidates)
      .slice(0, MOST_OTHERS + 1)
      .map(likely)
      .filter(({ token }) => token !== row.token);
    return { ...row, others: others.slice(0, MOST_OTHERS) };
  });
  return { rows, count: chosen.length };
}

function likely(item: unknown): Likely {
  const { token, logProbability } = fieldsOf(item);
  return {
    token: textOf(token),
    probability: Math.exp(typeof logProbability === 'number' ? logProbability : -Infinity),
  };
}
