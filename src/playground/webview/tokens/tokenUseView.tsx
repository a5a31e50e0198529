import './tokenUseView.css';
import * as l10n from '@vscode/l10n';
import { Fragment, type VNode } from 'preact';
import { Hover } from '../../../webview/kit/hover';
import type { ModelTurn } from '../../../conversation/model/conversation';
import type { TurnPrice } from '../../../conversation/model/turns';
import type { Format } from '../format';
import { useStore } from '../useStore';
import { revealedText } from '../reveal';
import { priceNote, type TokenRow, tokenUse } from './tokenUse';

interface TokenUseProps {
  readonly turn: ModelTurn;
  readonly label: string;
}

export function TokenUse({ turn, label }: TokenUseProps): VNode {
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
