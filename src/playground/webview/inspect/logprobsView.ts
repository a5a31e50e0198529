import { element } from '../element';
import { fill } from '../fill';
import { revealedText } from '../markdown/reveal';
import type { TurnSection } from '../turnSections';
import { candidateOf } from './candidateOf';
import { disclosure } from './disclosure';
import { tokenRows } from './tokenRows';

/** How probable the tokens of an answer were, where the service tells it; closed. */
export const logprobsView: TurnSection = (turn, _place, { strings, format }) => {
  const candidate = candidateOf(turn);
  const average = candidate?.avgLogprobs;
  const { rows, count } = tokenRows(candidate);
  if (count === 0 && typeof average !== 'number') return undefined;
  const title =
    typeof average === 'number'
      ? fill(strings.probabilities, format.percent(Math.exp(average)))
      : strings.probabilitiesOnly;
  if (count === 0) return element('p', { class: 'fact', text: title });
  return disclosure(`logprobs ${turn.id}`, title, false, () => {
    const head = element('tr');
    for (const words of [strings.token, strings.probability, strings.alternatives]) {
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
    const note = fill(strings.firstTokens, format.count(rows.length), format.count(count));
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
