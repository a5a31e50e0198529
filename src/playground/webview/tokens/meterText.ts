import type { PlaygroundState } from '../../protocol';
import type { Strings } from '../../strings';
import { fill } from '../fill';
import type { Format } from '../format';
import { revealedText } from '../markdown/reveal';
import type { Counted } from './countSchedule';

export interface MeterText {
  readonly text: string;
  readonly hint: string;
  /** The model takes less. */
  readonly isOver: boolean;
}

/** What the meter says; undefined where it is not shown: nobody wants it, or the service has no count. */
export function meterText(
  { tokenMeter, mode, model, connection }: PlaygroundState,
  { count, isCounting, isStale, isLong }: Counted,
  strings: Strings,
  format: Format,
): MeterText | undefined {
  if (tokenMeter === 'off' || mode === 'embed' || mode === 'answer') return undefined;
  if (!model || !connection) return undefined;
  const ask = { text: strings.countTokens, hint: strings.countTokensHint, isOver: false };
  const byHand = tokenMeter === 'manual' || isLong;
  if (isCounting && (!count || byHand)) {
    return { ...ask, text: strings.countingTokens };
  }
  if (!count) return byHand ? ask : { ...ask, text: '…' };
  if (byHand && isStale) return ask;
  if ('reason' in count) {
    const hint = fill(strings.notCountedHint, revealedText(count.reason));
    return { text: strings.notCounted, hint, isOver: false };
  }
  const [total, limit] = [count.total, model.inputTokenLimit];
  const exact = format.count(total);
  if (limit === undefined) {
    return { text: format.tokens(total), hint: fill(strings.meterHintOpen, exact), isOver: false };
  }
  const isOver = total > limit;
  const text = fill(isOver ? strings.meterOver : strings.meter, exact, format.short(limit));
  const hint = isOver ? strings.meterOverHint : strings.meterHint;
  return { text, hint: fill(hint, exact, format.count(limit)), isOver };
}
