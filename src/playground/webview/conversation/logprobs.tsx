import './sources.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { JsonObject } from '../../../api/schema/row';
import { items } from '../../../base/json';
import type { ModelTurn } from '../../../conversation/model/conversation';
import { fieldsOf, textOf } from '../jsonFields';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import { candidateOf } from '../sources';
import { Disclosure } from './disclosure';

export function hasLogprobs(turn: ModelTurn): boolean {
  const candidate = candidateOf(turn);
  return typeof candidate?.avgLogprobs === 'number' || tokenRows(candidate).count > 0;
}

export function Logprobs({ turn }: { readonly turn: ModelTurn }): VNode {
  const { format } = useStore();
  const candidate = candidateOf(turn);
  const average = candidate?.avgLogprobs;
  const { rows, count } = tokenRows(candidate);
  const title =
    typeof average === 'number'
      ? l10n.t('Token probabilities, {0} on average', format.percent(Math.exp(average)))
      : l10n.t('Token probabilities');
  if (count === 0) return <p class="fact">{title}</p>;
  return (
    <Disclosure id={`logprobs ${turn.id}`} title={title} isOpen={false}>
      <div class="table-frame token-frame">
        <table class="tokens">
          <thead>
            <tr>
              {[l10n.t('Token'), l10n.t('Probability'), l10n.t('Alternatives')].map((words) => (
                <th key={words} scope="col">
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row key={index} {...row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length < count && (
        <p class="note">
          {l10n.t('The first {0} of {1} tokens.', format.count(rows.length), format.count(count))}
        </p>
      )}
    </Disclosure>
  );
}

function Row({ token, probability, others }: TokenRow): VNode {
  const { format } = useStore();
  return (
    <tr>
      <td>
        <code>{quoted(token)}</code>
      </td>
      <td>{format.percent(probability)}</td>
      <td>
        {others.map((other, index) => (
          <span key={index} class="alternative">
            <code>{quoted(other.token)}</code> {format.percent(other.probability)}
          </span>
        ))}
      </td>
    </tr>
  );
}

/** Returns a token with visible spaces and line breaks. */
function quoted(token: string): string {
  return revealedText(JSON.stringify(token).slice(1, -1).replaceAll(' ', '␣'));
}

const MAX_TOKENS = 200;
const MAX_ALTERNATIVES = 5;

interface Likely {
  readonly token: string;
  /** 0 to 1 */
  readonly probability: number;
}

interface TokenRow extends Likely {
  readonly others: readonly Likely[];
}

function tokenRows(candidate: JsonObject | undefined): {
  readonly rows: readonly TokenRow[];
  readonly count: number;
} {
  const { chosenCandidates, topCandidates } = fieldsOf(candidate?.logprobsResult);
  const chosen = items(chosenCandidates);
  const tops = items(topCandidates);
  const rows = chosen.slice(0, MAX_TOKENS).map((item, index): TokenRow => {
    const row = likely(item);
    const others = items(fieldsOf(tops[index]).candidates)
      .slice(0, MAX_ALTERNATIVES + 1)
      .map(likely)
      .filter(({ token }) => token !== row.token);
    return { ...row, others: others.slice(0, MAX_ALTERNATIVES) };
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
