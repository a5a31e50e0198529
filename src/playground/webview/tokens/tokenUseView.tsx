import './tokenUseView.css';
import * as l10n from '@vscode/l10n';
import { Fragment, type VNode } from 'preact';
import { Hover } from '../../../webview/kit/hover';
import type { ModelTurn } from '../../conversation';
import type { Format } from '../format';
import { useStore } from '../useStore';
import { revealedText } from '../pieces';
import { type TokenRow, tokenUse } from './tokenUse';

export interface TokenUseProps {
  readonly turn: ModelTurn;
  /** The counts in a few words. */
  readonly label: string;
}

/** The tokens of an answer, with what each part took behind them. */
export function TokenUse({ turn, label }: TokenUseProps): VNode {
  const store = useStore();
  const content = (): VNode => {
    const turns = store.panel.peek()?.turns ?? [];
    const at = turns.findIndex(({ id }) => id === turn.id);
    return <Rows rows={tokenUse(turn, turns.slice(0, Math.max(at, 0)))} format={store.format} />;
  };
  return <Hover class="fact" label={label} content={content} />;
}

function Rows(props: { readonly rows: readonly TokenRow[]; readonly format: Format }): VNode {
  const { rows, format } = props;
  return (
    <>
      <dl class="token-use">
        {rows.map((row, at) => (
          <Fragment key={at}>
            <dt class={row.isPart ? 'part' : undefined}>{revealedText(row.label)}</dt>
            <dd class={row.isPart ? 'part' : undefined}>{amount(row, format)}</dd>
          </Fragment>
        ))}
      </dl>
      <p class="token-use-note">
        {rows.some(({ isEstimate }) => isEstimate)
          ? l10n.t('Tokens as the service counted them; “about” is an estimate by the length.')
          : l10n.t('Tokens as the service counted them.')}
      </p>
    </>
  );
}

function amount({ tokens, isEstimate }: TokenRow, format: Format): string {
  if (tokens === undefined) return l10n.t('not counted apart');
  const shown = format.count(tokens);
  return isEstimate ? l10n.t('about {0}', shown) : shown;
}
