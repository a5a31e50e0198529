import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type VNode, Fragment } from 'preact';
import { type IconName, Icon } from '../../../webview/kit/icon';
import type { TurnResult, ModelTurn, Fix } from '../../../conversation/model/conversation';
import { estimatedTokens } from '../../../base/tokens';
import { turnText } from '../../../conversation/model/turns';
import { type TurnPrice } from '../../../conversation/model/protocol';
import { FixButtons, FailureBlock } from '../failures';
import type { Format } from '../format';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import {
  verdictText,
  VERDICT_ROWS,
  tokenFlow,
  plainCategory,
  fixesOf,
  canContinue,
} from '../verdicts';
import './verdictLine.css';
import { Hover } from '../../../webview/kit/hover';
import { Summary } from '../longText';
import { tokenUse, type TokenRow, priceNote } from '../tokens/tokenUse';

interface VerdictViewProps {
  readonly turn: ModelTurn;
  readonly outcome: TurnResult;
  readonly isLast: boolean;
}

/** The finish status, tokens, times, reasons, and buttons. Earlier responses offer a retry only if empty. */
export function VerdictView({ turn, outcome, isLast }: VerdictViewProps): VNode {
  const { ask } = useStore();
  const row = VERDICT_ROWS[outcome.verdict];
  const offered: readonly Fix[] = isLast
    ? fixesOf(outcome, canContinue(turn))
    : outcome.unanswered
      ? ['retry']
      : [];
  const fixes = { fixes: offered, turn: turn.id, ask };
  const leftOut = outcome.unanswered && (
    <p class="failure-hint left-out">
      {l10n.t('The message above is excluded from later requests until you retry it.')}
    </p>
  );
  if (outcome.verdict === 'failed') {
    const failure = outcome.failure ?? { message: l10n.t('Failed') };
    return (
      <div class={`verdict ${row.tone}`}>
        <div class="failure">
          <Icon name="error" />
          <FailureBlock failure={failure} {...fixes} />
        </div>
        {outcome.usage && <Line turn={turn} outcome={outcome} />}
        {leftOut}
      </div>
    );
  }
  return (
    <div class={`verdict ${row.tone}`}>
      <Line turn={turn} outcome={outcome} symbol={row.icon} />
      <Ratings outcome={outcome} />
      {outcome.failure && <FailureBlock failure={outcome.failure} />}
      {leftOut}
      <FixButtons {...fixes} />
    </div>
  );
}

interface LineProps {
  readonly turn: ModelTurn;
  readonly outcome: TurnResult;
  readonly symbol?: IconName;
}

function Line({ turn, outcome, symbol }: LineProps): VNode {
  const { format, ask, panel } = useStore();
  const { usage, firstTokenMs, durationMs } = outcome;
  const price = useComputed(() => panel.value?.prices?.estimates[turn.id]?.total).value;
  const tokens = usage ? usageText(usage, price, format) : estimateText(turn, format);
  return (
    <p class="verdict-line">
      {symbol && (
        <span class="verdict-words">
          <Icon name={symbol} />
          <span>{revealedText(verdictText(outcome))}</span>
        </span>
      )}
      {tokens !== undefined && <TokenUse turn={turn} label={tokens} />}
      {firstTokenMs !== undefined && (
        <span class="fact">{l10n.t('{0} to first token', format.duration(firstTokenMs))}</span>
      )}
      {/* The duration is unknown if closing the window interrupted the response. */}
      {durationMs > 0 && (
        <span class="fact">{l10n.t('{0} total', format.duration(durationMs))}</span>
      )}
      {turn.answer && (
        <button
          type="button"
          class="link-button json-link"
          title={l10n.t('Opens the complete API response.')}
          onClick={() => void ask('showAnswerJson', { turn: turn.id })}
        >
          {l10n.t('JSON')}
        </button>
      )}
    </p>
  );
}

type Usage = NonNullable<TurnResult['usage']>;

