import {
  isShutDown,
  outdatedSince,
  PACK_DATE,
  type PackedModel,
  pricesOn,
  type RejectedParameter,
  shutdownDate,
} from '../api/modelPack';
import { localizedText } from '../base/format';
import { text, type Text } from './text';

/** Later shutdown dates appear only in tooltips. In ms. */
export const SOON = 180 * 24 * 60 * 60 * 1000;

/** Returns a short text on the model's lifecycle. Undefined if not noteworthy. */
export function stageText(model: PackedModel, now: number): Text | undefined {
  const { stage, shutdown } = model;
  if (isShutDown(model, now)) {
    return shutdown === undefined ? text('shut down') : text('shut down on {0}', shutdown);
  }
  if (shutdown !== undefined && shutdownDate(shutdown) - now <= SOON)
    return text('until {0}', shutdown);
  switch (stage) {
    case 'preview':
      return text('preview');
    case 'deprecated':
      return text('deprecated');
    case 'legacy':
      return text('legacy');
    default:
      return undefined;
  }
}

/** Returns a sentence on the price of a model, not as firm if it may be outdated. Undefined if unknown. */
export function priceEstimateText(name: string, now: number): Text | undefined {
  const { input, output } = pricesOn(name, now) ?? {};
  if (input === undefined || output === undefined) return undefined;
  const prices = [priceText(input), priceText(output)] as const;
  const outdated = outdatedSince(name, now);
  return outdated === undefined
    ? text(
        'Estimate: {0} in, {1} out per million tokens (paid tier, as of {2})',
        ...prices,
        PACK_DATE,
      )
    : text(
        'Last known price: {0} in, {1} out per million tokens (paid tier, as of {2})',
        ...prices,
        outdated,
      );
}

/** Formats a price in US dollars with all its digits, such as `$0.75`. */
export function priceText(dollars: number): string {
  const cents = dollars.toFixed(2);
  return `$${Number(cents) === dollars ? cents : String(dollars)}`;
}

/** Returns what a model rejects, in the words of the API. */
export function rejectedParameterText(name: RejectedParameter): string {
  if (name === 'modelTurn') return localizedText(text('conversations that end with a model turn'));
  return name === 'candidateCount' ? 'candidateCount > 1' : name;
}
