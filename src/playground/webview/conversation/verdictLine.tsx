import { useComputed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon, type IconName } from '../../../webview/kit/icon';
import type { Fix, ModelTurn, TurnResult } from '../../../conversation/model/conversation';
import { estimatedTokens } from '../../../base/tokenEstimate';
import { turnText } from '../../../conversation/model/turns';
import { FailureBlock, FixButtons } from '../failures';
import type { Format } from '../format';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import { TokenUse } from '../tokens/tokenUseView';
import {
  canContinue,
  fixesOf,
  plainCategory,
  tokenFlow,
  VERDICT_ROWS,
  verdictText,
} from '../verdicts';
import './verdictLine.css';

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
  const counts = [tokenFlow(usage, { format })];
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
      <summary>
        <Icon name="chevron-right" />
        {l10n.t('Safety ratings')}
      </summary>
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