function usageText(usage: Usage, price: number | undefined, format: Format): string {
  const { thoughtsTokenCount: thoughts, cachedContentTokenCount: cached } = usage;
  const counts = [tokenFlow(usage, format)];
  if (thoughts) {
    const shown = format.count(thoughts);
    counts.push(
      thoughts === 1 ? l10n.t('{0} thought token', shown) : l10n.t('{0} thought tokens', shown),
    );
  }
  if (cached) counts.push(l10n.t('{0} cached', format.count(cached)));
  if (price !== undefined) counts.push(format.aboutDollars(price));
  return counts.join(', ');
}

/** Returns an estimate if the API didn't count tokens. Undefined if there is no text. */
function estimateText(turn: ModelTurn, format: Format): string | undefined {
  const count = Math.ceil(estimatedTokens(turnText(turn)));
  if (count === 0) return undefined;
  const length = format.tokens(count);
  return l10n.t('about {0}', length);
}

/** The table of safety ratings, collapsed. Shown only if relevant. */
function Ratings({ outcome }: Pick<LineProps, 'outcome'>): VNode | null {
  const ratings = outcome.safetyRatings ?? [];
  if (ratings.length === 0 || !/^(blocked|promptBlocked)$/.test(outcome.verdict)) return null;
  return (
    <details class="disclosure ratings">
      <Summary>{l10n.t('Safety ratings')}</Summary>
      <div class="table-frame">
        <table>
          <thead>
            <tr>
              {[l10n.t('Category'), l10n.t('Probability'), l10n.t('Blocked')].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ratings.map(({ category = '', probability = '', blocked }, index) => (
              <tr key={index} class={blocked ? 'is-blocked' : undefined}>
                <td>{revealedText(plainCategory(category))}</td>
                <td>{revealedText(plainCategory(probability))}</td>
                <td>{blocked ? l10n.t('Yes') : l10n.t('No')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface TokenUseProps {
  readonly turn: ModelTurn;
  readonly label: string;
}

function TokenUse({ turn, label }: TokenUseProps): VNode {
  const { panel, format } = useStore();
  const content = (): VNode => {
    const { turns = [], prices } = panel.peek() ?? {};
    const at = turns.findIndex(({ id }) => id === turn.id);
    const rows = tokenUse(turn, turns.slice(0, Math.max(at, 0)));
    const price = prices?.estimates[turn.id];
    return (
      <>
        <dl class="token-use">
          {rows.map((row) => ({ ...row, amount: amount(row, format) })).map(listRow)}
          {price && priceRows(price, format).map(listRow)}
        </dl>
        <p class="token-use-note">
          {rows.some(({ isEstimate }) => isEstimate)
            ? l10n.t('Token counts reported by the API. “About” marks estimates based on length.')
            : l10n.t('Token counts reported by the API.')}
        </p>
        {prices && price && (
          <p class="token-use-note">{priceNote(price.outdated ?? prices.asOf, price.outdated)}</p>
        )}
      </>
    );
  };
  return <Hover class="fact" label={label} content={content} />;
}

interface ListRow extends Pick<TokenRow, 'label' | 'isPart'> {
  readonly amount: string;
}

function listRow({ label, amount: shown, isPart }: ListRow, at: number): VNode {
  return (
    <Fragment key={at}>
      <dt class={isPart ? 'part' : undefined}>{revealedText(label)}</dt>
      <dd class={isPart ? 'part' : undefined}>{shown}</dd>
    </Fragment>
  );
}

function priceRows(price: TurnPrice, { dollars }: Format): readonly ListRow[] {
  const parts = [
    { label: l10n.t('sent'), value: price.input },
    { label: l10n.t('cached'), value: price.cached },
    { label: l10n.t('thoughts and response'), value: price.output },
  ].filter(({ value }) => value > 0);
  const saved = { label: l10n.t('saved by caching'), value: price.saved };
  const shown = [...(parts.length > 1 ? parts : []), ...(price.saved > 0 ? [saved] : [])];
  return [
    { label: l10n.t('Estimated price'), amount: dollars(price.total) },
    ...shown.map(({ label, value }) => ({ label, amount: dollars(value), isPart: true })),
  ];
}

function amount({ tokens, isEstimate }: TokenRow, format: Format): string {
  if (tokens === undefined) return l10n.t('not counted separately');
  const shown = format.count(tokens);
  return isEstimate ? l10n.t('about {0}', shown) : shown;
}
